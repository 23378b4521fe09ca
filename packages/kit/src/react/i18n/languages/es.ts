import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/es.ts', '../../features/{connect,connecting}/locales/es.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/es.ts',
  '!../../features/{connect,connecting}/**',
])
