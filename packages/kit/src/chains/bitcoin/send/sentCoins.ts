import type { NetworkId } from '@latchkey/protocol/caip'
import { contextOf } from '../../../core/kit/context.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { perKit } from '../../../core/kit/perKit.ts'
import type { PendingTransaction } from '../../../core/transactions/pendingTransactions.ts'
import { pace } from '../../../session/transactions/pace.ts'
import { isSameAddress } from '@latchkey/protocol/address'
import { coinKey } from '../esplora/answers.ts'
import type { Outpoint } from '../esplora/answers.ts'

/** The most coins that a replacement key names. A key of more would not fit into storage. */
const maxCoins = 50

/** The coins that a transaction spends, as its replacement key. */
export const replacementKeyOf = (coins: readonly Outpoint[]): string =>
  coins.slice(0, maxCoins).map(coinKey).sort().join(',')

/** The most transactions whose coins a kit remembers. */
const maxRemembered = 100
const remembered = perKit(() => new Map<string, string>())

/**
 * Remembers the coins of a transaction that is being sent, because the node may forget it before
 * the kit has read it.
 */
export function rememberCoins(kit: Kit, txid: string, coins: readonly Outpoint[]): void {
  const keys = remembered(kit)
  if (keys.size >= maxRemembered) keys.clear()
  keys.set(txid, replacementKeyOf(coins))
}

/** The replacement key of a transaction that this page has sent. Undefined for any other one. */
export const rememberedKey = (kit: Kit, txid: string): string | undefined =>
  remembered(kit).get(txid)

/** The txids of transactions that the node has refused. */
const refused = perKit(() => new Set<string>())

/**
 * Remembers that the node has refused a transaction. A lying node may have passed it on all the
 * same, so the next payment spends one of its coins: a block can include only one of the two.
 */
export function rememberRefused(kit: Kit, txid: string): void {
  const txids = refused(kit)
  if (txids.size >= maxRemembered) txids.clear()
  txids.add(txid)
}

/** The coins that a replacement key names. Coins that can't be read are left out. */
export const coinsIn = (replacementKey: string): readonly Outpoint[] =>
  replacementKey.split(',').flatMap((text) => {
    const [, txid, vout] = /^([\da-f]{64}):(\d{1,6})$/.exec(text) ?? []
    return txid === undefined ? [] : [{ txid, vout: Number(vout) }]
  })

/**
 * The coins of the account's transactions that are in no block yet, by their names:
 * - `reserved`: of a transaction that was sent just now. The node may not know it yet
 * - `missing`: of each transaction that the node should know by now. If the node lists such a coin,
 *   the transaction has vanished from the network, or the node has lost it
 * - `refused`: of each transaction that this page has signed and the node has refused
 */
export function sentCoins(
  kit: Kit,
  { address, networkId }: { address: string; networkId: NetworkId },
): {
  reserved: ReadonlySet<string>
  missing: readonly ReadonlySet<string>[]
  refused: readonly ReadonlySet<string>[]
} {
  const now = contextOf(kit).clock.now()
  const open = (kit.getState().pending ?? []).filter(
    (entry) =>
      entry.networkId === networkId &&
      isSameAddress(entry.address, address) &&
      ['pending', 'unseen', 'dropped'].includes(entry.status),
  )
  const isNew = ({ status, sentAt }: PendingTransaction) =>
    status === 'pending' && now - sentAt < pace.missing
  const namesIn = (key = '') => coinsIn(key).map(coinKey)
  const namesOf = ({ replacementKey }: PendingTransaction) => namesIn(replacementKey)
  return {
    reserved: new Set(open.filter(isNew).flatMap(namesOf)),
    missing: open.filter((entry) => !isNew(entry)).map((entry) => new Set(namesOf(entry))),
    refused: [...refused(kit)].map((txid) => new Set(namesIn(rememberedKey(kit, txid)))),
  }
}
