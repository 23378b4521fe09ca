import type { Chain, ChainEvents, Executed } from '../chain/chain.ts'
import type { Commitment, Json } from '../chain/types.ts'

/**
 * The events of a subscription. Each function returns the notification's result, or nothing when
 * the event does not concern it.
 */
export type Interest = {
  /** The name of its notifications. */
  notification: string
  commitment: Commitment
  /** A transaction reached the commitment. */
  onTransaction?: (event: Executed) => Json | undefined
  /** Called when a slot reaches the commitment. `changed`: addresses of its changed accounts. */
  onSlot?: (slot: number, changed: ReadonlySet<string>) => Json[]
  /** Whether it ends with its first notification. */
  once?: boolean
}

/** The subscriptions of all sockets. */
export type Subscriptions = {
  add(id: number, interest: Interest, send: (text: Notification) => void): void
  remove(id: number): void
  count(): number
}

/** The parameters of a notification, and its name. */
export type Notification = { method: string; params: { result: Json; subscription: number } }

type Subscription = { id: number; interest: Interest; send: (notification: Notification) => void }

/** Follows the chain, and notifies each subscription at its commitment. */
export function createSubscriptions(chain: Chain): Subscriptions & { close(): void } {
  const all = new Map<number, Subscription>()

  const notify = ({ id, interest, send }: Subscription, result: Json | undefined): void => {
    if (result === undefined || !all.has(id)) return
    if (interest.once) all.delete(id)
    send({ method: interest.notification, params: { result, subscription: id } })
  }
  const publish = (commitment: Commitment, slot: number, events: readonly Executed[]): void => {
    const changed = new Set(events.flatMap((event) => event.changed))
    for (const subscription of all.values()) {
      const { interest } = subscription
      if (interest.commitment !== commitment) continue
      for (const event of events) notify(subscription, interest.onTransaction?.(event))
      for (const result of interest.onSlot?.(slot, changed) ?? []) notify(subscription, result)
    }
  }
  const settled: readonly Commitment[] = ['confirmed', 'finalized']
  const events: ChainEvents = {
    executed: (event) => publish('processed', event.transaction.slot, [event]),
    slot: () => {
      // slots follow one after the other, so each slot reaches each commitment exactly once
      for (const commitment of settled) {
        const { number } = chain.slots.at(commitment)
        publish(commitment, number, chain.recent.get(number) ?? [])
      }
    },
  }
  chain.listeners.add(events)
  return {
    add: (id, interest, send) => void all.set(id, { id, interest, send }),
    remove: (id) => void all.delete(id),
    count: () => all.size,
    close: () => void chain.listeners.delete(events),
  }
}
