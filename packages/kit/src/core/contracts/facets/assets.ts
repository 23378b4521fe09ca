import type { AccountId, NetworkId } from '@latchkey/protocol/caip'
import type { Balance } from '../balance.ts'

/** The account to read: its address and its network, the two parts of a CAIP-10 id. */
export type AssetsOf = { address: string; networkId: NetworkId; signal?: AbortSignal }

/**
 * Assets of an account, as its wallet reports them. The facet's `wallet` is absent if no wallet of
 * the chain reports assets.
 */
export type WalletAssets = {
  /**
   * Whether the account's wallet reports assets. Undefined until the wallet has answered a request
   * for it; false for an account that is not connected.
   */
  knownSupport(accountId: AccountId): Promise<boolean | undefined>
  /**
   * Whether the account's wallet reports assets. Sends the wallet a request unless the answer is
   * known.
   */
  readSupport(accountId: AccountId): Promise<boolean>
  /**
   * The assets that the wallet reports, most valuable first. Undefined where the request fails or
   * the report is invalid.
   */
  read(accountId: AccountId, signal?: AbortSignal): Promise<readonly Balance[] | undefined>
}

/**
 * The state of an account at the last check: the height of its chain, and its native balance, in
 * the form that the facet compares.
 */
export type ObservedAccount = { readonly height: bigint; readonly native: unknown }

/** Assets of the accounts of one namespace, from the network's own nodes and from wallets. */
export type AssetsFacet = {
  /**
   * Balances in the smallest unit: the native token's first, then those of `tokens` in their order.
   * @throws when a balance could not be read
   */
  getBalances(parameters: AssetsOf & { tokens: readonly string[] }): Promise<readonly bigint[]>
  /**
   * A token's own address, symbol and decimals. The symbol is cut and cleaned. Absent where the
   * chain has no tokens.
   * @throws KitError actionNotAllowed when the address is no token; the node's errors
   */
  readToken?(parameters: AssetsOf): Promise<{ address: string; symbol: string; decimals: number }>
  /**
   * Whether an account has received or sent anything since the state `seen`. Always true without
   * `seen`.
   * @throws the node's errors
   */
  lookForChanges(
    parameters: AssetsOf & { seen?: ObservedAccount },
  ): Promise<{ seen: ObservedAccount; hasChanged: boolean }>
  wallet?: WalletAssets
}
