import { locales } from 'latchkey'
import type { KitOptions, Locale } from 'latchkey'
import type { DevelopmentWalletOptions } from 'latchkey/testing'

/** The behaviour of the page's development wallet: a question to the visitor, or a fixed answer. */
export const walletModes = [
  'ask',
  'approve',
  'refuse',
  'hang',
  'pending',
  'locked',
  'none',
  'two',
  'hostile',
] as const
export type WalletMode = (typeof walletModes)[number]

export const themes = ['light', 'auto', 'dark'] as const
export type Theme = (typeof themes)[number]

/**
 * Signing in on the page: with a server's session or one in this browser, and whether it is
 * required.
 */
export const signIns = ['server', 'required', 'optional'] as const
export type SignIn = (typeof signIns)[number]

/** Settings from the page's URL, for tests and demonstrations. */
export type Settings = {
  /** `?wallet=refuse` @default ask */
  wallet: WalletMode
  /** `?theme=dark` @default the visitor's earlier choice, else auto */
  theme: Theme | undefined
  /** `?locale=de` @default the page's own */
  locale: Locale | undefined
  /** `?strict=0` disables React's StrictMode. @default true */
  strict: boolean
  /** `?api=down` points the kit at an API that does not answer. @default true */
  apiUp: boolean
  /**
   * `?siwx=required`: sign-in is required, and stored in this browser. `?siwx=server`: sign-in goes
   * through the page's own server. @default no sign-in
   */
  signIn: SignIn | undefined
  /**
   * `?kit={"features":{"collapseWallets":true}}` adds these options to the kit, as JSON. @default
   * none
   */
  kit: Partial<KitOptions>
  /** `?wallet-chains=31337` limits the wallet to these chains. @default all */
  walletChains: readonly number[] | undefined
  /**
   * `?wallet-assets={"31337":[]}` lets the wallet report its accounts' amounts of these tokens, as
   * JSON. @default it reports none
   */
  walletAssets: DevelopmentWalletOptions['assets']
}

/** Reads the settings; unknown values are ignored. */
export function readSettings({ searchParams }: URL): Settings {
  return {
    wallet: oneOf(walletModes, searchParams.get('wallet')) ?? 'ask',
    theme: oneOf(themes, searchParams.get('theme')),
    locale: oneOf(locales, searchParams.get('locale')),
    strict: searchParams.get('strict') !== '0',
    apiUp: searchParams.get('api') !== 'down',
    signIn: oneOf(signIns, searchParams.get('siwx')),
    // `createKit` checks each option
    kit: readJson<Partial<KitOptions>>(searchParams.get('kit')) ?? {},
    walletChains: readChains(searchParams.get('wallet-chains')),
    // tests may pass invalid data on purpose
    walletAssets: readJson<DevelopmentWalletOptions['assets']>(searchParams.get('wallet-assets')),
  }
}

/** The chain ids in the text; undefined when it has none. */
function readChains(text: string | null): readonly number[] | undefined {
  const ids = (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
  return ids.length > 0 ? ids : undefined
}

/** Parses JSON; invalid JSON is ignored. The consumer checks the content. */
function readJson<value>(text: string | null): value | undefined {
  try {
    // callers name the type
    return (JSON.parse(text ?? 'null') ?? undefined) as value | undefined
  } catch {
    return undefined // not JSON
  }
}

/** The value when it is one of the given ones, else undefined. */
export function oneOf<const name extends string>(
  names: readonly name[],
  value: string | null,
): name | undefined {
  return names.find((name) => name === value)
}
