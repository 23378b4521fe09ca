import * as times from '@latchkey/protocol/times'
import { partsOf } from '@latchkey/protocol/isObject'
import { loadCode } from '../../core/page/loadCode.ts'
import { kitError } from '../../core/errors/errors.ts'
import { withLimit } from '../../core/errors/withLimit.ts'
import type { Cacao } from './authentication/cacao.ts'
import { deriveTopic } from './crypto/keys.ts'
import { includesAll } from './granted.ts'
import type { Pairing } from './pairingUri.ts'
import { propertiesToStore } from './properties.ts'
import { check, refuse } from './refuse.ts'
import { proposalAnswer, sessionLife, settlement } from './session.ts'
import type { RequestedNamespaces, OpenProposal, Session } from './session.ts'
import type { Clock } from '../../core/page/clock.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import type { Channel } from './channel.ts'
import type { RelayClient } from './relay/relayClient.ts'
import type { RelayTime } from './relay/relayTime.ts'
import type { Scope } from './scope.ts'
import type { SessionBook } from './sessionBook.ts'
import type { Primitives } from './crypto/native.ts'

/** The site's description that the wallet shows. */
export type SiteIdentity = {
  name: string
  description?: string
  url: string
  icons?: readonly string[]
}

/** The parts that proposals need. */
export type ProposalParts = {
  use: Primitives
  /** Provides the relay's time. */
  clock: Clock
  time: RelayTime
  raw: RawStorage
  tab: string
  relay: RelayClient
  channel: Channel
  book: SessionBook
  scope: Scope
  metadata: SiteIdentity
}

/**
 * The parts that a negotiation needs. `settling` contains the handlers of settlements, by topic.
 * `store` stores the progress of the negotiation.
 */
type Parts = Omit<ProposalParts, 'raw' | 'tab' | 'scope'> & {
  settling: Map<string, (params: unknown) => true>
  store(record: OpenProposal): void
}

/**
 * The error code for a wallet that granted less than the site requires. Source: WalletConnect v2
 * error codes
 */
const lacking = 5104
/**
 * The error codes for a method that a wallet does not have. Source: WalletConnect v2 error codes,
 * JSON-RPC 2.0
 */
const [unsupported, methodNotFound] = [10_001, -32_601]

/**
 * The result of a negotiation: a session, and the messages that the wallet signed, if the site
 * requested signatures.
 */
export type Negotiated = { session: Session; cacaos: readonly Cacao[] }

/**
 * Proposes and waits for the settlement, or continues the negotiation of an earlier page. If the
 * record has a sign-in, also requests the wallet to connect and sign in at once.
 * @throws KitError unauthorized when the wallet grants too little, signatureDeclined when it signed
 *   another message, pairingExpired when it does not settle in time, and the errors of
 *   `channel.request`
 */
export async function negotiate(
  parts: Parts,
  pairing: Pairing,
  record: OpenProposal,
  signal: AbortSignal,
): Promise<Negotiated> {
  const propose = async (limited: AbortSignal) => ({
    session: await proposeSession(parts, pairing, record, limited),
    cacaos: [],
  })
  if (!record.signIn || record.responder) return propose(signal)
  const { requestSignIn: askToSignIn } = await loadCode(
    import('./authentication/requestSignIn.lazy.ts'),
  )
  const controller = new AbortController()
  const onAbort = () => controller.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  // the wallet answers either the proposal or the sign-in request. Then the other one is aborted
  return new Promise<Negotiated>((resolve, reject) => {
    const onSent = () => void propose(controller.signal).then(resolve, reject)
    if (record.isSent) onSent()
    askToSignIn(parts, pairing, record, { signal: controller.signal, onSent }).then(
      resolve,
      (error: unknown) => isUnknownMethod(error) || reject(error as Error),
    ) // an error of any type
  }).finally(() => {
    signal.removeEventListener('abort', onAbort)
    controller.abort()
  })
}

/**
 * Whether a wallet answered that it does not know the sign-in request. It can still answer the
 * proposal.
 */
