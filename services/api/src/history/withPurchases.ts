import { DatabaseError } from '@latchkey/server/db/database'
import type { HistoryEntry } from '@latchkey/protocol/history'
import type { Hex } from '../chainIndex/chainIndex.ts'
import type { Account } from '../chains/chainReader.ts'
import type { Service } from '../service.ts'
import { buyerOf } from './readPurchases.ts'

/** The key of a transaction, from its hash in an entry. Undefined on chains with other hashes. */
function keyOf(hash: string): Hex | undefined {
  const [, digits] = /^(?:0x)?([0-9a-f]{64})$/.exec(hash) ?? []
  return digits === undefined ? undefined : `0x${digits}`
}

/**
 * Marks the bought assets in the entries of an account: the type is `buy` instead of `receive`, and
 * the provider is the application. As in `readPurchases`, a purchase counts only when its tokens
 * have arrived. If the database fails, the entries are returned unchanged.
 */
export async function withPurchases(
  entries: readonly HistoryEntry[],
  account: Account,
  { onramp }: Pick<Service, 'onramp'>,
): Promise<readonly HistoryEntry[]> {
  const hashes = entries.flatMap(({ metadata: { operationType, hash } }) =>
    operationType === 'receive' ? (keyOf(hash) ?? []) : [],
  )
  if (hashes.length === 0 || !account.kind.abilities.purchases || !onramp.following) return entries
  const arrived = await onramp.following.orders
    .arrived(buyerOf(account), hashes)
    .catch((error: unknown) => {
      if (error instanceof DatabaseError) return []
      throw error
    })
  const names = new Map(
    arrived.map(({ hash, provider }) => [
      account.kind.keys.plainText(hash),
      onramp.providers.find(({ id }) => id === provider)?.facts.name ?? provider,
    ]),
  )
  return names.size === 0
    ? entries
    : entries.map((entry) => {
        const name = names.get(entry.metadata.hash)
        return name === undefined || entry.metadata.operationType !== 'receive'
          ? entry
          : {
              ...entry,
              metadata: {
                ...entry.metadata,
                operationType: 'buy' as const,
                application: { name, iconUrl: null },
              },
            }
      })
}
