import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/nl.ts', '../../features/{connect,connecting}/locales/nl.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/nl.ts',
  '!../../features/{connect,connecting}/**',
])
