import { DatabaseError } from '@latchkey/server/db/database'
import type { HistoryEntry } from '@latchkey/protocol/history'
import type { Hex } from '../chainIndex/chainIndex.ts'
import type { Service } from '../service.ts'

const isHash = (hash: string): hash is Hex => /^0x[0-9a-f]{64}$/.test(hash)

/**
 * The entries of an account, with bought assets marked: `buy` in place of `receive`, and the
 * provider as the application. As in `readPurchases`, only arrived purchases are marked. Without
 * the database the entries stay as the chain reports them.
 */
export async function withPurchases(
  entries: readonly HistoryEntry[],
  account: Hex,
  { onramp }: Pick<Service, 'onramp'>,
): Promise<readonly HistoryEntry[]> {
  const hashes = entries.flatMap(({ metadata: { operationType, hash } }) =>
    operationType === 'receive' && isHash(hash.toLowerCase()) ? [hash.toLowerCase() as Hex] : [],
  ) // just checked
  if (hashes.length === 0 || !onramp.following) return entries
  const arrived = await onramp.following.orders.arrived(account, hashes).catch((error: unknown) => {
    if (error instanceof DatabaseError) return []
    throw error
  })
  const names = new Map(
    arrived.map(({ hash, provider }) => [
      hash.toLowerCase(),
      onramp.providers.find(({ id }) => id === provider)?.facts.name ?? provider,
    ]),
  )
  return names.size === 0
    ? entries
    : entries.map((entry) => {
        const name = names.get(entry.metadata.hash.toLowerCase())
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
