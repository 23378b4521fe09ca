import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/zh.ts', '../../features/{connect,connecting}/locales/zh.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/zh.ts',
  '!../../features/{connect,connecting}/**',
])
