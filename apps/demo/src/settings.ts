import { locales } from 'latchkey'
import type { Locale } from 'latchkey'

/** How the development wallet of the page behaves: asks the person, or does one thing without asking. */
export const walletModes = ['ask', 'approve', 'refuse', 'hang', 'pending', 'locked', 'none', 'two', 'hostile'] as const
export type WalletMode = (typeof walletModes)[number]

export const themes = ['light', 'auto', 'dark'] as const
export type Theme = (typeof themes)[number]

/** What the address of the page asks for; made for tests and for showing one path. */
export type Settings = {
  /** `?wallet=refuse` @default ask */
  wallet: WalletMode
  /** `?theme=dark` @default what was chosen before, else auto */
  theme: Theme | undefined
  /** `?locale=de` @default the page's own */
  locale: Locale | undefined
  /** `?strict=0` turns React's StrictMode off. @default true */
  strict: boolean
  /** `?api=down` points the kit at an API that does not answer. @default true */
  apiUp: boolean
  /** `?wallet-chains=31337` leaves the wallet without the others. @default all */
  walletChains: readonly number[] | undefined
}

/** Reads the settings; what is unknown counts as not given. */
export function readSettings({ searchParams }: URL): Settings {
  return {
    wallet: oneOf(walletModes, searchParams.get('wallet')) ?? 'ask',
    theme: oneOf(themes, searchParams.get('theme')),
    locale: oneOf(locales, searchParams.get('locale')),
    strict: searchParams.get('strict') !== '0',
    apiUp: searchParams.get('api') !== 'down',
    walletChains: searchParams.get('wallet-chains')?.split(',').map(Number),
  }
}

/** The value when it is one of those, else undefined. */
export function oneOf<const name extends string>(names: readonly name[], value: string | null): name | undefined {
  return names.find((name) => name === value)
}
