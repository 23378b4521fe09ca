import { useCallback, useSyncExternalStore } from 'react'
import type { ThemeMode } from '../../core/options.ts'

/** Dark or light, following the system for `auto`; dark on a server. */
export function useColorMode(mode: ThemeMode): 'dark' | 'light' {
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (mode !== 'auto') return () => {}
      const query = matchMedia('(prefers-color-scheme: light)')
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    [mode],
  )
  const read = () => (mode === 'auto' ? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark') : mode)
  return useSyncExternalStore(subscribe, read, () => (mode === 'light' ? 'light' : 'dark'))
}
