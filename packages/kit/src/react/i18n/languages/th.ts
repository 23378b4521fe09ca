import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/th.ts', '../../features/{connect,connecting}/locales/th.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/th.ts',
  '!../../features/{connect,connecting}/**',
])
