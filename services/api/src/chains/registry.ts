import type { ChainReader } from './chainReader.ts'
import { evm } from './evm/evm.ts'
import { solana } from './solana/solana.ts'

/**
 * The kinds of chains that the API reads. A new kind needs a folder beside this file, and a line
 * here.
 */
export const chainReaders = [evm, solana] as const satisfies readonly ChainReader[]
