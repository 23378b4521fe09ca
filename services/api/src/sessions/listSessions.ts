import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import type { Session } from '@latchkey/protocol/sessions/endpoints'
import { permissionJson } from '@latchkey/protocol/sessions/permissionJson'
import { checksumAddress } from 'viem'
import type { NameChain } from '../chains/registry.ts'
import { NodesError } from '../providers/nodes.ts'
import { findEnds } from './findEnds.ts'
import type { AccountFacts } from './readFacts.ts'
import { readGrant, type Grant } from './readGrant.ts'
import { chainOf, type SessionParts, type Waiting } from './sessionParts.ts'
import {
  listGranted,
  noteRevoked,
  type Caller,
  type SessionPlace,
  type StoredSession,
} from './sessionStore.ts'
import { isRevokedIn, standingOf } from './stateOf.ts'

/** A session with what its context grants. */
type Read = { row: StoredSession; grant: Grant }

/** The sessions of one network with what its chain says. */
type ChainPart = { reads: readonly Read[]; facts: AccountFacts | undefined }

/**
 * Lists the sessions of an account that the caller has recorded, as the chains see them, the newest
 * first.
 * @throws ApiError 400; DatabaseError
 */
export async function listSessions(
  parts: SessionParts,
  place: SessionPlace & Caller,
  waiting: Waiting,
): Promise<Session[]> {
  const { networkId } = place
  if (networkId !== undefined) chainOf(parts, networkId)
  const seen = await seeEnds(parts, place, waiting)
  const now = parts.now()
  const answers = seen.flatMap(({ reads, facts }) =>
    reads.map((read) => answerOf(read, facts, now)),
  )
  return answers.sort((a, b) => b.createdAt - a.createdAt)
}

/**
 * Reads sessions and what their chains say, and stores which of them have ended there. The facts
 * are undefined for a chain that no node answers for.
 * @throws DatabaseError
 */
export async function seeEnds(
  parts: SessionParts,
  place: SessionPlace & Partial<Caller>,
  waiting: Waiting,
): Promise<ChainPart[]> {
  const rows = await parts.access.run((queries) => listGranted(queries, place))
  const byNetwork = new Map<string, Read[]>()
  for (const read of await readRows(parts, rows, waiting)) {
    const { networkId } = read.row
    byNetwork.set(networkId, [...(byNetwork.get(networkId) ?? []), read])
  }
  const { signal } = waiting
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

/** The contexts that are read in one turn of the event loop. One takes up to a millisecond. */
const readAtOnce = 8

async function readRows(
  { grants }: SessionParts,
  rows: readonly StoredSession[],
  { turn }: Waiting,
): Promise<readonly Read[]> {
  const reads: Read[] = []
  let readNow = 0
  for (const row of rows) {
    const known = grants.peek(row.hash)
    if (!known && readNow++ % readAtOnce === 0) await turn()
    const grant = known ?? readGrant(row.context)
    if (!grant) continue // it was read before it was stored, so this does not happen
    const { terms, hash } = grant
    if (!known) grants.set(hash, { terms, hash })
    reads.push({ row, grant })
  }
  return reads
}

async function factsOf(
  { truth }: SessionParts,
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
  { access, metrics, now }: SessionParts,
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
  const notes = changed.map(({ row: { pci, hash, revokedAt } }) =>
    revokedAt === null
      ? {
          pci,
          revokedAt: times.get(hash) ?? Math.max(now(), facts.time),
          revokedBlock: facts.block,
        }
      : { pci, revokedAt: null, revokedBlock: null },
  )
  if (notes.length === 0) return reads
  await access.run((queries) => noteRevoked(queries, notes))
  metrics.sessions({ event: 'ended' }).add(ended.length)
  return reads.map(({ row, grant }) => ({
    row: { ...row, ...notes.find(({ pci }) => pci === row.pci) },
    grant,
  }))
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
