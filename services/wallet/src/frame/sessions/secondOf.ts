import type { Wallet } from '../wallet/Wallet.ts'

/**
 * The current second, since 1970, by the clock of the wallet's server where it is known. The
 * visitor's own clock may be wrong, and a session counts from and to a second of the chain.
 */
export const secondOf = ({ server }: Pick<Wallet, 'server'>): number =>
  Math.floor((server.now?.() ?? Date.now()) / 1_000)
