/** `npm run docs:build`: the documentation as a site, in build/site. */
import { fileURLToPath } from 'node:url'
import { buildSite } from './site/build.ts'

const { pages, sections, bytes } = buildSite(fileURLToPath(new URL('../build/site', import.meta.url)))
process.stdout.write(`build/site: ${pages} pages, ${sections} sections to search, ${(bytes / 1e6).toFixed(1)} MB. Open build/site/index.html.\n`)
