import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/fa.ts', '../../features/{connect,connecting}/locales/fa.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/fa.ts',
  '!../../features/{connect,connecting}/**',
])
