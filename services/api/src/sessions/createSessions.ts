import { randomUUID } from 'node:crypto'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import type { Session } from '@latchkey/protocol/sessions/endpoints'
import { createAccess } from '@latchkey/server/db/createAccess'
import type { Database } from '@latchkey/server/db/database'
import { createSharedCache } from '@latchkey/server/sharedCache'
import { wait } from '@latchkey/server/waiting'
import { ApiError } from '../apiError.ts'
import type { NameChain } from '../chains/registry.ts'
import type { Metrics } from '../metrics.ts'
import { checkSignature } from '../names/checkSignature.ts'
import { createChainTruth } from './chainTruth.ts'
import { listSessions } from './listSessions.ts'
import { recordSession, type GrantedSession } from './recordSession.ts'
import {
  chainOf,
  checkExpiry,
  unknownSession,
  type NetworkAccount,
  type SessionParts,
  type Waiting,
} from './sessionParts.ts'
import {
  findOwn,
  findSession,
  forgetSessions,
  insertAnnounced,
  isGranted,
  markRevoked,
  type Caller,
  type SessionPlace,
  type Site,
} from './sessionStore.ts'

/**
 * The sessions that sites have recorded. Its functions throw ApiError, and DatabaseError while the
 * database does not answer.
 */
export type Sessions = {
  /** Whether any chain has sessions. */
  isOffered: boolean
  /**
   * Announces a session.
   * @returns its id
   * @throws ApiError 400, 429
   */
  announce(session: NetworkAccount & Caller & Site & { expiry: number }): Promise<string>
  /**
   * Records what the account has granted.
   * @returns the session's id; that of an earlier one if the same grant was recorded before
   * @throws ApiError 400, 401, 403, 404, 429, 503
   */
  activate(session: GrantedSession, waiting: Waiting): Promise<string>
  /** The sessions of an account that the caller has recorded, as the chains see them. */
  list(place: SessionPlace & Caller, waiting: Waiting): Promise<Session[]>
  /** The context of a session that the caller has recorded. @throws ApiError 404 */
  context(place: SessionPlace & Caller, pci: string): Promise<Hex>
  /**
   * Marks a session as revoked.
   * @param proof the account's signature of the id (EIP-191)
   * @throws ApiError 401, 404, 503
   */
  revoke(
    place: SessionPlace,
    proof: { pci: string; signature: Hex },
    waiting: Waiting,
  ): Promise<void>
  close(): Promise<void>
}

/** Milliseconds between two clean-ups, and the most rows that one deletes. */
const cleaning = { pause: 60_000, rows: 1_000 }

/** The most stored contexts whose meaning is kept in memory, about 1 kB each. */
const maxGrants = 10_000

/**
 * Makes the store of sessions. Without chains it opens no database.
 * @param options.chains the chains that have sessions
 * @param options.now milliseconds
 */
export function createSessions({
  open,
  onFailure,
  now,
  chains,
  metrics,
}: {
  chains: readonly NameChain[]
  open: () => Promise<Database>
  now: () => number
  metrics: Metrics
  onFailure: (error: Error) => void
}): Sessions {
  if (chains.length === 0) return noSessions
  const access = createAccess(open, onFailure)
  const stop = new AbortController()
  const all: SessionParts = {
    ...{ access, chains, metrics },
    truth: createChainTruth(now),
    grants: createSharedCache({ lifetime: Infinity, max: maxGrants, now }),
    now: () => Math.floor(now() / 1_000),
  }
  const cleaned = clean(all, stop.signal)
  return {
    isOffered: true,
    announce: (session) => announce(all, session),
    activate: (session, waiting) => recordSession(all, session, waiting),
    list: (place, waiting) => listSessions(all, place, waiting),
    async context(place, pci) {
      const found = await access.run((queries) => findOwn(queries, place, pci))
      if (!found || !isGranted(found)) throw unknownSession()
      return found.context
    },
    revoke: (place, proof, waiting) => revoke(all, place, proof, waiting),
    async close() {
      stop.abort()
      await cleaned
      await access.close()
    },
  }
}

const notOffered = async (): Promise<never> => {
  throw new ApiError(404, '', 'Not found')
}
const noSessions: Sessions = {
  isOffered: false,
  announce: notOffered,
  activate: notOffered,
  list: notOffered,
  context: notOffered,
  revoke: notOffered,
  close: async () => {},
}

async function announce(
  parts: SessionParts,
  { expiry, ...session }: Parameters<Sessions['announce']>[0],
): Promise<string> {
  const { access, metrics } = parts
  chainOf(parts, session.networkId)
  const now = parts.now()
  checkExpiry(expiry, now)
  const pci = randomUUID()
  const refused = await access.run((queries) => insertAnnounced(queries, { ...session, pci }, now))
  if (refused)
    throw new ApiError(429, 'rate_limited', 'Too many sessions of this account are announced', {
      headers: { 'retry-after': '60' },
    })
  metrics.sessions({ event: 'announced' }).add()
  return pci
}

async function revoke(
  { access, chains, metrics, now }: SessionParts,
  place: SessionPlace,
  { pci, signature }: { pci: string; signature: Hex },
  waiting: Waiting,
): Promise<void> {
  const found = await access.run((queries) => findSession(queries, place, pci))
  if (!found || !isGranted(found)) throw unknownSession()
  const chain = chains.find(({ networkId }) => networkId === found.networkId)
  await checkSignature({ address: place.account, message: pci, signature }, chain, waiting)
  await access.run((queries) => markRevoked(queries, pci, now()))
  if (found.markedAt === null) metrics.sessions({ event: 'revoked' }).add()
}

/** Deletes old sessions until `stop` aborts. */
async function clean({ access, now, metrics }: SessionParts, stop: AbortSignal): Promise<void> {
  await access.whenOpen
  while (!stop.aborted) {
    try {
      const gone = await access.run((queries) => forgetSessions(queries, now(), cleaning.rows))
      if (gone > 0) metrics.sessions({ event: 'deleted' }).add(gone)
    } catch {
      metrics.sessions({ event: 'clean-up failed' }).add() // the next clean-up tries again
    }
    await wait(cleaning.pause, stop)
  }
}
