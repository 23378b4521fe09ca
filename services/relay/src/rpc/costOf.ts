import { partsOf } from '@latchkey/protocol/isObject'
import type { Frame } from './readFrame.ts'

/** Bytes that count as much as a request. */
export const bytesOfOne = 16 * 1024
/**
 * Topics, subscriptions or receipts that count as much as a request: each takes some lookups and a
 * write.
 */
const itemsOfOne = 10
/** Members of parameters that are lists, and how many of their items count as much as a request. */
const lists = [
  ['messages', 1],
  ['topics', itemsOfOne],
  ['subscriptions', itemsOfOne],
  ['receipts', itemsOfOne],
] as const

/**
 * The number of requests as which a frame counts: one, and more for every message that it publishes,
 * for many topics, subscriptions or receipts, and for many bytes. The acknowledgement of a push that
 * was sent is free.
 */
export function costOf(
  frame: Frame,
  bytes: number,
  isPushed: (id: number) => boolean = () => false,
): number {
  const items =
    frame.kind === 'acknowledgement'
      ? isPushed(frame.id)
        ? 0
        : 1
      : frame.kind === 'flaw'
        ? 1
        : Math.max(1, ...lists.map(([name, ofOne]) => lengthOf(frame.params, name) / ofOne))
  return items + Math.floor(bytes / bytesOfOne)
}

function lengthOf(params: unknown, key: (typeof lists)[number][0]): number {
  const list = partsOf(params)[key]
  return Array.isArray(list) ? list.length : 0
}
