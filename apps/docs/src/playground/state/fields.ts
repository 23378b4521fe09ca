import { locales } from 'latchkey'

/** A field whose value is one of several names. */
export type Choice<name extends string> = { kind: 'choice'; names: readonly name[]; start: name }
/** A field whose value is on or off. */
export type Flag = { kind: 'flag'; start: boolean }
/** A field whose value is some of several names, in an order. */
export type List<name extends string> = {
  kind: 'list'
  names: readonly name[]
  start: readonly name[]
  min: number
  isOrdered: boolean
}
/** A field whose value is a short text; it is empty if nothing is set. */
export type Text = { kind: 'text'; start: string; pattern: RegExp }
/** A setting of the playground: its possible values, and its default. */
export type Field = Choice<string> | Flag | List<string> | Text

const choice = <const name extends string>(
  names: readonly name[],
  start: NoInfer<name>,
): Choice<name> => ({ kind: 'choice', names, start })
const flag = (start: boolean): Flag => ({ kind: 'flag', start })
const order = <const name extends string>(names: readonly name[]): List<name> => ({
  kind: 'list',
  names,
  start: names,
  min: names.length,
  isOrdered: true,
})
const some = <const name extends string>(
  names: readonly name[],
  start: readonly NoInfer<name>[] = names,
  min = 0,
  isOrdered = false,
): List<name> => ({ kind: 'list', names, start, min, isOrdered })
const text = (pattern: RegExp): Text => ({ kind: 'text', start: '', pattern })

/**
 * Matches CSS values: colours, numbers, lists of fonts. A value that loads a URL is refused: the
 * page, and every site that copies the code, would load a file from a foreign server.
 */
const css = /^(?!.*\/\/)(?!.*(?:url|src|image|image-set|cross-fade)\()[\w #%.,()/+'"-]{1,120}$/i
/** Matches one line of text without control characters. */
const line = /^[^\p{C}\p{Zl}\p{Zp}]{1,40}$/u
const sentence = /^[^\p{C}\p{Zl}\p{Zp}]{1,120}$/u

/** The wallets that sites name most often, by their ids in the catalogue. */
const wallets = [
  'io.metamask',
  'com.coinbase.wallet',
  'me.rainbow',
  'com.trustwallet.app',
  'io.rabby',
  'app.phantom',
  'com.ledger',
  'global.safe',
] as const

/** The theme variables that `docs/guide.md` lists. */
export const tokens = [
  '--lk-accent',
  '--lk-on-accent',
  '--lk-bg',
  '--lk-bg-raised',
  '--lk-bg-hover',
  '--lk-border',
  '--lk-fg',
  '--lk-fg-muted',
  '--lk-success',
  '--lk-warning',
  '--lk-danger',
  '--lk-overlay',
  '--lk-notice-bg',
  '--lk-radius',
  '--lk-font',
  '--lk-width',
  '--lk-wide-width',
  '--lk-overlay-blur',
  '--lk-z-index',
] as const
export type TokenName = (typeof tokens)[number]

/**
 * All settings, by the names that are also in the page's URL. The defaults are the kit's own,
 * except that the services are on, as on most sites.
 */
export const fields = {
  preset: choice(['none', 'ember', 'forest', 'midnight', 'paper', 'rose'], 'none'),
  mode: choice(['dark', 'light', 'auto'], 'dark'),
  modalSize: choice(['compact', 'wide'], 'compact'),
  // one field for each theme variable
  ...(Object.fromEntries(tokens.map((name) => [name, text(css)])) as { [name in TokenName]: Text }),

  label: text(line),
  size: choice(['regular', 'compact'], 'regular'),
  account: choice(['full', 'avatar', 'name'], 'full'),
  network: choice(['none', 'full', 'icon', 'name'], 'none'),
  balance: flag(false),

  networks: some(
    ['mainnet', 'base', 'arbitrum', 'optimism', 'polygon', 'solana'],
    ['mainnet', 'base'],
    1,
  ),
  services: some(['api', 'relay', 'wallet']),
  enableWallets: flag(true),
  enableWalletConnect: flag(true),
  enableNetworkSwitch: flag(true),
  connectMethodsOrder: order(['email', 'social', 'wallet']),
  email: flag(true),
  socials: some(
    ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'],
    undefined,
    0,
    true,
  ),
  emailShowWallets: flag(true),
  collapseWallets: flag(false),
  allWallets: flag(true),
  connectorTypeOrder: order([
    'walletConnect',
    'recent',
    'injected',
    'featured',
    'custom',
    'external',
    'recommended',
  ]),
  walletGroups: some(['walletConnect', ...wallets], [], 0, true),
  groupName: text(line),
  featuredWalletIds: some(wallets, [], 0, true),
  includeWalletIds: some(wallets, []),
  excludeWalletIds: some(wallets, []),
  legalCheckbox: flag(false),
  termsConditionsUrl: flag(false),
  privacyPolicyUrl: flag(false),
  learnMoreUrl: flag(false),
  connectTitle: text(line),
  disclaimer: text(sentence),
  siwx: choice(['off', 'optional', 'required'], 'off'),
  walletFeaturesOrder: order(['onramp', 'swaps', 'receive', 'send']),
  onramp: flag(true),
  swaps: flag(true),
  receive: flag(true),
  send: flag(true),
  history: flag(true),
  names: flag(true),
  notices: choice(
    ['bottom-end', 'bottom', 'bottom-start', 'top-end', 'top', 'top-start', 'off'],
    'bottom-end',
  ),
  locale: choice(['auto', ...locales], 'auto'),
  preload: choice(['idle', 'press'], 'idle'),
  allowUnsupportedChain: flag(false),
  debug: flag(false),
} satisfies Record<string, Field>

export type FieldName = keyof typeof fields

type ValueOf<field> =
  field extends Choice<infer name>
    ? name
    : field extends Flag
      ? boolean
      : field extends List<infer name>
        ? readonly name[]
        : string

/** The chosen values of the playground's settings. */
export type PlaygroundState = { readonly [name in FieldName]: ValueOf<(typeof fields)[name]> }

/** The names of all fields. */
export const fieldNames = Object.keys(fields) as readonly FieldName[] // the keys of `fields`

/** The values with which the playground starts. */
export const startState = Object.fromEntries(
  fieldNames.map((name) => [name, fields[name].start]),
) as unknown as PlaygroundState // the start value of each field is valid for it
