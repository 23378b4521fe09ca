import { tokens } from './fields.ts'
import type { FieldName, PlaygroundState } from './fields.ts'
import { isChanged } from './hash.ts'

/** A value that a literal can write. */
export type Literal = string | boolean | readonly Literal[] | { readonly [name: string]: Literal }

/** The switches and orders of `features`. */
const features = ['email', 'socials', 'emailShowWallets', 'connectMethodsOrder', 'collapseWallets', 'allWallets', 'legalCheckbox', 'onramp', 'swaps', 'receive', 'send', 'history', 'names', 'walletFeaturesOrder'] as const satisfies readonly FieldName[]

/** Where the services of the example listen. */
export const exampleServices = { api: 'https://api.example.org', relay: 'wss://relay.example.org', wallet: 'https://wallet.example.org' } as const

const changed = (state: PlaygroundState, names: readonly FieldName[]): Record<string, Literal> =>
  Object.fromEntries(names.filter((name) => isChanged(state, name)).map((name) => [name, name === 'socials' && state.socials.length === 0 ? false : state[name]]))

/** The tokens that were given values of their own. */
export const variablesOf = (state: PlaygroundState): { readonly [name in `--lk-${string}`]: string } => Object.fromEntries(tokens.filter((name) => state[name] !== '').map((name) => [name, state[name]]))

/**
 * The options of `createKit` that differ from its defaults, but for networks, adapters, services and the theme's variables. The shown code and the preview both
 * have them from here.
 */
export function optionsOf(state: PlaygroundState): Record<string, Literal> {
  const chosen = changed(state, features)
  return {
    ...changed(state, ['enableWallets', 'enableWalletConnect', 'enableNetworkSwitch']),
    ...(state.legalCheckbox && { termsConditionsUrl: 'https://example.org/terms' }),
    ...(Object.keys(chosen).length > 0 && { features: chosen }),
    ...(state.notices !== 'bottom-end' && { notices: state.notices === 'off' ? false : { place: state.notices } }),
    ...changed(state, ['locale', 'debug']),
    ...(state.mode !== 'dark' && { themeMode: state.mode }),
  }
}

/** The props of the button that differ from its defaults. */
export function buttonProps(state: PlaygroundState): Record<string, string | boolean> {
  const props = { label: state.label, size: state.size, account: state.account, network: state.network, balance: state.balance }
  return Object.fromEntries(Object.entries(props).filter(([name]) => isChanged(state, name as keyof typeof props))) // its own names
}
