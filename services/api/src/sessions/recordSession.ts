import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { writeContext } from '@latchkey/protocol/sessions/delegation'
import { ApiError, unavailable } from '../apiError.ts'
import { chainIdOf } from '../chains/evm/evmChain.ts'
import { evmKey } from '../chains/evm/evmKeys.ts'
import type { NameChain } from '../chains/registry.ts'
import { NodesError } from '../providers/nodes.ts'
import { seeEnds } from './listSessions.ts'
import { checkSigned, readGrant, type Grant, type SignedGrant } from './readGrant.ts'
import {
  chainOf,
  checkExpiry,
  unknownSession,
  type NetworkAccount,
  type SessionParts,
  type Waiting,
} from './sessionParts.ts'
import { findOwn, recordGrant, type Caller } from './sessionStore.ts'
import { isRevokedIn } from './stateOf.ts'

/** What a wallet has granted, for a session that was announced. */
export type GrantedSession = NetworkAccount & Caller & { pci: string; expiry: number; context: Hex }

/**
 * Records what an account has granted, if it counts on its chain.
 * @returns the session's id; that of an earlier one if the same grant was recorded before
 * @throws ApiError 400, 401, 403, 404, 429, 503; DatabaseError
 */
export async function recordSession(
  parts: SessionParts,
  { context, expiry, ...session }: GrantedSession,
  waiting: Waiting,
): Promise<string> {
  const { access, metrics } = parts
  const { account, networkId, pci } = session
  const chain = chainOf(parts, networkId)
  // the chain is asked only about what was announced
  if (!(await access.run((queries) => findOwn(queries, session, pci)))) throw unknownSession()
  await waiting.turn()
  const grant = checkGrant(context, { account, expiry, chain }, parts.now())
  const fromBlock = await checkOnChain(parts, chain, account, grant, waiting.signal)
  const { hash } = grant
  const stored = { context: writeContext(grant.delegation), hash, expiry, fromBlock }
  const record = () => access.run((queries) => recordGrant(queries, session, stored, parts.now()))
  let recording = await record()
  if (recording.status === 'full') {
    // those that have ended on the chain make room, so they have to be known
    await seeEnds(parts, { account, networkId: undefined }, waiting)
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
): SignedGrant {
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
  { truth }: SessionParts,
  chain: NameChain,
  account: Hex,
  grant: Grant,
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
