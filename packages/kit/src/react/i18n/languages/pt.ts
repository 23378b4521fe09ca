import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/pt.ts', '../../features/{connect,connecting}/locales/pt.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/pt.ts',
  '!../../features/{connect,connecting}/**',
])
