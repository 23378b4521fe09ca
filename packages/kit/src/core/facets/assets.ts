import type { AccountId, NetworkId } from '@latchkey/protocol/caip'
import type { Balance } from '../balance.ts'

/** An account on a network, as CAIP-10 has it. */
export type AssetsOf = { address: string; networkId: NetworkId; signal?: AbortSignal }

/** Assets of an account as its wallet reports them, where a wallet of the chain does. */
export type WalletAssets = {
  /**
   * Whether the account's wallet reports assets; undefined until the wallet was asked. False for an
   * account that is not connected.
   */
  knownSupport(accountId: AccountId): Promise<boolean | undefined>
  /** The same, but asks the wallet if it was not asked yet. */
  readSupport(accountId: AccountId): Promise<boolean>
  /**
   * The assets that the wallet reports, most valuable first; undefined where it fails or reports
   * something impossible.
   */
  read(accountId: AccountId, signal?: AbortSignal): Promise<readonly Balance[] | undefined>
}

/**
 * The state of an account when it was last read: the height of its chain, and its native balance,
 * as the facet compares it.
 */
export type ObservedAccount = { readonly height: bigint; readonly native: unknown }

/** Assets of the accounts of one namespace, from the network's own nodes and from wallets. */
export type AssetsFacet = {
  /**
   * Balances in the smallest unit: the native token first, then `tokens` in their order. @throws
   * when one of them could not be read
   */
  getBalances(parameters: AssetsOf & { tokens: readonly string[] }): Promise<readonly bigint[]>
  /**
   * A token's own address, symbol and decimals; the symbol is cut and cleaned. @throws KitError
   * actionNotAllowed when it is no token; what the node answers
   */
  readToken(parameters: AssetsOf): Promise<{ address: string; symbol: string; decimals: number }>
  /**
   * Whether an account has received or sent anything since `seen`; always true the first time.
   * @throws what the node answers
   */
  lookForChanges(
    parameters: AssetsOf & { seen?: ObservedAccount },
  ): Promise<{ seen: ObservedAccount; hasChanged: boolean }>
  wallet?: WalletAssets
}
