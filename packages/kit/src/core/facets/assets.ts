import type { AccountId, NetworkId } from '@latchkey/protocol/caip'
import type { Balance } from '../balance.ts'

/** A network where an account stands, as CAIP-10 has it. */
export type AssetsOf = { address: string; networkId: NetworkId; signal?: AbortSignal }

/** What wallets tell of what an account holds, where one of the chain does. */
export type WalletAssets = {
  /** Whether the account's wallet tells it; undefined as long as it was not asked. False for an account that is not connected. */
  isKnownToTell(accountId: AccountId): Promise<boolean | undefined>
  /** The same; a wallet that was not asked is. */
  tells(accountId: AccountId): Promise<boolean>
  /** What it tells, dearest first; undefined where it fails or says what can't be. */
  read(accountId: AccountId, signal?: AbortSignal): Promise<readonly Balance[] | undefined>
}

/** An account when it was last looked at: the height of its chain, and what it had of the native token, as the facet compares it. */
export type SeenAccount = { readonly height: bigint; readonly native: unknown }

/** What accounts of one namespace hold, by the network's own nodes and by wallets. */
export type AssetsFacet = {
  /** Balances in the smallest unit: the native token first, then `tokens` in their order. @throws when one of them could not be read */
  getBalances(parameters: AssetsOf & { tokens: readonly string[] }): Promise<readonly bigint[]>
  /** What a token says of itself; its symbol is cut and cleaned. @throws KitError actionNotAllowed when it is no token; what the node answers */
  readToken(parameters: AssetsOf): Promise<{ address: string; symbol: string; decimals: number }>
  /** Whether anything has come to an account, or left it, since it was `seen`: always the first time. @throws what the node answers */
  lookForChanges(parameters: AssetsOf & { seen?: SeenAccount }): Promise<{ seen: SeenAccount; hasChanged: boolean }>
  wallet?: WalletAssets
}
