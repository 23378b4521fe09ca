import * as times from '@latchkey/protocol/times'
import type { Clock } from '../core/clock.ts'
import { kitError } from '../core/errors.ts'
import { withLimit } from '../core/withLimit.ts'
import type { Channel, IncomingRequest } from './channel.ts'
import type { Primitives } from './crypto/crypto.ts'
import { createKeyPair, deriveTopic, randomHex } from './crypto/keys.ts'
import type { KeyPair } from './crypto/keys.ts'
import { formatPairingUri } from './pairingUri.ts'
import { toPeerError } from './peerError.ts'
import { check, refuse } from './refuse.ts'
import type { Scope } from './scope.ts'
import type { RelayClient } from './relay/relayClient.ts'
import { proposalAnswer, sessionLife, settlement } from './session.ts'
import type { AskedNamespaces, Session } from './session.ts'
import type { SessionBook } from './sessionBook.ts'

/** A proposal on its way: show `uri`; `approval` settles in any case. `expiresAt` in milliseconds. */
export type Proposal = { uri: string; expiresAt: number; approval: Promise<Session> }

/** Who asks, as the wallet shows it. */
export type SiteIdentity = { name: string; description?: string; url: string; icons?: readonly string[] }

type Parts = { use: Primitives; clock: Clock; relay: RelayClient; channel: Channel; book: SessionBook; scope: Scope; metadata: SiteIdentity }
type ProposeParameters = { namespaces: AskedNamespaces; signal?: AbortSignal }

/** From a fresh pairing to a settled session. */
export type Proposals = {
  propose(parameters: ProposeParameters): Promise<Proposal>
  /** Takes a wallet's settlement, if one is awaited on its topic. */
  settle(request: IncomingRequest): true
}

/** Makes the part of the client that gets sessions. */
export function createProposals({ use, clock, relay, channel, book, scope, metadata }: Parts): Proposals {
  const settling = new Map<string, (params: unknown) => true>()
  const seconds = () => Math.floor(clock.now() / 1_000)

  async function propose({ namespaces, signal }: ProposeParameters): Promise<Proposal> {
    const expiry = seconds() + times.pairing / 1_000
    const pairing = { topic: randomHex(), symKey: randomHex(), expiry }
    const self = await createKeyPair(use)
    book.keys.set(pairing.topic, { symKey: pairing.symKey })
    const approval = scope
      .run((limited) => negotiate(pairing, self, namespaces, limited), signal)
      .catch((error: unknown) => {
        throw toPeerError(error, 'pairingExpired')
      })
      .finally(() => {
        book.keys.delete(pairing.topic)
        void relay.unsubscribe(pairing.topic)
      })
    approval.catch(() => {}) // who shows the code looks at it when it is ready to
    return { uri: formatPairingUri(pairing), expiresAt: expiry * 1_000, approval }
  }

  async function negotiate(pairing: { topic: string; expiry: number }, self: KeyPair, namespaces: AskedNamespaces, signal: AbortSignal): Promise<Session> {
    await relay.subscribe(pairing.topic, { signal })
    const params = {
      requiredNamespaces: {},
      optionalNamespaces: namespaces,
      relays: [{ protocol: 'irn' }],
      pairingTopic: pairing.topic,
      proposer: { publicKey: self.publicKey, metadata: { description: '', icons: [], ...metadata } },
      expiryTimestamp: pairing.expiry,
    }
    const { result } = await channel.request({ topic: pairing.topic, method: 'wc_sessionPropose', params, ms: pairing.expiry * 1_000 - clock.now(), signal })
    return awaitSettlement(pairing.topic, self, check(proposalAnswer, result).responderPublicKey, signal)
  }

  /** Waits for the wallet's word on what it grants. */
  async function awaitSettlement(pairingTopic: string, self: KeyPair, theirs: string, signal: AbortSignal): Promise<Session> {
    const { topic, symKey } = await deriveTopic(use, self.secretKey, theirs)
    const readSettlement = (params: unknown): Session => {
      const { namespaces, controller, expiry } = check(settlement, params)
      if (controller.publicKey !== theirs) return refuse(7001, 'Settled by somebody else')
      if (expiry <= seconds()) return refuse(1006, 'The expiry has passed')
      return { topic, symKey, pairingTopic, self: { publicKey: self.publicKey }, peer: controller, namespaces, expiry: Math.min(expiry, seconds() + sessionLife + 60) }
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
              } catch (error) {
                // only the wallet has the key of this topic: nothing better is to come. The answer leaves before the key does
                clock.setTimeout(() => reject(error), 0)
                throw error
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

  return {
    propose,
    settle: ({ topic, params }) => settling.get(topic)?.(params) ?? refuse(7001, 'No settlement is awaited on this topic'),
  }
}
