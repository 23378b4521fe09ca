import type { Baked } from '../deployment.ts'

/** An account of the development mnemonic: its two addresses. */
export type BitcoinAccount = {
  /** The address for payments, of native segwit. */
  address: string
  /** The address for collectibles, of taproot. */
  ordinals: string
  role: string
}

/** The contents of the Bitcoin chain, stored in `devnet/baked/bitcoin.json`. */
export type BitcoinDeployment = Omit<Baked<string>, 'accounts'> & {
  networkId: string
  /** Made-up price of one bitcoin in dollars. */
  nativePrice: number
  accounts: readonly BitcoinAccount[]
}
