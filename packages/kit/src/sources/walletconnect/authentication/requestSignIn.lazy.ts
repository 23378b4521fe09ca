import * as times from '@latchkey/protocol/times'
import * as v from 'valibot'
import { kitError } from '../../../core/errors/errors.ts'
import type { SiwxMessageData } from '../../../core/contracts/siwx.ts'
import { deriveTopic, hashHex } from '../crypto/keys.ts'
import type { Pairing } from '../pairingUri.ts'
import { check } from '../refuse.ts'
import { peerSide, sessionLife } from '../session.ts'
import type { RequestedNamespaces, OpenProposal, Session } from '../session.ts'
import {
  capabilityOf,
  cacao,
  grantedChains,
  grantedMethods,
  signerOf,
  statementOf,
  withoutCapability,
} from './cacao.ts'
import type { Cacao } from './cacao.ts'
import type { ProposalParts } from '../negotiate.ts'

/** The parts that a request to connect and sign in needs. */
type Parts = Omit<ProposalParts, 'raw' | 'tab' | 'scope'>

/** A session that was opened by a signature, and the signed messages. */
export type SignedIn = { session: Session; cacaos: readonly Cacao[] }

const answer = v.object({
  cacaos: v.pipe(v.array(cacao), v.minLength(1), v.maxLength(20)),
  responder: peerSide,
})

/**
 * Requests the wallet of a pairing to connect and sign in at once (`wc_sessionAuthenticate`,
 * CAIP-222), besides the proposal of the same pairing. A wallet that supports this method answers
 * this request; any other wallet answers the proposal. The site itself verifies the signature.
 * @throws KitError signatureDeclined for an answer to another request, and the errors of
 *   `channel.request`
 */
export async function requestSignIn(
  parts: Parts,
  { topic, expiry }: Pairing,
  record: OpenProposal,
  {
    signal,
    onSent,
  }: { signal: AbortSignal /** Called when the relay has the request. */; onSent: () => void },
): Promise<SignedIn> {
  const { use, clock, relay, channel, book, metadata } = parts
  const { chains, methods, messageData } = requestedSignIn(record)
  const resources = [...(messageData.resources ?? []), capabilityOf(methods, chains)]
  const requester = {
    publicKey: record.publicKey,
    metadata: { description: '', icons: [], ...metadata },
  }
  const answerTopic = await hashHex(use, record.publicKey)
  book.keys.set(answerTopic, { secretKey: record.secretKey })
  const { result } = await channel
    .request({
      topic,
      answerTopic,
      method: 'wc_sessionAuthenticate',
      params: {
        authPayload: authPayloadOf(messageData, chains, resources),
        requester,
        expiryTimestamp: expiry,
      },
      id: record.signIn?.id,
      isSent: record.isSent,
      prepare: (limited) => relay.subscribe(answerTopic, { signal: limited }),
      onSent,
      ms: Math.min(times.pairing, expiry * 1_000 - clock.now()),
      signal,
    })
    .finally(() => {
      book.keys.delete(answerTopic)
      void relay.unsubscribe(answerTopic)
    })
  const { cacaos, responder } = check(answer, result)
  if (!cacaos.every((cacao) => isAnswerTo(cacao, messageData, chains, resources)))
    throw kitError('signatureDeclined')
  const session: Session = {
    ...(await deriveTopic(use, record.secretKey, responder.publicKey)),
    pairingTopic: topic,
    self: { publicKey: record.publicKey },
    peer: responder,
    namespaces: { eip155: grantOf(cacaos, chains) },
    expiry: Math.floor(clock.now() / 1_000) + sessionLife,
  }
  book.save(session)
  await relay.subscribe(session.topic, { signal })
  return { session, cacaos }
}

/** Reads the sign-in that `propose` has stored in a record. */
function requestedSignIn(record: OpenProposal): {
  chains: readonly string[]
  methods: readonly string[]
  messageData: SiwxMessageData
} {
  const messageData: SiwxMessageData = JSON.parse(record.signIn?.data ?? '{}')
  const { namespaces }: { namespaces: RequestedNamespaces } = JSON.parse(record.asked)
  const { chains = [], methods = [] } = namespaces['eip155'] ?? {}
  return { chains, methods, messageData }
}

/** The message to sign, in the form of CAIP-122. */
function authPayloadOf(
  messageData: SiwxMessageData,
  chains: readonly string[],
  resources: readonly string[],
) {
  const { domain, uri, nonce, version, statement, requestId } = messageData
  return {
    type: 'caip122',
    chains,
    domain,
    aud: uri,
    nonce,
    version,
    iat: messageData.issuedAt,
    exp: messageData.expirationTime,
    nbf: messageData.notBefore,
    requestId,
    statement,
    resources,
  }
}

/**
 * The session grants that follow from signed messages: the signers' accounts on the chains of the
 * messages and on the granted chains, and the methods that the first message grants.
 */
function grantOf(cacaos: readonly Cacao[], chains: readonly string[]) {
  const accounts = cacaos.flatMap((cacao) => {
    const { networkId, address } = signerOf(cacao)
    return [networkId, ...grantedChains(cacao.p.resources ?? [])].map(
      (chain) => `${chain}:${address}`,
    )
  })
  return {
    accounts: [...new Set(accounts)],
    chains: [...chains],
    methods: [...grantedMethods(cacaos[0]?.p.resources ?? [])],
    events: ['chainChanged', 'accountsChanged'],
  }
}

/**
 * Whether a signed message has the requested content and grants no more. Its statement may already
 * contain the granted rights in words.
 */
function isAnswerTo(
  signed: Cacao,
  messageData: SiwxMessageData,
  chains: readonly string[],
  resources: readonly string[],
): boolean {
  const { p } = signed
  const own = p.resources ?? []
  const { domain, uri, version, nonce, statement, expirationTime, notBefore, requestId } =
    messageData
  const pairs = [
    [p.domain, domain],
    [p.aud, uri],
    [p.version, version],
    [p.nonce, nonce],
    [p.exp, expirationTime],
    [p.nbf, notBefore],
    [p.requestId, requestId],
    [statementOf(p), statementOf({ ...p, statement })],
  ] as const
  const isSame =
    pairs.every(([signed, requested]) => (signed ?? undefined) === (requested ?? undefined)) &&
    isSameList(withoutCapability(own), messageData.resources ?? [])
  const methods = grantedMethods(resources)
  return (
    isSame &&
    chains.includes(signerOf(signed).networkId) &&
    grantedMethods(own).every((method) => methods.includes(method)) &&
    grantedChains(own).every((chain) => chains.includes(chain))
  )
}

const isSameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((text, index) => text === b[index])
