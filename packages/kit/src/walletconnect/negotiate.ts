import * as times from '@latchkey/protocol/times'
import { kitError } from '../core/errors.ts'
import { withLimit } from '../core/withLimit.ts'
import { deriveTopic } from './crypto/keys.ts'
import { includesAll } from './granted.ts'
import type { Pairing } from './pairingUri.ts'
import type { ProposalParts } from './proposals.ts'
import { check, refuse } from './refuse.ts'
import { proposalAnswer, sessionLife, settlement } from './session.ts'
import type { AskedNamespaces, OpenProposal, Session } from './session.ts'

/** The parts that a negotiation needs: `settling` handles settlements by topic, `keep` stores its progress. */
type Parts = Omit<ProposalParts, 'raw' | 'tab' | 'scope'> & { settling: Map<string, (params: unknown) => true>; keep(record: OpenProposal): void }

/** The error code for a wallet that granted less than the site requires. Source: WalletConnect v2 error codes */
const lacking = 5104

/** Proposes and waits for the settlement, continuing where an earlier page stopped. @throws KitError unauthorized when the wallet grants too little, and what `channel.request` throws */
export async function negotiate(parts: Parts, { topic, expiry }: Pairing, record: OpenProposal, signal: AbortSignal): Promise<Session> {
  const { clock, relay, channel, metadata, keep } = parts
  const { namespaces, required }: { namespaces: AskedNamespaces; required: AskedNamespaces } = JSON.parse(record.asked) // written by `propose`
  if (record.responder) return awaitSettlement(parts, record, record.responder, required, signal)
  const params = {
    requiredNamespaces: required,
    optionalNamespaces: namespaces,
    relays: [{ protocol: 'irn' }],
    pairingTopic: topic,
    proposer: { publicKey: record.publicKey, metadata: { description: '', icons: [], ...metadata } },
    expiryTimestamp: expiry,
  }
  const ended = new AbortController() // the relay may confirm the message after the answer has arrived
  const onSent = () => void (ended.signal.aborted || keep({ ...record, isSent: true }))
  const prepare = (limited: AbortSignal) => relay.subscribe(topic, { signal: limited })
  const { id, isSent } = record
  const { result } = await channel
    .request({ topic, method: 'wc_sessionPropose', params, id, isSent, prepare, onSent, ms: expiry * 1_000 - clock.now(), signal })
    .finally(() => ended.abort())
  const { responderPublicKey } = check(proposalAnswer, result)
  keep({ ...record, responder: responderPublicKey })
  return awaitSettlement(parts, record, responderPublicKey, required, signal)
}

/** Waits for the settlement, in which the wallet names its grants. */
async function awaitSettlement({ use, clock, relay, book, settling }: Parts, { uri, secretKey, publicKey }: OpenProposal, theirs: string, required: AskedNamespaces, signal: AbortSignal): Promise<Session> {
  const seconds = () => Math.floor(clock.now() / 1_000)
  const { topic, symKey } = await deriveTopic(use, secretKey, theirs)
  const pairingTopic = uri.slice(3, 67)
  const readSettlement = (params: unknown): Session => {
    const { namespaces, controller, expiry } = check(settlement, params)
    if (controller.publicKey !== theirs) return refuse(7001, 'Settled by somebody else')
    if (expiry <= seconds()) return refuse(1006, 'The expiry has passed')
    if (!includesAll(namespaces, required)) return refuse(lacking, 'Less is granted than the site requires')
    return { topic, symKey, pairingTopic, self: { publicKey }, peer: controller, namespaces, expiry: Math.min(expiry, seconds() + sessionLife + 60) }
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
              // only the wallet has the key of this topic, so no better settlement will follow. The answer must leave before the key is removed
              clock.setTimeout(() => reject(isLess ? kitError('unauthorized', { cause }) : cause), 0)
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
