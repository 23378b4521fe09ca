import { tokens } from './fields.ts'
import type { FieldName, PlaygroundState } from './fields.ts'
import { isChanged } from './hash.ts'

/** A value that can be written as a literal in code. */
export type Literal = string | boolean | readonly Literal[] | { readonly [name: string]: Literal }

/** The options of `features`: switches and orders. */
const features = [
  'email',
  'socials',
  'emailShowWallets',
  'connectMethodsOrder',
  'connectorTypeOrder',
  'collapseWallets',
  'allWallets',
  'legalCheckbox',
  'onramp',
  'swaps',
  'receive',
  'send',
  'history',
  'names',
  'walletFeaturesOrder',
] as const satisfies readonly FieldName[]

/** The pages of the example site, by the options that link to them. */
const pages = {
  termsConditionsUrl: 'https://example.org/terms',
  privacyPolicyUrl: 'https://example.org/privacy',
  learnMoreUrl: 'https://example.org/wallets',
} as const

/** The URLs of the example's services. */
export const exampleServices = {
  api: 'https://api.example.org',
  relay: 'wss://relay.example.org',
  wallet: 'https://wallet.example.org',
} as const

const changed = (state: PlaygroundState, names: readonly FieldName[]): Record<string, Literal> =>
  Object.fromEntries(
    names
      .filter((name) => isChanged(state, name))
      .map((name) => [
        name,
        name === 'socials' && state.socials.length === 0 ? false : state[name],
      ]),
  )

/** Returns the theme variables that have a value. */
export const variablesOf = (
  state: PlaygroundState,
): { readonly [name in `--lk-${string}`]: string } =>
  Object.fromEntries(tokens.filter((name) => state[name] !== '').map((name) => [name, state[name]]))

/**
 * Returns the options of `createKit` that differ from its defaults, without networks, adapters,
 * services, sign-in and theme variables. The shown code and the preview both use them.
 */
export function optionsOf(state: PlaygroundState): Record<string, Literal> {
  const chosen = changed(state, features)
  return {
    ...changed(state, [
      'enableWallets',
      'enableWalletConnect',
      'enableNetworkSwitch',
      'allowUnsupportedChain',
    ]),
    ...(state.walletGroups.length > 0 && {
      walletGroups: [{ name: state.groupName || 'Recommended', walletIds: state.walletGroups }],
    }),
    ...changed(state, ['featuredWalletIds', 'includeWalletIds', 'excludeWalletIds']),
    ...linksOf(state),
    ...changed(state, ['disclaimer']),
    ...(state.connectTitle !== '' && { texts: { 'connect.title': state.connectTitle } }),
    ...(Object.keys(chosen).length > 0 && { features: chosen }),
    ...(state.notices !== 'bottom-end' && {
      notices: state.notices === 'off' ? false : { place: state.notices },
    }),
    ...changed(state, ['modalSize', 'preload', 'locale', 'debug']),
    ...(state.mode !== 'dark' && { themeMode: state.mode }),
  }
}

/**
 * Returns the links to the site's pages. The checkbox needs terms to which visitors agree, so it
 * adds the link to them.
 */
function linksOf(state: PlaygroundState): Record<string, string> {
  const isLinked = { ...state, termsConditionsUrl: state.termsConditionsUrl || state.legalCheckbox }
  return Object.fromEntries(
    Object.entries(pages).filter(([name]) => isLinked[name as keyof typeof pages]),
  ) // keys of `pages`
}

/**
 * Returns the options for signing in; undefined if the site does not sign in. They are separate,
 * because a function of the kit takes them.
 */
export function signInOf({ siwx }: PlaygroundState): { required?: false } | undefined {
  if (siwx === 'off') return undefined
  return siwx === 'optional' ? { required: false } : {}
}

/** Returns the props of the button that differ from its defaults. */
export function buttonProps(state: PlaygroundState): Record<string, string | boolean> {
  const props = {
    label: state.label,
    size: state.size,
    account: state.account,
    network: state.network,
    balance: state.balance,
  }
  return Object.fromEntries(
    Object.entries(props).filter(([name]) => isChanged(state, name as keyof typeof props)),
  ) // keys of `props`
}
