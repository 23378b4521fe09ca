import * as counts from '@latchkey/protocol/counts'
import { partsOf } from '@latchkey/protocol/isObject'
import type { Kit } from '../core/kit.ts'
import { readStored, writeStored } from '../core/storage.ts'
import { rememberStatus, unshare } from './sharedConnections.ts'

/**
 * Counts the visits on which the wallet of the earlier visit did not appear, and forgets it after three in a row: its extension is
 * probably uninstalled, and every visit would wait for it.
 */
export function countMissedVisits(kit: Kit, { recent, isHere }: { recent: string | undefined; isHere: boolean }): void {
  const { storage, adapters } = kit.context
  const before = partsOf(readStored(storage.raw, 'missed-visits'))
  if (recent === undefined || isHere) return before['count'] === undefined ? undefined : storeMissed(kit, undefined)
  const count = before['connectorId'] === recent && typeof before['count'] === 'number' ? before['count'] + 1 : 1
  if (count < counts.missedVisits) return storeMissed(kit, { connectorId: recent, count })
  storeMissed(kit, undefined)
  for (const { namespace } of adapters) unshare(kit, namespace, [recent])
  storage.remove('recent-connector')
  rememberStatus(kit)
}

/** @param missed the wallet, and the number of visits without it; undefined removes the count */
const storeMissed = (kit: Kit, missed: { connectorId: string; count: number } | undefined) => writeStored(kit.context.storage.raw, 'missed-visits', missed)
