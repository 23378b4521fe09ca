import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/ar.ts', '../../features/{connect,connecting}/locales/ar.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/ar.ts',
  '!../../features/{connect,connecting}/**',
])
