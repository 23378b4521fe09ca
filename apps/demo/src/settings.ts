import { locales } from 'latchkey'
import type { KitOptions, Locale } from 'latchkey'
import type { DevelopmentWalletOptions } from 'latchkey/testing'

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
  /** `?kit={"features":{"collapseWallets":true}}` gives the kit these options besides, as JSON. @default none */
  kit: Partial<KitOptions>
  /** `?wallet-chains=31337` leaves the wallet without the others. @default all */
  walletChains: readonly number[] | undefined
  /** `?wallet-assets={"31337":[]}` lets the wallet tell what its accounts hold of these tokens, as JSON. @default it does not */
  walletAssets: DevelopmentWalletOptions['assets']
}

/** Reads the settings; what is unknown counts as not given. */
export function readSettings({ searchParams }: URL): Settings {
  return {
    wallet: oneOf(walletModes, searchParams.get('wallet')) ?? 'ask',
    theme: oneOf(themes, searchParams.get('theme')),
    locale: oneOf(locales, searchParams.get('locale')),
    strict: searchParams.get('strict') !== '0',
    apiUp: searchParams.get('api') !== 'down',
    kit: readJson<Partial<KitOptions>>(searchParams.get('kit')) ?? {}, // `createKit` checks every option
    walletChains: readChains(searchParams.get('wallet-chains')),
    walletAssets: readJson<DevelopmentWalletOptions['assets']>(searchParams.get('wallet-assets')), // a test may let it tell nonsense
  }
}

/** Numbers of chains; undefined where there is none among them. */
function readChains(text: string | null): readonly number[] | undefined {
  const ids = (text ?? '').split(',').map(Number).filter((id) => Number.isSafeInteger(id) && id > 0)
  return ids.length > 0 ? ids : undefined
}

/** What is no JSON counts as not given; whoever takes it looks at what is. */
function readJson<value>(text: string | null): value | undefined {
  try {
    return (JSON.parse(text ?? 'null') ?? undefined) as value | undefined // see where it is asked for
  } catch {
    return undefined // not JSON
  }
}

/** The value when it is one of those, else undefined. */
export function oneOf<const name extends string>(names: readonly name[], value: string | null): name | undefined {
  return names.find((name) => name === value)
}
