import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/fr.ts', '../../features/{connect,connecting}/locales/fr.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/fr.ts',
  '!../../features/{connect,connecting}/**',
])
