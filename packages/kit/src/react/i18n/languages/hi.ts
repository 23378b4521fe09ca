import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/hi.ts', '../../features/{connect,connecting}/locales/hi.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/hi.ts',
  '!../../features/{connect,connecting}/**',
])
