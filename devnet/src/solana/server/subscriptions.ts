import type { Chain, ChainEvents, Executed } from '../chain/chain.ts'
import type { Commitment, Json } from '../chain/types.ts'

/**
 * What a subscription wants to know. Each function returns the result for the notification, or
 * nothing if the event does not concern the subscription.
 */
export type Interest = {
  /** The method name of the subscription's notifications. */
  notification: string
  commitment: Commitment
  /** Called when a transaction reaches the commitment. */
  onTransaction?: (event: Executed) => Json | undefined
  /** Called when a slot reaches the commitment. `changed` are the accounts that it has changed. */
  onSlot?: (slot: number, changed: ReadonlySet<string>) => Json[]
  /** Whether the subscription ends with its first notification. */
  once?: boolean
}

/** The subscriptions of all sockets. */
export type Subscriptions = {
  add(id: number, interest: Interest, send: (text: Notification) => void): void
  remove(id: number): void
  count(): number
}

/** A notification: its method name and its parameters. */
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
      // at each new slot exactly one slot reaches each commitment
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
