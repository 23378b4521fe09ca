import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import * as v from 'valibot'
import { readStored, writeStored } from '../../core/storage/storage.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import { keyName } from '../../core/storage/storedKeys.ts'
import { randomHex } from './crypto/keys.ts'
import { createRecords, readRows } from './records.ts'
import { key, storedSession } from './session.ts'
import type { Session } from './session.ts'

const goneTopic = v.object({ topic: key, expiry: v.number() })

/**
 * Stored data that the tabs of a site share. It survives a reload. An invalid session is left out,
 * without affecting the others.
 */
export type Store = {
  /** Ed25519 seed, hex: the client's identity for the relay. Made once. */
  seed(): string
  sessions(): readonly Session[]
  /**
   * Adds a session, or replaces the session with the same topic. Does nothing for a session that
   * was removed, in this tab or another.
   */
  save(session: Session): void
  remove(topic: string): void
  /** Whether the session of this topic was removed. The last 200 removed sessions are known. */
  isGone(topic: string): boolean
  /**
   * Calls back when another tab has changed the sessions. Also calls back when the page returns
   * from the bfcache, because another tab may have changed them meanwhile.
   * @returns the function that stops the calls
   */
  watch(onChange: () => void): () => void
}

/**
 * Makes the store over the kit's storage. `now` returns milliseconds. Expired sessions are left
 * out.
 */
export function createStore(raw: RawStorage, now: () => number): Store {
  const read = () =>
    readRows(storedSession, readStored(raw, 'walletconnect.sessions')).filter(
      ({ expiry }) => expiry * 1_000 > now(),
    )
  const gone = createRecords(raw, {
    key: 'walletconnect.deleted',
    schema: goneTopic,
    max: counts.recentlyDeleted,
    now,
  })
  const isGone = (topic: string) => gone.all().some((record) => record.topic === topic)
  const write = (list: readonly Session[]) => writeStored(raw, 'walletconnect.sessions', list)
  return {
    seed() {
      const stored = raw.getItem(keyName('walletconnect.seed'))
      if (stored && /^[0-9a-f]{64}$/.test(stored)) return stored
      const seed = randomHex()
      raw.setItem(keyName('walletconnect.seed'), seed)
      return seed
    },
    sessions: read,
    save(session) {
      if (!isGone(session.topic))
        write([...read().filter(({ topic }) => topic !== session.topic), session])
    },
    remove(topic) {
      gone.put(
        { topic, expiry: Math.floor((now() + times.relayHistory) / 1_000) },
        (record) => record.topic === topic,
      )
      write(read().filter((session) => session.topic !== topic))
    },
    isGone,
    watch(onChange) {
      if (typeof window === 'undefined') return () => {}
      const page = window
      const listener = ({ key }: StorageEvent) => {
        if (key === keyName('walletconnect.sessions')) onChange()
      }
      // while it was in the bfcache, the page got no events of other tabs
      const onShow = ({ persisted }: PageTransitionEvent) => void (persisted && onChange())
      page.addEventListener('storage', listener)
      page.addEventListener('pageshow', onShow)
      return () => {
        page.removeEventListener('storage', listener)
        page.removeEventListener('pageshow', onShow)
      }
    },
  }
}
