import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/pl.ts', '../../features/{connect,connecting}/locales/pl.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/pl.ts',
  '!../../features/{connect,connecting}/**',
])
