import { idle } from '@latchkey/protocol/times'
import { systemClock } from '../../core/page/clock.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { loadModal } from './usePress.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Loads the code that the first press needs and passes it to `onLoad`. It waits until the page has
 * a button of the kit (or the site's option `preload` is `'idle'`), has loaded, is visible (a
 * prerendered page is hidden) and is idle. It does nothing if the site's option `preload` is
 * `'press'`, if the visitor wants to save data, or if the network is very slow. It requests only
 * code, and only from the site's own host.
 * @returns the function that stops it
 */
export function preloadWhenIdle(
  kit: Kit,
  onLoad: (module: Awaited<ReturnType<typeof loadModal>>) => void,
): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const once = { once: true, signal }

  function wait(): void {
    if (document.readyState !== 'complete') return addEventListener('load', wait, once)
    if (document.hidden) return document.addEventListener('visibilitychange', wait, once)
    // the browser's own clock, not the kit's, because the browser's idle time counts
    if ('requestIdleCallback' in globalThis) requestIdleCallback(fetchNow)
    else systemClock.setTimeout(fetchNow, idle)
  }

  function fetchNow(): void {
    if (signal.aborted) return
    if (document.hidden) return wait()
    loadModal(kit).then(
      (module) => signal.aborted || onLoad(module),
      () => {},
    ) // a press loads the code again, and reports a failure
  }

  const { options, press } = contextOf(kit)
  if (options.preload !== 'press' && !savesData()) {
    if (press.getState().isLikely) wait()
    else {
      const stop = press.subscribe(() => {
        stop()
        wait()
      })
      signal.addEventListener('abort', stop)
    }
  }
  return () => controller.abort()
}

/**
 * Whether the visitor's browser asks to save data, or the network is very slow.
 * https://wicg.github.io/netinfo/#savedata-attribute
 */
function savesData(): boolean {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string }
  } // TypeScript's library lacks this property, because only some browsers have it
  return (
    connection?.saveData === true || ['slow-2g', '2g'].includes(connection?.effectiveType ?? '')
  )
}
