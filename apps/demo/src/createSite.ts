import { createKit, localSiwx, serverSiwx } from 'latchkey'
import type { Kit } from 'latchkey'
import { bitcoin } from 'latchkey/bitcoin'
import { evm } from 'latchkey/evm'
import { polkadot } from 'latchkey/polkadot'
import { solana } from 'latchkey/solana'
import type { Chain } from 'viem'
import { networksOf, picturesOf } from './networks.ts'
import { listed, otherNetworksOf } from './otherNetworks.ts'
import type { OtherNetworks } from './otherNetworks.ts'
import type { ComingChain, Devnet } from './readDevnet.ts'
import type { Settings, Theme } from './settings.ts'

/** A URL at which no server listens. With `?api=down`, the page uses it as its API. */
const deadApi = 'http://127.0.0.1:59999'

/** The kit's theme variables in the page's colours. */
const warm = {
  '--lk-accent': 'light-dark(#a5481a, #f0a468)',
  '--lk-on-accent': 'light-dark(#ffffff, #2a1405)',
  '--lk-bg': 'light-dark(#ffffff, #211c18)',
  '--lk-bg-raised': 'light-dark(#f5eee5, #2b2520)',
  '--lk-bg-hover': 'light-dark(#ece2d5, #37302a)',
  '--lk-fg': 'light-dark(#2a221b, #f4ece3)',
  '--lk-fg-muted': 'light-dark(#66594d, #b8aa9c)',
} as const

/**
 * The zone of the names that visitors register. The devnet's API serves it
 * (`devnet/src/demoZone.ts`).
 */
const zone = 'ferry-lane.example'

/** The statement in the message that a visitor signs to sign in. */
const statement = 'Show that this account is yours, and come in.'

/** The adapter of each kind of chain besides EVM. */
const adapters = { solana, bip122: bitcoin, polkadot } as const

/** The kit and the chains, created once the chains' URLs are known. */
export type Site = {
  kit: Kit
  networks: readonly Chain[]
  others: OtherNetworks
  inbox: string | undefined
  /** The base URL of the devnet's API. */
  api: string | undefined
  /** The URL of the bakery's own server. */
  bakery: string | undefined
  /** Chains of the devnet that are still starting. */
  coming: readonly ComingChain[]
  /** A sentence for each network of the devnet that is left out. */
  problems: readonly string[]
}

/** Creates the kit as any site would. */
export function createSite(
  devnet: Devnet,
  { apiUp, locale, signIn, kit: options }: Settings,
  themeMode: Theme,
): Site {
  const networks = networksOf(devnet)
  const others = otherNetworksOf(devnet)
  const api = apiUp ? devnet.api : deadApi
  const kit = createKit({
    metadata: {
      name: 'Ferry Lane Bakery',
      url: location.origin,
      description: 'Warm bread, a short walk away.',
      icons: ['/favicon.svg'],
    },
    networks: [...networks, ...listed(others)],
    adapters: [evm(), ...listed(others).map(({ namespace }) => adapters[namespace]())],
    services: { api, relay: devnet.relay, wallet: devnet.wallet },
    networkIcons: picturesOf(devnet),
    publicNodes: true, // the public nodes of these networks are the devnet's own
    ...(devnet.phone && {
      customWallets: [
        {
          id: 'phone',
          name: 'Pocket',
          link_mode: devnet.phone,
          homepage: devnet.phone,
          image_url: new URL('/pocket.svg', location.href).href,
        },
      ],
    }),
    locale,
    themeMode,
    themeVariables: warm,
    ...(signIn && {
      siwx:
        signIn === 'server'
          ? serverSiwx({ statement })
          : localSiwx({ statement, required: signIn === 'required' }),
    }),
    ...options,
    features: { names: { zone }, smartSessions: true, ...options?.features },
  })
  return {
    kit,
    networks,
    others,
    inbox: devnet.inbox,
    api,
    bakery: devnet.bakery,
    coming: devnet.coming,
    problems: devnet.problems,
  }
}
