import type { AccountPurpose } from '../../../core/accounts/sharedAccount.ts'
import type { Coin } from '../assets/readCoins.ts'
import { coinKey } from '../esplora/answers.ts'

/** Coins of this amount or less are never spent: inscriptions are usually on 330 or 546 satoshi. */
const dustCoin = 546n
/** On an address that may have collectibles, coins of this amount or less are never spent. */
const smallCoin = 10_000n

/** The coins of an address by what a payment may do with them. */
export type SortedCoins = {
  spendable: readonly Coin[]
  /** Coins that may be collectibles. */
  protected: readonly Coin[]
  /** Coins that can be spent after a block. */
  waiting: readonly Coin[]
}

/**
 * Sorts the coins of an address. The kit has no list of the collectibles (inscriptions, runes), so
 * it leaves alone every coin that looks like one.
 * @param purpose the purpose that the wallet reported for the address. Without one, the address may
 *   have payments and collectibles
 * @param reserved the names of coins that a transaction of this browser has just spent, which the
 *   node may not know yet
 */
export function sortCoins(
  coins: readonly Coin[],
  { purpose, reserved }: { purpose: AccountPurpose | undefined; reserved: ReadonlySet<string> },
): SortedCoins {
  const isProtected = ({ amount }: Coin) =>
    purpose === 'ordinals' || amount <= (purpose === 'payment' ? dustCoin : smallCoin)
  const others = coins.filter((coin) => !isProtected(coin) && !reserved.has(coinKey(coin)))
  const isWaiting = ({ state }: Coin) => state === 'foreign' || state === 'chained'
  return {
    spendable: others.filter((coin) => !isWaiting(coin)),
    protected: coins.filter(isProtected),
    waiting: others.filter(isWaiting),
  }
}
