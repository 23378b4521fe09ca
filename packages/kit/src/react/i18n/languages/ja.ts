import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/ja.ts', '../../features/{connect,connecting}/locales/ja.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/ja.ts',
  '!../../features/{connect,connecting}/**',
])
