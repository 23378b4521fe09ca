import type { Chain, ChainReader } from './chainReader.ts'
import { evm } from './evm/evm.ts'
import { bitcoin } from './bitcoin/bitcoin.ts'
import { polkadot } from './polkadot/polkadot.ts'
import { solana } from './solana/solana.ts'
import type { ServedEvmChain } from './evm/EvmReader.ts'
import { isEvmChain } from './evm/EvmReader.ts'

/**
 * The kinds of chains that the API reads. A new kind needs a folder beside this file, and an entry
 * here.
 */
export const chainReaders = [
  evm,
  solana,
  bitcoin,
  polkadot,
] as const satisfies readonly ChainReader[]

/** A chain on which tokens can be swapped. Only EVM chains are. */
export type SwapChain = ServedEvmChain
/** A chain whose accounts can have names and sign for them. Only EVM chains are. */
export type NameChain = ServedEvmChain

/** The chains on which tokens can be swapped. */
export const swapChainsOf = (chains: readonly Chain[]): readonly SwapChain[] =>
  chains.filter(isEvmChain)

/** The chains whose accounts can have names and sign for them. */
export const nameChainsOf = (chains: readonly Chain[]): readonly NameChain[] =>
  chains.filter(isEvmChain)
