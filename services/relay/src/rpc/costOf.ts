import { partsOf } from '@latchkey/protocol/isObject'
import type { Frame } from './readFrame.ts'

/** Bytes that cost as much as one request. */
export const bytesOfOne = 16 * 1024
/**
 * Topics, subscriptions or receipts that cost as much as one request. Each takes some lookups and a
 * write.
 */
const itemsOfOne = 10
/** Parameters that are lists, and the number of items that costs as much as one request. */
const lists = [
  ['messages', 1],
  ['topics', itemsOfOne],
  ['subscriptions', itemsOfOne],
  ['receipts', itemsOfOne],
] as const

/**
 * The cost of a frame in requests: one, and more for every published message, for many topics,
 * subscriptions or receipts, and for many bytes. The acknowledgement of a sent push is free.
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
