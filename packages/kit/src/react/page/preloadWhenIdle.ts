import { idle } from '@latchkey/protocol/times'
import { systemClock } from '../../core/clock.ts'
import type { Kit } from '../../core/kit.ts'
import { loadModal } from './loadModal.ts'

/**
 * Fetches the code that the first press needs and hands it to `onLoad`, once the page has loaded, is looked at (a page that is prerendered is hidden) and has nothing else to do.
 * Not where the site's option `preload` is `'press'`, nor for a visitor who saves data. Only the site's own host is asked, for code. Returns its stop.
 */
export function preloadWhenIdle(kit: Kit, onLoad: (module: Awaited<ReturnType<typeof loadModal>>) => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const once = { once: true, signal }

  function wait(): void {
    if (document.readyState !== 'complete') return addEventListener('load', wait, once)
    if (document.hidden) return document.addEventListener('visibilitychange', wait, once)
    // by the browser's own clock, whatever the kit's is
    if ('requestIdleCallback' in globalThis) requestIdleCallback(fetchNow)
    else systemClock.setTimeout(fetchNow, idle)
  }

  function fetchNow(): void {
    if (signal.aborted) return
    if (document.hidden) return wait()
    loadModal(kit).then((module) => signal.aborted || onLoad(module), () => {}) // the press asks again, and says so
  }

  if (kit.context.options.preload !== 'press' && !savesData()) wait()
  return () => controller.abort()
}

/** Whether the browser or the network asks for few bytes, where the browser tells. Source: Network Information API, Save Data API */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } } // not in TypeScript's library, as only some browsers have it
  return connection?.saveData === true || ['slow-2g', '2g'].includes(connection?.effectiveType ?? '')
}
