import type { Texts } from '../../../core/state.ts'

export const first = import.meta.glob<Texts>(
  ['../locales/vi.ts', '../../features/{connect,connecting}/locales/vi.ts'],
  { eager: true, import: 'default' },
)
export const later = import.meta.glob<{ default: Texts }>([
  '../../features/*/locales/vi.ts',
  '!../../features/{connect,connecting}/**',
])
