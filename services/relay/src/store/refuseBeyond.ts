import { type Share, ShareError } from './mailboxStore.ts'
import type { Held } from './storeUsage.ts'

/** Bytes that every client and every address may use, even in a store that is nearly full. */
const floor = 1024 * 1024

/** The limits of a client and of an address. */
export type Shares = { client: Share; address: Share }

type ShareRequest = {
  client: Held
  /** Undefined when the address is unknown. */
  address: Held | undefined
  more: Partial<Held>
  /** Free bytes of the store. */
  free: number
}

/**
 * Throws if a client or its address would store more than its limit. The fuller the store is, the
 * less each of them may store: at most as many bytes as are still free, but always a MiB while any
 * are free. So those that store most are refused first. Shared-memory switches use the same
 * threshold (Choudhury and Hahne, "Dynamic Queue Length Thresholds", 1998, with α = 1).
 * @throws ShareError
 */
export function refuseBeyond(shares: Shares, { client, address, more, free }: ShareRequest): void {
  if (exceeds(client, more, shares.client)) throw new ShareError('client')
  if (address && exceeds(address, more, shares.address)) throw new ShareError('address')
  const held = Math.max(client.bytes, address?.bytes ?? 0)
  if (held + (more.bytes ?? 0) > thresholdOf(free) || (more.bytes ?? 0) > free)
    throw new ShareError('store')
}

/** Bytes that one client or address may use while `free` bytes are free. */
export const thresholdOf = (free: number): number => (free > 0 ? Math.max(floor, free) : 0)

const exceeds = (held: Held, { messages, bytes, subscriptions }: Partial<Held>, share: Share) =>
  isOver(held.messages, messages, share.messages) ||
  isOver(held.bytes, bytes, share.bytes) ||
  isOver(held.subscriptions, subscriptions, share.subscriptions)

/**
 * Whether a request exceeds a limit. A request that adds nothing of a kind never exceeds its limit,
 * even if the limit is already exceeded.
 */
const isOver = (held: number, more: number | undefined, max: number) =>
  more !== undefined && held + more > max
