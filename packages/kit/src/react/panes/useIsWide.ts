import { useSyncExternalStore } from 'react'

const wide = () => matchMedia('(min-width: 720px)')

/** Whether the window has room for two panes. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide().matches, () => false)

function subscribe(look: () => void) {
  const query = wide()
  query.addEventListener('change', look)
  return () => query.removeEventListener('change', look)
}
