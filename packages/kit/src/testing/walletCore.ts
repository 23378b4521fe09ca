import type { LocalAccount } from 'viem'
import type { StoreApi } from 'zustand/vanilla'
import type { ConsentQueue } from './consentQueue.ts'
import { ProviderError } from './providerError.ts'
import type { WalletGrants } from './grants/walletGrants.ts'
import { visibleAccounts } from './walletState.ts'
import type { WalletState } from './walletState.ts'

/** Tokens whose balances a wallet lists, by chain id; `price` in US dollars. */
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
  /** The tokens in the wallet's list of assets, by chain. */
  assets?: WalletAssets | undefined
  /** The permissions that the wallet grants. */
  grants?: WalletGrants | undefined
  /** The site's origin, as the wallet's window shows it. */
  origin: string
  store: StoreApi<WalletState>
  consentQueue: ConsentQueue
  /** The signer of an address of this wallet. The address may be in upper or lower case. */
  signerOf(address: string): LocalAccount | undefined
  /** Runs tasks one after another, so that two transactions never use the same nonce. */
  inTurn<value>(task: () => Promise<value>): Promise<value>
}

/**
 * The signer of an account that the site may see.
 * @throws ProviderError 4100 for any other account
 */
export function permittedSigner(
  { store, signerOf }: WalletCore,
  address: `0x${string}`,
): LocalAccount {
  const signer = visibleAccounts(store.getState()).includes(lower(address)) && signerOf(address)
  if (!signer)
    throw new ProviderError(4100, 'The requested account has not been authorized by the user.')
  return signer
}

/** An address in lower case, the form in which the wallet stores and returns it. */
export function lower(address: `0x${string}`): `0x${string}` {
  return `0x${address.slice(2).toLowerCase()}`
}
