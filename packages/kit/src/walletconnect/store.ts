import * as v from 'valibot'
import { storagePrefix } from '../core/storage.ts'
import type { RawStorage } from '../core/storage.ts'
import { randomHex } from './crypto/keys.ts'
import { storedSession } from './session.ts'
import type { Session } from './session.ts'

const prefix = `${storagePrefix}walletconnect.`
const sessions = v.array(storedSession)

/** What survives a reload, shared by the tabs of a site. Broken content reads as nothing. */
export type Store = {
  /** Ed25519 seed, hex: the identity towards the relay; made once. */
  seed(): string
  sessions(): readonly Session[]
  /** Adds a session or puts it in place of the one with its topic. */
  save(session: Session): void
  remove(topic: string): void
  /** Calls back when another tab changed the sessions. @returns its stop */
  watch(onChange: () => void): () => void
}

/** Keeps seed and sessions in the kit's storage. `now` in milliseconds; expired sessions are gone. */
export function createStore(raw: RawStorage, now: () => number): Store {
  const read = () => {
    const parsed = v.safeParse(sessions, parse(raw.getItem(`${prefix}sessions`)))
    return parsed.success ? parsed.output.filter(({ expiry }) => expiry * 1_000 > now()) : []
  }
  const write = (list: readonly Session[]) => raw.setItem(`${prefix}sessions`, JSON.stringify(list))
  return {
    seed() {
      const stored = raw.getItem(`${prefix}seed`)
      if (stored && /^[0-9a-f]{64}$/.test(stored)) return stored
      const seed = randomHex()
      raw.setItem(`${prefix}seed`, seed)
      return seed
    },
    sessions: read,
    save: (session) => write([...read().filter(({ topic }) => topic !== session.topic), session]),
    remove: (topic) => write(read().filter((session) => session.topic !== topic)),
    watch(onChange) {
      if (typeof window === 'undefined') return () => {}
      const page = window
      const listener = ({ key }: StorageEvent) => {
        if (key === `${prefix}sessions`) onChange()
      }
      page.addEventListener('storage', listener)
      return () => page.removeEventListener('storage', listener)
    },
  }
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined // broken content is no content
  }
}
