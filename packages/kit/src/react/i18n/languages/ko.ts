import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/ko.ts', '../../features/{connect,connecting}/locales/ko.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/ko.ts',
  '!../../features/{connect,connecting}/**',
])
