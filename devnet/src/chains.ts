import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { polkadotDevnetId } from '@latchkey/protocol/chains/polkadotNetworks'
import { genericPrefix } from '@latchkey/protocol/chains/ss58'
import { solanaNetworkId } from './solana/chain/genesis.ts'

/** What apps show of a chain. `/devnet.json` has it for each running chain, under `networks`. */
export type ChainInfo = {
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /**
   * Path of its picture at the demo site (`apps/demo/public`). Without a picture, the kit draws the
   * initials of the name.
   */
  icon?: string
}

/** An EVM chain of the devnet, as anvil runs it: each transaction gets a block at once. */
export type EvmChainPlan = ChainInfo & {
  /** EIP-155. */
  chainId: number
  /** The preferred port of its node. Another free port is used when it is taken. */
  port: number
  /**
   * What the bake puts on the chain. `large`: twelve tokens, NFTs, names, the pools of Uniswap v2
   * and v3, 14 months of history. `small`: three tokens, the pools of Uniswap v2, a dozen
   * transactions. The plans are in `devnet/bake/bake.ts`.
   */
  contents: 'large' | 'small'
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 } as const

/**
 * The EVM chains of the devnet, in the order in which apps list them. A new chain is an entry here,
 * and one command: `npx tsx devnet/bake/bake.ts <chain id>` writes its state into `devnet/baked`.
 */
export const evmChains: readonly EvmChainPlan[] = [
  {
    chainId: 31_337,
    name: 'Latchkey Devnet',
    nativeCurrency: ether,
    icon: '/networks/devnet.svg',
    port: 8_545,
    contents: 'large',
  },
  {
    chainId: 31_338,
    name: 'Latchkey Devnet 2',
    nativeCurrency: ether,
    icon: '/networks/devnet2.svg',
    port: 8_546,
    contents: 'small',
  },
]

/** The Solana chain of the devnet. `npx tsx devnet/bake/bakeSolana.ts` writes its state. */
export const solanaChain = {
  networkId: solanaNetworkId,
  name: 'Latchkey Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  icon: '/networks/solana.svg',
  /** The port that Solana's clients expect; the next one is for WebSockets. */
  port: 8_899,
  /** Milliseconds of a slot. */
  slotMs: 400,
} as const satisfies ChainInfo & { networkId: string; port: number; slotMs: number }

/** The Bitcoin chain of the devnet. `npx tsx devnet/bake/bakeBitcoin.ts` writes its state. */
export const bitcoinChain = {
  networkId: bitcoinRegtestId,
  name: 'Latchkey Bitcoin',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  icon: '/networks/bitcoin.svg',
  /** The preferred port of Esplora's REST API and of JSON-RPC. */
  port: 3_002,
  /** The preferred port of the Electrum protocol. */
  electrumPort: 50_001,
  /** Milliseconds between two blocks. */
  blockMs: 10_000,
} as const satisfies ChainInfo & Record<string, unknown>

/**
 * The Polkadot chain of the devnet. Its runtime is that of Rococo's Asset Hub; the name of the coin
 * and its decimals are ours.
 */
export const polkadotChain = {
  networkId: polkadotDevnetId,
  name: 'Latchkey Polkadot',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  icon: '/networks/polkadot.svg',
  /** The preferred port, for JSON-RPC over HTTP and WebSocket. */
  port: 9_955,
  /** The number with which its addresses begin. SS58 */
  prefix: genericPrefix,
} as const satisfies ChainInfo & Record<string, unknown>

/** The part of a chain's data that apps show. */
export function infoOf({ name, nativeCurrency, icon }: ChainInfo): ChainInfo {
  return { name, nativeCurrency, ...(icon !== undefined && { icon }) }
}
