import * as times from '@latchkey/protocol/times'
import * as v from 'valibot'
import type { Clock } from '../../core/clock.ts'
import { kitError } from '../../core/errors.ts'
import { cacao, capabilityOf, grantedMethods, messageOf, signerOf } from './cacao.ts'
import type { Cacao } from './cacao.ts'
import type { Channel } from '../channel.ts'
import type { Primitives } from '../crypto/crypto.ts'
import { createKeyPair, deriveTopic, hashHex, randomHex } from '../crypto/keys.ts'
import type { KeyPair } from '../crypto/keys.ts'
import { formatPairingUri } from '../pairingUri.ts'
import { toPeerError } from '../peerError.ts'
import type { SiteIdentity } from '../proposals.ts'
import { check } from '../refuse.ts'
import type { RelayClient } from '../relay/relayClient.ts'
import type { Scope } from '../scope.ts'
import { peerSide, sessionLife } from '../session.ts'
import type { Session } from '../session.ts'
import type { SessionBook } from '../sessionBook.ts'

export type AuthenticateParameters = {
  /** CAIP-2 ids, all of eip155 (spec section 5). */
  networkIds: readonly string[]
  domain: string
  uri: string
  /** From the site's server; at least 8 letters and digits. */
  nonce: string
  statement?: string
  resources?: readonly string[]
  /** Methods of the session that the signature opens; without any, there is only a signature. */
  methods?: readonly string[]
  signal?: AbortSignal
  /** Whether the account signed the message; the chain decides (EIP-191, EIP-1271). */
  verify(signed: { address: string; networkId: string; message: string; signature: string }): Promise<boolean>
}

/** One request that connects and signs in. `expiresAt` in milliseconds. */
export type Authentication = { uri: string; expiresAt: number; approval: Promise<{ cacaos: readonly Cacao[]; session: Session | undefined }> }

type Parts = { use: Primitives; clock: Clock; relay: RelayClient; channel: Channel; book: SessionBook; scope: Scope; metadata: SiteIdentity }

const answer = v.object({ cacaos: v.pipe(v.array(cacao), v.minLength(1), v.maxLength(20)), responder: peerSide })

/**
 * Asks a wallet to connect and sign in at once (`wc_sessionAuthenticate`).
 * `approval` @throws KitError userRejected, pairingExpired, requestAborted; signatureDeclined when a signature is not the account's or not for this request
 */
export async function authenticate(parts: Parts, parameters: AuthenticateParameters): Promise<Authentication> {
  const { use, clock, relay, book } = parts
  if (!parameters.networkIds.length || parameters.networkIds.some((id) => !id.startsWith('eip155:'))) throw kitError('networkUnknown')
  const expiry = Math.floor(clock.now() / 1_000) + times.pairing / 1_000
  const pairing = { topic: randomHex(), symKey: randomHex(), expiry, methods: ['wc_sessionAuthenticate'] }
  const self = await createKeyPair(use)
  const answerTopic = await hashHex(use, self.publicKey)
  book.keys.set(pairing.topic, { symKey: pairing.symKey })
  book.keys.set(answerTopic, { secretKey: self.secretKey })
  const approval = parts.scope
    .run((signal) => negotiate(parts, { ...parameters, signal }, pairing, self, answerTopic), parameters.signal)
    .catch((error: unknown) => {
      throw toPeerError(error, 'pairingExpired')
    })
    .finally(() => {
      for (const topic of [pairing.topic, answerTopic]) {
        book.keys.delete(topic)
        void relay.unsubscribe(topic)
      }
    })
  approval.catch(() => {}) // the caller may handle a rejection later
  return { uri: formatPairingUri(pairing), expiresAt: expiry * 1_000, approval }
}

async function negotiate({ use, clock, relay, channel, book, metadata }: Parts, parameters: AuthenticateParameters, pairing: { topic: string; expiry: number }, self: KeyPair, answerTopic: string) {
  const { networkIds, domain, uri, nonce, statement, signal, methods = [] } = parameters
  const resources = [...(parameters.resources ?? []), ...(methods.length > 0 ? [capabilityOf(methods, networkIds)] : [])]
  const authPayload = { type: 'caip122', chains: networkIds, domain, aud: uri, nonce, version: '1', iat: new Date(clock.now()).toISOString(), statement, resources }
  const requester = { publicKey: self.publicKey, metadata: { description: '', icons: [], ...metadata } }
  await Promise.all([relay.subscribe(answerTopic, { signal }), relay.subscribe(pairing.topic, { signal })])
  const params = { authPayload, requester, expiryTimestamp: pairing.expiry }
  const { result } = await channel.request({ topic: pairing.topic, answerTopic, method: 'wc_sessionAuthenticate', params, ms: pairing.expiry * 1_000 - clock.now(), signal })
  const { cacaos, responder } = check(answer, result)
  for (const one of cacaos) await expectGenuine(one, parameters, resources)
  const granted = grantedMethods(cacaos[0]?.p.resources ?? [])
  if (granted.length === 0) return { cacaos, session: undefined }

  const { topic, symKey } = await deriveTopic(use, self.secretKey, responder.publicKey)
  const accounts = cacaos.map((one) => signerOf(one).accountId)
  const session: Session = {
    topic,
    symKey,
    pairingTopic: pairing.topic,
    self: { publicKey: self.publicKey },
    peer: responder,
    namespaces: { eip155: { accounts, chains: [...networkIds], methods: [...granted], events: ['chainChanged', 'accountsChanged'] } },
    expiry: Math.floor(clock.now() / 1_000) + sessionLife,
  }
  book.save(session)
  await relay.subscribe(topic, { signal })
  return { cacaos, session }
}

/** Accepts a signature only for this request and by the account that it names. @throws KitError signatureDeclined */
async function expectGenuine(signed: Cacao, { networkIds, domain, uri, nonce, verify }: AuthenticateParameters, resources: readonly string[]): Promise<void> {
  const { address, networkId } = signerOf(signed)
  const { p } = signed
  const isAsked = p.domain === domain && p.aud === uri && p.nonce === nonce && networkIds.includes(networkId)
  const grantsNoMore = grantedMethods(p.resources ?? []).every((method) => grantedMethods(resources).includes(method))
  if (!isAsked || !grantsNoMore || !(await verify({ address, networkId, message: messageOf(signed), signature: signed.s.s }))) throw kitError('signatureDeclined')
}