const isUnknownMethod = (error: unknown) =>
  error instanceof Error &&
  [unsupported, methodNotFound].includes(Number(partsOf(error.cause)['code']))

/** Proposes and waits for the settlement. */
async function proposeSession(
  parts: Parts,
  { topic, expiry }: Pairing,
  record: OpenProposal,
  signal: AbortSignal,
): Promise<Session> {
  const { clock, relay, channel, metadata, store } = parts
  const {
    namespaces,
    required,
  }: { namespaces: RequestedNamespaces; required: RequestedNamespaces } = JSON.parse(record.asked) // from `propose`
  if (record.responder) return awaitSettlement(parts, record, record.responder, required, signal)
  const params = {
    requiredNamespaces: required,
    optionalNamespaces: namespaces,
    relays: [{ protocol: 'irn' }],
    pairingTopic: topic,
    proposer: {
      publicKey: record.publicKey,
      metadata: { description: '', icons: [], ...metadata },
    },
    expiryTimestamp: expiry,
  }
  // the relay may confirm the message only after the answer has arrived. Then the record is not
  // stored again
  const ended = new AbortController()
  const onSent = () => void (ended.signal.aborted || store({ ...record, isSent: true }))
  const prepare = (limited: AbortSignal) => relay.subscribe(topic, { signal: limited })
  const { id, isSent } = record
  const { result } = await channel
    .request({
      topic,
      method: 'wc_sessionPropose',
      params,
      id,
      isSent,
      prepare,
      onSent,
      ms: Math.min(times.pairing, expiry * 1_000 - clock.now()),
      signal,
    })
    .finally(() => ended.abort())
  const { responderPublicKey } = check(proposalAnswer, result)
  store({ ...record, responder: responderPublicKey })
  return awaitSettlement(parts, record, responderPublicKey, required, signal)
}

/** Waits for the settlement, which contains the wallet's grants. */
async function awaitSettlement(
  { use, clock, relay, book, settling }: Parts,
  { uri, secretKey, publicKey }: OpenProposal,
  theirs: string,
  required: RequestedNamespaces,
  signal: AbortSignal,
): Promise<Session> {
  const seconds = () => Math.floor(clock.now() / 1_000)
  const { topic, symKey } = await deriveTopic(use, secretKey, theirs)
  const pairingTopic = uri.slice(3, 67)
  const readSettlement = (params: unknown): Session => {
    const { namespaces, controller, expiry, ...properties } = check(settlement, params)
    if (controller.publicKey !== theirs) return refuse(7001, 'Settled by somebody else')
    if (expiry <= seconds()) return refuse(1006, 'The expiry has passed')
    if (!includesAll(namespaces, required))
      return refuse(lacking, 'Less is granted than the site requires')
    return {
      topic,
      symKey,
      pairingTopic,
      self: { publicKey },
      peer: controller,
      namespaces,
      expiry: Math.min(expiry, seconds() + sessionLife + 60),
      ...propertiesToStore(properties),
    }
  }
  book.keys.set(topic, { symKey })
  try {
    return await withLimit(
      (limited) =>
        new Promise<Session>((resolve, reject) => {
          settling.set(topic, (params) => {
            try {
              const session = readSettlement(params)
              book.save(session)
              resolve(session)
              return true
            } catch (cause) {
              const isLess = cause instanceof Error && 'code' in cause && cause.code === lacking
              // Only the wallet has the key of this topic, so no better settlement will follow. The
              // answer must be sent before the key is removed.
              clock.setTimeout(
                () => reject(isLess ? kitError('unauthorized', { cause }) : cause),
                0,
              )
              throw cause
            }
          })
          relay.subscribe(topic, { signal: limited }).catch(reject)
        }),
      { ms: times.pairing, clock, signal, onTimeout: () => kitError('pairingExpired') },
    )
  } catch (error) {
    void relay.unsubscribe(topic)
    throw error
  } finally {
    settling.delete(topic)
    book.keys.delete(topic)
  }
}
