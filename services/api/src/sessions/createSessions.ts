import { randomUUID } from 'node:crypto'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import type { Session } from '@latchkey/protocol/sessions/endpoints'
import { writeContext } from '@latchkey/protocol/sessions/delegation'
import { permissionJson } from '@latchkey/protocol/sessions/permissions'
import { createAccess, type Access } from '@latchkey/server/db/createAccess'
import type { Database } from '@latchkey/server/db/database'
import { wait } from '@latchkey/server/waiting'
import { checksumAddress } from 'viem'
import { ApiError, unavailable, unsupportedChain } from '../apiError.ts'
import { chainIdOf } from '../chains/evm/evmChain.ts'
import { evmKey } from '../chains/evm/evmKeys.ts'
import type { NameChain } from '../chains/registry.ts'
import type { Metrics } from '../metrics.ts'
import { checkSignature } from '../names/checkSignature.ts'
import { NodesError } from '../providers/nodes.ts'
import { createChainTruth, type ChainTruth } from './chainTruth.ts'
import { findEnds } from './findEnds.ts'
import type { AccountFacts } from './readFacts.ts'
import { checkSigned, readGrant, type ReadGrant } from './readGrant.ts'
import {
  findOwn,
  findSession,
  forgetSessions,
  insertAnnounced,
  isGranted,
  listGranted,
  markRevoked,
  noteRevoked,
  recordGrant,
  type Caller,
  type SessionPlace,
  type Site,
  type StoredSession,
} from './sessionStore.ts'
import { isRevokedIn, standingOf } from './stateOf.ts'

/** An account of one network. */
export type NetworkAccount = { account: Hex; networkId: string }

/** How a client waits for its turn, and how it leaves. */
export type Waiting = { turn: () => Promise<void>; signal: AbortSignal }

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
  activate(
    session: NetworkAccount & Caller & { pci: string; expiry: number; context: Hex },
    waiting: Waiting,
  ): Promise<string>
  /** The sessions of an account that the caller has recorded, as the chains see them. */
  list(place: SessionPlace & Caller, signal: AbortSignal): Promise<Session[]>
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

export type SessionParts = {
  /** The chains that have sessions. */
  chains: readonly NameChain[]
  open: () => Promise<Database>
  /** Milliseconds. */
  now: () => number
  metrics: Metrics
  onFailure: (error: Error) => void
}

/** The longest session in seconds: a year, and a day for clocks and time zones. */
const maxDuration = 367 * 86_400

/** Milliseconds between two clean-ups, and the most rows that one deletes. */
const cleaning = { pause: 60_000, rows: 1_000 }

type Parts = Omit<SessionParts, 'now'> & { access: Access; truth: ChainTruth; now: () => number }

