import { locales } from 'latchkey'
import type { KitOptions, Locale } from 'latchkey'
import type { DevelopmentWalletOptions } from 'latchkey/testing'

/**
 * How the page's development wallet answers: it asks the visitor, or gives a fixed answer. `none`,
 * `two`, `hostile`: the page has no wallet, a second one, or hostile ones besides.
 */
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
 * How visitors sign in: with a session of the server, or only in this browser (required or
 * optional).
 */
export const signIns = ['server', 'required', 'optional'] as const
export type SignIn = (typeof signIns)[number]

/** The settings in the page's URL, for tests and demonstrations. */
export type Settings = {
  /** `?wallet=refuse` @default ask */
  wallet: WalletMode
  /** `?theme=dark` @default the theme that the visitor chose earlier, else auto */
  theme: Theme | undefined
  /** `?locale=de` @default the language of the page */
  locale: Locale | undefined
  /** `?strict=0` disables React's StrictMode. @default true */
  strict: boolean
  /** `?api=down` sets it to false: the kit's API does not answer. @default true */
  apiUp: boolean
  /**
   * `?siwx=required` requires a sign-in, which is stored in this browser. `?siwx=server` lets the
   * page's own server check and store it. @default no sign-in
   */
  signIn: SignIn | undefined
  /**
   * `?kit={"features":{"collapseWallets":true}}` adds these options, as JSON, to the kit's.
   * @default none
   */
  kit: Partial<KitOptions>
  /** `?wallet-chains=31337` limits the wallet to these chains. @default all chains */
  walletChains: readonly number[] | undefined
  /**
   * `?wallet-assets={"31337":[]}`: the tokens and amounts that the wallet reports for its accounts,
   * by chain, as JSON. @default it reports none
   */
  walletAssets: DevelopmentWalletOptions['assets']
  /**
   * `?wallet-grants=today` lets the wallet grant permissions itself, in today's dialect of ERC-7715;
   * `2024` in that of 2024. @default it grants none
   */
  walletGrants: DevelopmentWalletOptions['grants']
}

/** Reads the settings. Unknown values are ignored. */
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
    // no check: tests may pass invalid values on purpose
    walletAssets: readJson<DevelopmentWalletOptions['assets']>(searchParams.get('wallet-assets')),
    walletGrants: readGrants(searchParams.get('wallet-grants')),
  }
}

function readGrants(text: string | null): DevelopmentWalletOptions['grants'] {
  const dialect = oneOf(['today', '2024'], text)
  return dialect && { dialect }
}

/** Returns the chain ids in a text; undefined if there are none. */
function readChains(text: string | null): readonly number[] | undefined {
  const ids = (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
  return ids.length > 0 ? ids : undefined
}

/** Parses JSON; undefined if it is invalid. The caller has to check the content. */
function readJson<value>(text: string | null): value | undefined {
  try {
    // the caller names the type that it expects
    return (JSON.parse(text ?? 'null') ?? undefined) as value | undefined
  } catch {
    return undefined // not JSON
  }
}

/** Returns the value if it is one of the given names; otherwise undefined. */
export function oneOf<const name extends string>(
  names: readonly name[],
  value: string | null,
): name | undefined {
  return names.find((name) => name === value)
}
