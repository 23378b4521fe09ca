import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/de.ts', '../../features/{connect,connecting}/locales/de.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/de.ts',
  '!../../features/{connect,connecting}/**',
])
