import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/tr.ts', '../../features/{connect,connecting}/locales/tr.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/tr.ts',
  '!../../features/{connect,connecting}/**',
])
