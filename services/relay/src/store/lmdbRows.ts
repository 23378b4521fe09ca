import type { MessageRow, SubscriptionRow } from './lmdbTables.ts'
import type { ClientId } from '../auth/didKey.ts'

/**
 * A row of a folder, or a value of Redis, is damaged or foreign. The store ignores it and removes
 * it.
 */
export class DamagedRowError extends Error {
  override readonly name = 'DamagedRowError'
}

/**
 * Reads the row of a message. Rows of earlier versions have no holder, and contain even large
 * messages. Undefined for an invalid row.
 */
export function readMessageRow(value: unknown): MessageRow | undefined {
  if (!Array.isArray(value)) return undefined
  const [publisher, request, hash, expires, data, holder = ''] = value as unknown[]
  const isOurs =
    isText(publisher) &&
    isText(request) &&
    isText(hash) &&
    typeof expires === 'number' &&
    (isText(data) || typeof data === 'number') &&
    isText(holder)
  // only ids of clients are stored there
  return isOurs ? [publisher as ClientId, request, hash, expires, data, holder] : undefined
}

/**
 * Reads the row of a subscription: its end and its holder. Rows of earlier versions are only the
 * end. Undefined for an invalid row.
 */
export function readSubscriptionRow(value: unknown): SubscriptionRow | undefined {
  if (typeof value === 'number') return [value, '']
  if (!Array.isArray(value)) return undefined
  const [end, holder] = value as unknown[]
  return typeof end === 'number' && isText(holder) ? [end, holder] : undefined
}

/** Number of characters of a row's message. */
export const lengthOf = ([, , , , data]: MessageRow): number =>
  typeof data === 'number' ? data : data.length

const isText = (value: unknown): value is string => typeof value === 'string'
