import { useSyncExternalStore } from 'react'

/** The media query for a wide window; undefined in a browser without `matchMedia`. */
const wide = () => globalThis.matchMedia?.('(min-width: 720px)')

/** Whether the window has room for two panes. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => wide()?.matches ?? false,
    () => false,
  )

function subscribe(notify: () => void) {
  const query = wide()
  query?.addEventListener('change', notify)
  return () => query?.removeEventListener('change', notify)
}
