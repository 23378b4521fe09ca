import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/ru.ts', '../../features/{connect,connecting}/locales/ru.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/ru.ts',
  '!../../features/{connect,connecting}/**',
])
