import type { Share } from './mailboxStore.ts'

/** The usage of a client or an address: messages, their bytes, and subscriptions. */
export type Held = Share

const page = 4_096
/**
 * Bytes that keys and pages take besides a small message, and bytes of a subscription. Measured
 * with folders of 100,000.
 */
const overhead = 500
export const subscriptionBytes = 500

/** Bytes of the store for a message of a length. A large one has its own pages. */
export function bytesOf({ length }: { length: number }): number {
  return length < page / 2 ? length + overhead : Math.ceil((length + 200) / page) * page + overhead
}

const [tenMinutes, hour, day] = [600_000, 3_600_000, 86_400_000]

/**
 * The end of the bucket of time in which something counts. After a crash a count is never wrong for
 * longer than the counted things live.
 */
export const bucketOf = {
  message: (from: number, until: number): number =>
    endOf(until, until - from > 2 * hour ? hour : tenMinutes),
  subscription: (until: number): number => endOf(until, day),
}

const endOf = (time: number, width: number) => Math.ceil(time / width) * width
