import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from './typed-app.ts'

/**
 * Closes the HTTP edge of a node that shuts down, which `AppOptions.stopping` told before: requests under way are answered. For `noticeMs` a
 * request that comes on an open connection is still answered, by 503, because who meets a connection that was just closed does not
 * know what became of the request. What is not done after `graceMs` is cut off. Tests hand in another way to wait for the notice to be over.
 */
export async function closeApp(
  app: App,
  { noticeMs, graceMs }: { readonly noticeMs: number; readonly graceMs: number },
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  const impatience = setTimeout(() => app.server.closeAllConnections(), graceMs)
  try {
    if ((await countConnections(app)) > 0) await wait(noticeMs)
    await app.close()
  } finally {
    clearTimeout(impatience)
  }
}

function countConnections(app: App): Promise<number> {
  return new Promise((resolve) => {
    app.server.getConnections((_error, count) => resolve(count ?? 0))
  })
}
