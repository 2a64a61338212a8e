import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { schemasAsNames } from './schemas-as-names.ts'

/** Builds the console into static files that can be served from any folder of any host: addresses in them are relative. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  ...schemasAsNames(fileURLToPath(new URL('schema-names.ts', import.meta.url))),
  build: {
    outDir: fileURLToPath(new URL('../../build/console', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // A `data:` address would need a wider content security policy.
    assetsInlineLimit: 0,
    // Its code is a script in the page, which the policy refuses; browsers of today do without.
    modulePreload: { polyfill: false },
    // One file of styles: a page that is loaded later must not flash unstyled.
    cssCodeSplit: false,
  },
  // For work on the console: `npx vite --config src/console/vite.config.ts` beside a running gateway.
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:8080', '/v1': 'http://127.0.0.1:8080', '/health': 'http://127.0.0.1:8080' } },
})
