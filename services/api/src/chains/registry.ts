import type { Chain, ChainReader } from './chainReader.ts'
import { evm } from './evm/evm.ts'
import { isEvmChain, type ServedEvmChain } from './evm/evmChain.ts'
import { solana } from './solana/solana.ts'

/**
 * The kinds of chains that the API reads. A new kind needs a folder beside this file, and a line
 * here.
 */
export const chainReaders = [evm, solana] as const satisfies readonly ChainReader[]

/** A chain on which tokens are swapped: one of EVM. */
export type SwapChain = ServedEvmChain
/** A chain whose accounts have names, and sign for them: one of EVM. */
export type NameChain = ServedEvmChain

/** The chains on which tokens are swapped. */
export const swapChainsOf = (chains: readonly Chain[]): readonly SwapChain[] =>
  chains.filter(isEvmChain)

/** The chains whose accounts have names, and sign for them. */
export const nameChainsOf = (chains: readonly Chain[]): readonly NameChain[] =>
  chains.filter(isEvmChain)
