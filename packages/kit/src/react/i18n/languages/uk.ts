import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/uk.ts', '../../features/{connect,connecting}/locales/uk.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/uk.ts',
  '!../../features/{connect,connecting}/**',
])
