import { createListeners } from '../../core/kit/createListeners.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { KitError } from '../../core/errors/KitError.ts'
import type { RelayClient } from './relay/relayClient.ts'
import type { Session } from './session.ts'
import type { Store } from './store.ts'

/** An action of the wallet at the other end. */
export type SessionEvent =
  | { type: 'changed'; topic: string }
  /**
   * A session was made by a code that is no longer shown, or that an earlier page of this tab
   * showed. No call waits for it.
   */
  | { type: 'added'; topic: string }
  | { type: 'ended'; topic: string }
  | { type: 'event'; topic: string; networkId: string; name: string; data: unknown }
  /**
   * An answer to a request of an earlier page of this tab. No call waits for the answer. It is
   * stored, and a call with the same request gets it.
   */
  | {
      type: 'answered'
      topic: string
      networkId: string
      method: string
      answer: { result: unknown } | { error: KitError }
    }

/**
 * The keys that decrypt the messages of a topic, in hex. `symKey` is the shared key; `secretKey`
 * decrypts a first message with the sender's public key.
 */
export type TopicKeys = { symKey?: string; secretKey?: string }

/** The sessions of the client, their keys, and the listeners to their events. */
export type SessionBook = {
  sessions(): readonly Session[]
  find(topic: string): Session | undefined
  /**
   * The session of a topic. A session that has expired is forgotten.
   * @throws KitError alertSessionExpired if there is no session that is still valid
   */
  expect(topic: string): Session
  save(session: Session): void
  /** Removes a session and unsubscribes its topic. */
  forget(topic: string): void
  /** Keys of topics whose session does not exist yet or any more. */
  keys: Map<string, TopicKeys>
  keyOf(topic: string): TopicKeys | undefined
  emit(event: SessionEvent): void
  subscribe(listener: (event: SessionEvent) => void): () => void
  close(): void
}

/**
 * Makes the book from the stored sessions, and updates it when another tab changes them. `seconds`
 * returns the time since 1970.
 */
export function createSessionBook({
  store,
  relay,
  seconds,
}: {
  store: Store
  relay: Pick<RelayClient, 'restore' | 'unsubscribe'>
  seconds: () => number
}): SessionBook {
  const { notify: emit, clear, subscribe } = createListeners<[event: SessionEvent]>()
  const keys = new Map<string, TopicKeys>()
  let known = readStore()
  const stopWatching = store.watch(followOtherTabs)
  relay.restore([...known.keys()])

  function readStore(): Map<string, Session> {
    return new Map(store.sessions().map((session) => [session.topic, session]))
  }

  function leave(topic: string): void {
    void relay.unsubscribe(topic)
    emit({ type: 'ended', topic })
  }

  function forget(topic: string): void {
    if (!known.delete(topic)) return
    store.remove(topic)
    leave(topic)
  }

  function followOtherTabs(): void {
    const before = known
    known = readStore()
    relay.restore([...known.keys()].filter((topic) => !before.has(topic)))
    for (const [topic, session] of known)
      if (!isEqual(session, before.get(topic))) emit({ type: 'changed', topic })
    for (const topic of before.keys()) if (!known.has(topic)) leave(topic)
  }

  return {
    sessions: () => [...known.values()].filter(({ expiry }) => expiry > seconds()),
    find: (topic) => known.get(topic),
    expect(topic) {
      const session = known.get(topic)
      if (session && session.expiry > seconds()) return session
      forget(topic)
      throw kitError('alertSessionExpired')
    },
    save(session) {
      known.set(session.topic, session)
      store.save(session)
    },
    forget,
    keys,
    keyOf(topic) {
      return keys.get(topic) ?? known.get(topic)
    },
    emit,
    subscribe,
    close() {
      stopWatching()
      clear()
    },
  }
}

// JSON can be compared, because the same schema has put the fields of both sessions in one order
const isEqual = (a: Session, b: Session | undefined) => JSON.stringify(a) === JSON.stringify(b)
