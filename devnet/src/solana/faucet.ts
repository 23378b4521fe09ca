import { createHash } from 'node:crypto'
import { keypairOf, type Keypair } from './keys.ts'

/** The account that pays airdrops. Its key is public. */
export const createFaucet = (): Keypair =>
  keypairOf(createHash('sha256').update('Latchkey Solana Devnet faucet').digest())
