import type { LocalAccount } from 'viem'
import type { StoreApi } from 'zustand/vanilla'
import type { ConsentQueue } from './consentQueue.ts'
import { ProviderError } from './providerError.ts'
import { visibleAccounts } from './walletState.ts'
import type { WalletState } from './walletState.ts'

/** Tokens that a wallet looks for, by chain id; `price` in US dollars. */
export type WalletAssets = {
  readonly [chainId: number]: readonly {
    address: `0x${string}`
    name: string
    symbol: string
    decimals: number
    price?: number
  }[]
}

/** The parts that the wallet's methods use. */
export type WalletCore = {
  /** The tokens that the wallet lists in accounts, by chain. */
  assets?: WalletAssets | undefined
  /** The site's origin, as the person reads it in the wallet's window. */
  origin: string
  store: StoreApi<WalletState>
  consentQueue: ConsentQueue
  /** The key behind an address of the wallet's own, whatever its case. */
  signerOf(address: string): LocalAccount | undefined
  /** Runs one task after the other, so that two transactions never take one nonce. */
  inTurn<value>(task: () => Promise<value>): Promise<value>
}

/** The signer of an account that the site may see. @throws ProviderError 4100 when it may not */
export function permittedSigner(
  { store, signerOf }: WalletCore,
  address: `0x${string}`,
): LocalAccount {
  const signer = visibleAccounts(store.getState()).includes(lower(address)) && signerOf(address)
  if (!signer)
    throw new ProviderError(4100, 'The requested account has not been authorized by the user.')
  return signer
}

/** An address in lower case, as the wallet stores and answers addresses. */
export function lower(address: `0x${string}`): `0x${string}` {
  return `0x${address.slice(2).toLowerCase()}`
}
