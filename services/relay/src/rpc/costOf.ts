import { partsOf } from '@latchkey/protocol/isObject'
import type { Frame } from './readFrame.ts'

/** The number of bytes that costs as much as one request. */
export const bytesOfOne = 16 * 1024
/**
 * The number of topics, subscriptions or receipts that costs as much as one request. Each of them
 * takes some lookups and a write.
 */
const itemsOfOne = 10
/** Parameters that are lists. The number says how many items cost as much as one request. */
const lists = [
  ['messages', 1],
  ['topics', itemsOfOne],
  ['subscriptions', itemsOfOne],
  ['receipts', itemsOfOne],
] as const

/**
 * The cost of a frame, counted in requests. A frame costs at least one. A list costs one for each
 * message, and one for every ten topics, subscriptions or receipts. Every 16 KiB of the frame cost
 * one more. The acknowledgement of a push that the relay has sent costs only its bytes.
 */
export function costOf(
  frame: Frame,
  bytes: number,
  isPushed: (id: number) => boolean = () => false,
): number {
  const items = itemsOf(frame, isPushed)
  return items + Math.floor(bytes / bytesOfOne)
}

function itemsOf(frame: Frame, isPushed: (id: number) => boolean): number {
  if (frame.kind === 'acknowledgement') return isPushed(frame.id) ? 0 : 1
  let items = 1
  if (frame.kind === 'flaw') return items
  const params = partsOf(frame.params)
  for (const [name, ofOne] of lists) {
    const list = params[name]
    if (Array.isArray(list)) items = Math.max(items, list.length / ofOne)
  }
  return items
}
