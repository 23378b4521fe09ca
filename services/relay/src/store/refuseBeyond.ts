import { type Share, ShareError } from './mailboxStore.ts'
import type { Held } from './storeUsage.ts'

/** Bytes that every client and address may use in a store that is nearly full. */
const floor = 1024 * 1024

/** The shares of a client and of an address. */
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
 * Refuses a request beyond the share of a client or of its address. While the store fills, both may
 * use at most as much as is still free, so the largest holders are refused first. The threshold is
 * that of shared-memory switches (Choudhury and Hahne, "Dynamic Queue Length Thresholds", 1998)
 * with α = 1.
 * @throws ShareError
 */
export function refuseBeyond(shares: Shares, { client, address, more, free }: ShareRequest): void {
  if (exceeds(client, more, shares.client)) throw new ShareError('client')
  if (address && exceeds(address, more, shares.address)) throw new ShareError('address')
  const held = Math.max(client.bytes, address?.bytes ?? 0)
  if (held + (more.bytes ?? 0) > thresholdOf(free) || (more.bytes ?? 0) > free)
    throw new ShareError('store')
}

/** Bytes that one client or address may use when `free` bytes are free. */
export const thresholdOf = (free: number): number => (free > 0 ? Math.max(floor, free) : 0)

const exceeds = (held: Held, { messages, bytes, subscriptions }: Partial<Held>, share: Share) =>
  isOver(held.messages, messages, share.messages) ||
  isOver(held.bytes, bytes, share.bytes) ||
  isOver(held.subscriptions, subscriptions, share.subscriptions)

/**
 * Whether a request exceeds a limit. A request that adds nothing of a kind does not, even if the
 * holder already has too much of it.
 */
const isOver = (held: number, more: number | undefined, max: number) =>
  more !== undefined && held + more > max
