import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/it.ts', '../../features/{connect,connecting}/locales/it.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/it.ts',
  '!../../features/{connect,connecting}/**',
])
