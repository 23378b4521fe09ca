import { createListeners } from '../core/createListeners.ts'
import { kitError } from '../core/errors.ts'
import type { KitError } from '../core/KitError.ts'
import type { RelayClient } from './relay/relayClient.ts'
import type { Session } from './session.ts'
import type { Store } from './store.ts'

/** What a wallet at the other end did. */
export type SessionEvent =
  | { type: 'changed'; topic: string }
  /** A session came of a code that an earlier page of this tab showed, and that nobody waits for. */
  | { type: 'came'; topic: string }
  | { type: 'ended'; topic: string }
  | { type: 'event'; topic: string; networkId: string; name: string; data: unknown }
  /** An answer to what an earlier page of this tab asked, and that nobody waits for; kept for who asks the same again. */
  | { type: 'answered'; topic: string; networkId: string; method: string; answer: { result: unknown } | { error: KitError } }

/** What opens the messages of a topic, hex: a shared key, or the secret one that a first message is made for. */
export type TopicKeys = { symKey?: string; secretKey?: string }

/** The sessions that are alive, with their keys, and who wants to hear of them. */
export type SessionBook = {
  sessions(): readonly Session[]
  find(topic: string): Session | undefined
  /** @throws KitError alertSessionExpired */
  expect(topic: string): Session
  save(session: Session): void
  /** Takes a session out and leaves its topic. */
  forget(topic: string): void
  /** Keys of topics that are no session's yet, or no longer. */
  keys: Map<string, TopicKeys>
  keyOf(topic: string): TopicKeys | undefined
  emit(event: SessionEvent): void
  subscribe(listener: (event: SessionEvent) => void): () => void
  close(): void
}

/** Keeps the book in step with the store, and so with other tabs. `seconds` is the time since 1970. */
export function createSessionBook({ store, relay, seconds }: { store: Store; relay: Pick<RelayClient, 'restore' | 'unsubscribe'>; seconds: () => number }): SessionBook {
  const { tell: emit, clear, subscribe } = createListeners<[event: SessionEvent]>()
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
    for (const [topic, session] of known) if (!isEqual(session, before.get(topic))) emit({ type: 'changed', topic })
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

// both came through the same schema, which puts their fields in one order
const isEqual = (one: Session, other: Session | undefined) => JSON.stringify(one) === JSON.stringify(other)
