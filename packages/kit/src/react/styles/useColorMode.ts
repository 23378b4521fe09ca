import { useSyncExternalStore } from 'react'
import type { ThemeMode } from '../../core/options.ts'

const query = '(prefers-color-scheme: light)'

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}

/** Dark or light, following the system for `auto`; dark on a server. */
export function useColorMode(mode: ThemeMode): 'dark' | 'light' {
  const isLight = useSyncExternalStore(subscribe, () => matchMedia(query).matches, () => false)
  return mode === 'auto' ? (isLight ? 'light' : 'dark') : mode
}
