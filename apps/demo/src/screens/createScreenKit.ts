import { createKit } from 'latchkey'
import type { Kit, KitOptions } from 'latchkey'
import { createFakeAdapter, createFaultyFetch, memoryStorage } from 'latchkey/testing'
import type { ManualClock } from 'latchkey/testing'
import { createFakeAdapter as createFakePolkadotAdapter } from 'latchkey/testing/polkadot'
import { createFakeAdapter as createFakeSolanaAdapter } from 'latchkey/testing/solana'
import { networksOf } from '../networks.ts'
import type { Devnet } from '../readDevnet.ts'
import type { Settings } from '../settings.ts'
import { answering } from './answering.ts'
import type { ScreenState } from './screenState.ts'

/** A network of the Solana namespace. No request is sent to it. */
const solana = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  namespace: 'solana',
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
} as const

/** Polkadot's relay chain, and the chain that has its coins. No request is sent to them. */
const relayChain = {
  id: '91b171bb158e2d3848fa23a9f1c25182',
  namespace: 'polkadot',
  name: 'Polkadot',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
} as const
const assetHub = {
  ...relayChain,
  id: '68d56f15f85d3136970ec16946040bc1',
  name: 'Polkadot Asset Hub',
} as const

/** How the networks and the fake adapter of a screen are made if its wallet is on EVM. */
const evmKind: {
  networksOf: (devnet: Devnet) => KitOptions['networks']
  createAdapter: typeof createFakeAdapter
} = { networksOf, createAdapter: createFakeAdapter }
const kinds: { readonly [namespace: string]: typeof evmKind | undefined } = {
  solana: { networksOf: () => [solana], createAdapter: createFakeSolanaAdapter },
  polkadot: { networksOf: () => [relayChain, assetHub], createAdapter: createFakePolkadotAdapter },
}

type Storage = ReturnType<typeof memoryStorage>

/** Creates the kit of a screen: its wallets give prepared answers, its API is the devnet's. */
export function createScreenKit(
  { adapter, second, api, options, answers, responseHeaders, broken }: ScreenState,
  { locale, theme }: Settings,
  devnet: Devnet,
  { clock, storage }: { clock: ManualClock; storage: Storage },
): Kit {
  const kind = (adapter?.namespace && kinds[adapter.namespace]) ?? evmKind
  const connectors = adapter?.connectors?.map((connector) => ({
    icon: devnet.api && `${devnet.api}/getWalletImage/${connector.id}`,
    ...connector,
  }))
  return createKit({
    metadata: { name: 'Ferry Lane Bakery', url: location.origin },
    networks: second ? [...networksOf(devnet), solana] : kind.networksOf(devnet),
    adapters: [
      kind.createAdapter({ ...adapter, connectors }),
      ...(second ? [createFakeSolanaAdapter(second)] : []),
    ],
    services: { api: devnet.api, relay: devnet.relay },
    fetch: createFaultyFetch({
      behaviour: api,
      only: devnet.api,
      fetch: answering(answers, { responseHeaders, broken }),
    }),
    clock,
    storage,
    locale: locale ?? 'en',
    themeMode: theme ?? 'dark',
    ...options,
  })
}

/** Creates a storage that contains what earlier visits of a visitor have left there. */
export function storageOf({ recents, stored = {} }: ScreenState): Storage {
  const storage = memoryStorage()
  storage.setItem('@latchkey/version', '1')
  if (recents) storage.setItem('@latchkey/recent-wallets', JSON.stringify(recents))
  for (const [key, value] of Object.entries(stored))
    storage.setItem(`@latchkey/${key}`, JSON.stringify(value))
  return storage
}
