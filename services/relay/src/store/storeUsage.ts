import type { Share } from './mailboxStore.ts'

/** What a client or an address stores. */
export type Held = Share

const page = 4_096
/**
 * Bytes that a small message uses in addition to its text, and bytes that a subscription uses. They
 * were measured in folders with 100,000 of each.
 */
const overhead = 500
export const subscriptionBytes = 500

/** Bytes that the store needs for a message. A large message has pages of its own. */
export function bytesOf({ length }: { length: number }): number {
  return length < page / 2 ? length + overhead : Math.ceil((length + 200) / page) * page + overhead
}

const [tenMinutes, hour, day] = [600_000, 3_600_000, 86_400_000]

/**
 * The end of the bucket in which something is counted. A wrong count after a crash lasts no longer
 * than the counted data.
 */
export const bucketOf = {
  message: (from: number, until: number): number =>
    endOf(until, until - from > 2 * hour ? hour : tenMinutes),
  subscription: (until: number): number => endOf(until, day),
}

const endOf = (time: number, width: number) => Math.ceil(time / width) * width
