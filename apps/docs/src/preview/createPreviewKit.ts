import { createKit, localSiwx } from 'latchkey'
import type { AdapterFactory, Kit, KitOptions, Network } from 'latchkey'
import { evm } from 'latchkey/evm'
import { memoryStorage } from 'latchkey/testing'
import { presetOf } from '../playground/colours.ts'
import type { PlaygroundState } from '../playground/state/fields.ts'
import { tokens } from '../playground/state/fields.ts'
import { optionsOf, signInOf, variablesOf } from '../playground/state/optionsOf.ts'
import { networksFor } from './networks.ts'
import type { Services } from './services.ts'

// in memory: a connection stays when the options change, but not after a reload
const storage = memoryStorage()

/**
 * Refuses requests to nodes. Without services, the chosen networks' nodes would belong to other
 * companies.
 */
const noNode: typeof fetch = () => Promise.reject(new TypeError('Nothing stands behind this page.'))

/**
 * Returns a key of the options. If it changes, a new kit is needed. Theme and language are not part
 * of it, because an existing kit can change them.
 */
export function keyOf(state: PlaygroundState): string {
  const { themeMode: _mode, locale: _locale, ...options } = optionsOf(state)
  return JSON.stringify([options, state.networks, state.services, state.siwx])
}

/**
 * Creates the kit that the code describes. It uses this machine's chains and services, if there are
 * any.
 * @throws KitError optionInvalid
 */
export async function createPreviewKit(state: PlaygroundState, services: Services): Promise<Kit> {
  const networks = networksFor(state, services)
  const [first, ...rest] = networks
  if (!first)
    throw new Error('The chain of Solana does not run on this machine. Choose another network.')
  const adapters = await adaptersOf(networks)
  const chosen = Object.fromEntries(
    state.services.flatMap((name) =>
      services[name] === undefined ? [] : [[name, services[name]]],
    ),
  )
  const hasServices = Object.keys(services.chains).length > 0
  const signIn = signInOf(state)
  const kit = createKit({
    metadata: { name: 'My site', url: location.origin },
    networks: [first, ...rest],
    adapters,
    ...(hasServices ? { services: chosen } : { fetch: noNode }),
    storage,
    preload: 'idle',
    ...(signIn && { siwx: localSiwx(signIn) }),
    ...(optionsOf(state) as Partial<KitOptions>), // `createKit` checks the values
  })
  applyTheme(kit, state)
  return kit
}

async function adaptersOf(
  networks: readonly Network[],
): Promise<[AdapterFactory, ...AdapterFactory[]]> {
  const namespaces = [...new Set(networks.map(({ namespace }) => namespace ?? 'eip155'))]
  const [first = evm(), ...rest] = await Promise.all(
    namespaces.sort().flatMap((namespace) => adapters[namespace]?.() ?? []),
  )
  return [first, ...rest]
}

/** The adapters for the networks that the visitor can choose. */
const adapters: { readonly [namespace: string]: (() => Promise<AdapterFactory>) | undefined } = {
  eip155: async () => evm(),
  solana: async () => (await import('latchkey/solana')).solana(),
}

/** Sets the kit's theme and language, which can change while the modal is open. */
export function applyTheme(kit: Kit, state: PlaygroundState): void {
  // `initial` is an invalid value for these variables, so that the kit's own colour is used again
  const cleared = Object.fromEntries(tokens.map((name) => [name, 'initial']))
  kit.setTheme({
    mode: state.mode,
    variables: { ...cleared, ...presetOf(state.preset), ...variablesOf(state) },
  })
  kit.setLocale(state.locale === 'auto' ? 'en' : state.locale)
}
