import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/id.ts', '../../features/{connect,connecting}/locales/id.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/id.ts',
  '!../../features/{connect,connecting}/**',
])