/** Makes the store of sessions. Without chains it opens no database. */
export function createSessions({ now, ...parts }: SessionParts): Sessions {
  if (parts.chains.length === 0) return noSessions
  const access = createAccess(parts.open, parts.onFailure)
  const stop = new AbortController()
  const seconds = () => Math.floor(now() / 1_000)
  const all: Parts = { ...parts, access, truth: createChainTruth(now), now: seconds }
  const cleaned = clean(all, stop.signal)
  return {
    isOffered: true,
    announce: (session) => announce(all, session),
    activate: (session, waiting) => activate(all, session, waiting),
    list: (place, signal) => list(all, place, signal),
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

const unknownSession = () => new ApiError(404, 'pci', 'There is no such session of this account')

/** @throws ApiError 400 */
function chainOf({ chains }: Parts, networkId: string): NameChain {
  const found = chains.find((chain) => chain.networkId === networkId)
  if (!found) throw unsupportedChain()
  return found
}

/** @throws ApiError 400 */
function checkExpiry(expiry: number, now: number): void {
  if (expiry <= now) throw new ApiError(400, 'expiry', 'The end of the session has passed')
  if (expiry > now + maxDuration) throw new ApiError(400, 'expiry', 'A session ends within a year')
}

async function announce(
  parts: Parts,
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

async function activate(
  parts: Parts,
  { context, expiry, ...session }: Parameters<Sessions['activate']>[0],
  { turn, signal }: Waiting,
): Promise<string> {
  const { access, metrics } = parts
  const { account, networkId, pci } = session
  const chain = chainOf(parts, networkId)
  // the chain is asked only about what was announced
  if (!(await access.run((queries) => findOwn(queries, session, pci)))) throw unknownSession()
  await turn()
  const grant = checkGrant(context, { account, expiry, chain }, parts.now())
  const fromBlock = await checkOnChain(parts, chain, account, grant, signal)
  const { hash } = grant
  const stored = { context: writeContext(grant.delegation), hash, expiry, fromBlock }
  const record = () => access.run((queries) => recordGrant(queries, session, stored, parts.now()))
  let recording = await record()
  if (recording.status === 'full') {
    // those that have ended on the chain make room, so they have to be known
    await seeEnds(parts, { account, networkId: undefined }, signal)
    recording = await record()
  }
  if (!('pci' in recording)) throw refusals[recording.status]()
  if (recording.status === 'recorded') metrics.sessions({ event: 'granted' }).add()
  return recording.pci
}

const refusals = {
  unknown: unknownSession,
  other: () => new ApiError(403, 'pci', 'The session has another context'),
  foreign: () => new ApiError(403, 'context', 'Another site has recorded this context'),
  full: () =>
    new ApiError(429, 'rate_limited', 'The account has too many sessions that have not ended', {
      headers: { 'retry-after': '3600' },
    }),
} as const

/**
 * Reads a context and checks what can be checked without a node.
 * @throws ApiError 400, 401, 403
 */
function checkGrant(
  context: Hex,
  { account, expiry, chain }: { account: Hex; expiry: number; chain: NameChain },
  now: number,
): ReadGrant {
  const grant = readGrant(context)
  if (!grant) throw new ApiError(400, 'context', 'The context grants something unknown')
  if (evmKey(grant.delegation.delegator) !== account)
    throw new ApiError(403, 'context', 'The context is one of another account')
  if (grant.terms.expiry !== expiry)
    throw new ApiError(400, 'expiry', 'The context has another end')
  checkExpiry(expiry, now)
  checkSigned(grant, Number(chainIdOf(chain)))
  return grant
}

/**
 * Checks that a grant counts on its chain.
 * @returns the number of the newest block
 * @throws ApiError 400; 503 if no node answers, or where the account is not upgraded yet
 */
async function checkOnChain(
  { truth }: Parts,
  chain: NameChain,
  account: Hex,
  grant: ReadGrant,
  signal: AbortSignal,
): Promise<number> {
  const facts = await truth.fresh(chain, account, [grant], signal).catch((error: unknown) => {
    if (error instanceof NodesError)
      throw unavailable('chainId', 'The session cannot be checked now', error)
    throw error
  })
  if (!facts.isKnown || facts.nonce === undefined)
    throw new ApiError(400, 'chainId', 'The known contracts of sessions are missing there')
  if (isRevokedIn(facts, grant, { revokedBlock: null }))
    throw new ApiError(400, 'context', 'The account has ended this session')
  // a node may be some blocks behind the wallet's
  if (!facts.isUpgraded)
    throw unavailable('id', 'The account is no smart account on this network yet')
  if (facts.nonce < grant.terms.nonce)
    throw unavailable('context', 'The session does not count on this network yet')
  return facts.block
}

/** A session with what its context grants. */
type Read = { row: StoredSession; grant: ReadGrant }

/** The sessions of one network with what its chain says. */
type ChainPart = { reads: readonly Read[]; facts: AccountFacts | undefined }

async function list(
  parts: Parts,
  place: SessionPlace & Caller,
  signal: AbortSignal,
): Promise<Session[]> {
  const { networkId } = place
  if (networkId !== undefined) chainOf(parts, networkId)
  const seen = await seeEnds(parts, place, signal)
  const now = parts.now()
  const answers = seen.flatMap(({ reads, facts }) =>
    reads.map((read) => answerOf(read, facts, now)),
  )
  return answers.sort((a, b) => b.createdAt - a.createdAt)
}

/**
 * Reads sessions and what their chains say, and stores which of them have ended there. The facts
 * are undefined for a chain that no node answers for.
 */
async function seeEnds(
  parts: Parts,
  place: SessionPlace & Partial<Caller>,
  signal: AbortSignal,
): Promise<ChainPart[]> {
  const rows = await parts.access.run((queries) => listGranted(queries, place))
  const byNetwork = new Map<string, Read[]>()
  for (const row of rows) {
    const grant = readGrant(row.context)
    if (!grant) continue // it was read before it was stored
    const reads = byNetwork.get(row.networkId) ?? []
    reads.push({ row, grant })
    byNetwork.set(row.networkId, reads)
  }
  return Promise.all(
    [...byNetwork].map(async ([networkId, reads]) => {
      const chain = parts.chains.find((one) => one.networkId === networkId)
      const facts = chain && (await factsOf(parts, chain, place.account, reads, signal))
      if (!chain || !facts) return { reads, facts }
      const seen = await noteEnds(parts, { chain, facts, account: place.account }, reads, signal)
      return { reads: seen, facts }
    }),
  )
}

async function factsOf(
  { truth }: Parts,
  chain: NameChain,
  account: Hex,
  reads: readonly Read[],
  signal: AbortSignal,
): Promise<AccountFacts | undefined> {
  try {
    const grants = reads.map(({ grant }) => grant)
    return await truth.recent(chain, account, grants, signal)
  } catch (error) {
    if (error instanceof NodesError) return undefined
    throw error
  }
}

/** Stores since when sessions have ended on their chain. @returns the sessions as they are then */
async function noteEnds(
  { access, metrics, now }: Parts,
  { chain, account, facts }: { chain: NameChain; account: Hex; facts: AccountFacts },
  reads: readonly Read[],
  signal: AbortSignal,
): Promise<readonly Read[]> {
  const changed = reads.filter(({ row, grant }) => {
    const isRevoked = isRevokedIn(facts, grant, row)
    return isRevoked !== undefined && isRevoked !== (row.revokedAt !== null)
  })
  const ended = changed.filter(({ row }) => row.revokedAt === null)
  const times =
    ended.length === 0
      ? new Map<Hex, number>()
      : await findEnds(
          chain,
          account,
          ended.map(({ row, grant }) => ({ ...row, nonce: grant.terms.nonce })),
          signal,
        )
  const revoked = new Map<string, Pick<StoredSession, 'revokedAt' | 'revokedBlock'>>()
  for (const { row } of changed) {
    const isEnded = row.revokedAt === null
    const note = isEnded
      ? { revokedAt: times.get(row.hash) ?? Math.max(now(), facts.time), revokedBlock: facts.block }
      : { revokedAt: null, revokedBlock: null }
    await access.run((queries) => noteRevoked(queries, row.pci, note))
    if (isEnded) metrics.sessions({ event: 'ended' }).add()
    revoked.set(row.pci, note)
  }
  return reads.map(({ row, grant }) => ({ row: { ...row, ...revoked.get(row.pci) }, grant }))
}

function answerOf({ row, grant }: Read, facts: AccountFacts | undefined, now: number): Session {
  const { permission, rules } = permissionJson(grant.terms)
  const { type, data } = permission
  return {
    pci: row.pci,
    project: { id: row.project, name: row.name, url: row.url, iconUrl: row.iconUrl },
    account: `${row.networkId}:${checksumAddress(row.account)}`,
    createdAt: row.createdAt,
    expiry: row.expiry,
    permissions: [{ type, data }],
    policies: rules.map((rule) => ({ type: rule.type, data: rule.data })),
    context: row.context,
    ...standingOf(row, grant, facts, now),
  }
}

async function revoke(
  { access, chains, metrics, now }: Parts,
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
async function clean({ access, now, metrics }: Parts, stop: AbortSignal): Promise<void> {
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
