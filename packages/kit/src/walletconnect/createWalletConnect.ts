import { isNetworkId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import * as v from 'valibot'
import type { Clock } from '../core/clock.ts'
import { kitError } from '../core/errors.ts'
import { pause } from '../core/http.ts'
import type { RawStorage } from '../core/storage.ts'
import { createChannel } from './channel.ts'
import type { IncomingRequest, RpcFailure } from './channel.ts'
import { createPrimitives } from './crypto/crypto.ts'
import type { Primitives } from './crypto/crypto.ts'
import { createKeyPair, deriveTopic, randomHex } from './crypto/keys.ts'
import { formatPairingUri } from './pairingUri.ts'
import { createRelayClient } from './relay/relayClient.ts'
import { proposalAnswer, sessionNamespaces, settlement } from './session.ts'
import type { AskedNamespaces, Session } from './session.ts'
import { createStore } from './store.ts'
import { toPeerError } from './peerError.ts'

export type WalletConnectOptions = {
  /** Any WalletConnect v2 relay, `wss://…`. */
  relayUrl: string
  projectId?: string
  /** Who asks, as the wallet shows it. */
  metadata: { name: string; description?: string; url: string; icons?: readonly string[] }
  storage: RawStorage
  clock: Clock
  /** @default the browser's */ WebSocket?: typeof WebSocket
  /** @default the browser's, or JavaScript where it lacks one */ primitives?: Primitives
}

/** What a wallet at the other end did. */
export type SessionEvent =
  | { type: 'changed'; topic: string }
  | { type: 'ended'; topic: string }
  | { type: 'event'; topic: string; networkId: string; name: string; data: unknown }

/** A proposal on its way: show `uri`; `approval` settles in any case. `expiresAt` in milliseconds. */
export type Proposal = { uri: string; expiresAt: number; approval: Promise<Session> }

/** A client of the WalletConnect v2 Sign protocol, for the site's side. */
export type WalletConnect = {
  /** Sessions that are alive, this tab's and those of other tabs of the site. */
  sessions(): readonly Session[]
  /** Calls back for what wallets do, until the returned function is called. */
  subscribe(listener: (event: SessionEvent) => void): () => void
  /** Proposes a session. `approval` @throws KitError userRejected, pairingExpired, requestAborted, and what the relay client throws */
  propose(parameters: { namespaces: AskedNamespaces; signal?: AbortSignal }): Promise<Proposal>
  /** Asks the wallet of a session. @throws KitError alertSessionExpired, walletTimeout, requestAborted, and what the wallet answers */
  request(parameters: { topic: string; networkId: string; method: string; params: unknown; signal?: AbortSignal; ms?: number }): Promise<unknown>
  /** Resolves when the other side answered. @throws KitError walletTimeout, alertSessionExpired */
  ping(parameters: { topic: string; signal?: AbortSignal }): Promise<void>
  /** Ends a session here first, then tells the wallet. @throws KitError disconnectFailed when it could not be told */
  disconnect(parameters: { topic: string }): Promise<void>
  /** Leaves the relay. Sessions stay. */
  close(): void
}

const expiringSoon = v.object({ expiry: v.optional(v.number()) })
const eventParams = v.object({ chainId: v.string(), event: v.object({ name: v.pipe(v.string(), v.maxLength(200)), data: v.unknown() }) })
/** The longest life of a session, in seconds. relay 9 */
const sessionLife = 7 * 86_400

/** Makes the client; it connects to the relay when there is a session to listen to or something to say. */
export function createWalletConnect({ relayUrl, projectId, metadata, storage, clock, WebSocket: Socket = globalThis.WebSocket, primitives: use = createPrimitives() }: WalletConnectOptions): WalletConnect {
  const seconds = () => Math.floor(clock.now() / 1_000)
  const store = createStore(storage, clock.now)
  const listeners = new Set<(event: SessionEvent) => void>()
  /** Keys of proposals on their way; those of sessions are the store's. */
  const keys = new Map<string, string>()
  const settling = new Map<string, (request: IncomingRequest) => unknown>()
  let known = new Map(store.sessions().map((session) => [session.topic, session]))

  const relay = createRelayClient({ relayUrl, projectId, seed: store.seed(), use, clock, WebSocket: Socket, onMessage: (topic, message) => channel.receive(topic, message) })
  const channel = createChannel({ use, clock, relay, keyOf, onRequest })
  const stopWatching = store.watch(followOtherTabs)
  relay.restore([...known.keys()])

  function keyOf(topic: string): { symKey: string } | undefined {
    const symKey = keys.get(topic) ?? known.get(topic)?.symKey
    return symKey === undefined ? undefined : { symKey }
  }

  function emit(event: SessionEvent): void {
    for (const listener of listeners) listener(event)
  }

  function save(session: Session): void {
    known.set(session.topic, session)
    store.save(session)
  }

  function forget(topic: string): void {
    if (!known.delete(topic)) return
    store.remove(topic)
    void relay.unsubscribe(topic)
    emit({ type: 'ended', topic })
  }

  function followOtherTabs(): void {
    const before = known
    known = new Map(store.sessions().map((session) => [session.topic, session]))
    relay.restore([...known.keys()].filter((topic) => !before.has(topic)))
    for (const topic of known.keys()) emit({ type: 'changed', topic })
    for (const topic of before.keys()) {
      if (known.has(topic)) continue
      void relay.unsubscribe(topic)
      emit({ type: 'ended', topic })
    }
  }

  /** The session of a topic. @throws KitError alertSessionExpired */
  function alive(topic: string): Session {
    const session = known.get(topic)
    if (session && session.expiry > seconds()) return session
    forget(topic)
    throw kitError('alertSessionExpired')
  }

  async function onRequest(request: IncomingRequest): Promise<unknown> {
    const { topic, method } = request
    if (method === 'wc_sessionSettle') return settling.get(topic)?.(request) ?? refuse(7001, 'No settlement is awaited on this topic')
    if (method === 'wc_pairingPing' || method === 'wc_sessionPing') return true
    if (method === 'wc_pairingDelete') return true
    const session = known.get(topic)
    if (!session) return refuse(7001, 'No session with this topic')
    return answerWallet(session, request)
  }

  /** What a wallet may do in a session that it controls. */
  function answerWallet(session: Session, { method, params }: IncomingRequest): true {
    const { topic } = session
    switch (method) {
      case 'wc_sessionUpdate': {
        const { namespaces } = check(v.object({ namespaces: sessionNamespaces }), params)
        save({ ...session, namespaces })
        emit({ type: 'changed', topic })
        return true
      }
      case 'wc_sessionExtend': {
        const { expiry = seconds() + sessionLife } = check(expiringSoon, params ?? {})
        if (expiry <= session.expiry || expiry > seconds() + sessionLife + 60) return expiry === session.expiry ? true : refuse(1006, 'The expiry is out of range')
        save({ ...session, expiry })
        return true
      }
      case 'wc_sessionEvent': {
        const { chainId, event } = check(eventParams, params)
        if (!isNetworkId(chainId)) return refuse(1005, 'Not a chain of this session')
        emit({ type: 'event', topic, networkId: chainId, name: event.name, data: event.data })
        return true
      }
      case 'wc_sessionDelete':
        // the answer leaves before the key does
        clock.setTimeout(() => forget(topic), 0)
        return true
      default:
        return refuse(10_001, `A site does not answer ${method}`)
    }
  }

  async function propose({ namespaces, signal }: { namespaces: AskedNamespaces; signal?: AbortSignal }): Promise<Proposal> {
    const expiry = seconds() + times.pairing / 1_000
    const pairing = { topic: randomHex(), symKey: randomHex(), expiry }
    const self = await createKeyPair(use)
    keys.set(pairing.topic, pairing.symKey)
    const approval = negotiate(pairing, self, namespaces, signal).finally(() => {
      keys.delete(pairing.topic)
      void relay.unsubscribe(pairing.topic)
    })
    approval.catch(() => {}) // who shows the code looks at it when it is ready to
    return { uri: formatPairingUri(pairing), expiresAt: expiry * 1_000, approval }
  }

  async function negotiate(pairing: { topic: string; expiry: number }, self: { secretKey: string; publicKey: string }, namespaces: AskedNamespaces, signal?: AbortSignal): Promise<Session> {
    await relay.subscribe(pairing.topic, { signal })
    const params = {
      requiredNamespaces: {},
      optionalNamespaces: namespaces,
      relays: [{ protocol: 'irn' }],
      pairingTopic: pairing.topic,
      proposer: { publicKey: self.publicKey, metadata: { description: '', icons: [], ...metadata } },
      expiryTimestamp: pairing.expiry,
    }
    const { result } = await channel
      .request({ topic: pairing.topic, method: 'wc_sessionPropose', params, ms: pairing.expiry * 1_000 - clock.now(), signal })
      .catch((error: unknown) => {
        throw toPeerError(error, 'pairingExpired')
      })
    const { responderPublicKey } = check(proposalAnswer, result)
    return settle(pairing.topic, self, responderPublicKey, signal)
  }

  /** Waits for the wallet's word on what it grants. */
  async function settle(pairingTopic: string, self: { secretKey: string; publicKey: string }, theirs: string, signal?: AbortSignal): Promise<Session> {
    const { topic, symKey } = await deriveTopic(use, self.secretKey, theirs)
    const limit = new AbortController()
    const onAbort = () => limit.abort(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    keys.set(topic, symKey)
    try {
      const settled = new Promise<Session>((resolve) => {
        settling.set(topic, ({ params }) => {
          const { namespaces, controller, expiry } = check(settlement, params)
          if (controller.publicKey !== theirs) return refuse(7001, 'Settled by somebody else')
          const session: Session = { topic, symKey, pairingTopic, self: { publicKey: self.publicKey }, peer: controller, namespaces, expiry: Math.min(expiry, seconds() + sessionLife + 60) }
          save(session)
          resolve(session)
          return true
        })
      })
      await relay.subscribe(topic, { signal })
      return await Promise.race([settled, pause(clock, times.pairing, limit.signal).then(() => Promise.reject(kitError('pairingExpired')))])
    } catch (error) {
      void relay.unsubscribe(topic)
      throw error
    } finally {
      limit.abort()
      signal?.removeEventListener('abort', onAbort)
      settling.delete(topic)
      keys.delete(topic)
    }
  }

  return {
    sessions: () => [...known.values()].filter(({ expiry }) => expiry > seconds()),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    propose,
    async request({ topic, networkId, method, params, signal, ms = times.pairing }) {
      alive(topic)
      const body = { chainId: networkId, request: { method, params, expiryTimestamp: seconds() + Math.ceil(ms / 1_000) } }
      try {
        const { result } = await channel.request({ topic, method: 'wc_sessionRequest', params: body, ms, signal, ttl: Math.max(300, Math.ceil(ms / 1_000)) })
        return result
      } catch (error) {
        throw toPeerError(error, 'walletTimeout')
      }
    },
    async ping({ topic, signal }) {
      alive(topic)
      await channel.request({ topic, method: 'wc_sessionPing', params: {}, ms: times.connectRequest, signal })
    },
    async disconnect({ topic }) {
      const session = known.get(topic)
      if (!session) return
      keys.set(topic, session.symKey)
      forget(topic)
      try {
        await channel.notify({ topic, method: 'wc_sessionDelete', params: { code: 6000, message: 'User disconnected.' } })
      } catch (cause) {
        throw kitError('disconnectFailed', { cause })
      } finally {
        keys.delete(topic)
      }
    },
    close() {
      stopWatching()
      listeners.clear()
      relay.close()
    },
  }
}

/** Ends the handling of a request with an error for the other side. */
function refuse(code: number, message: string): never {
  throw Object.assign(new Error(message), { code } satisfies Pick<RpcFailure, 'code'>)
}

function check<schema extends v.GenericSchema>(schema: schema, value: unknown): v.InferOutput<schema> {
  const parsed = v.safeParse(schema, value)
  if (!parsed.success) return refuse(1003, 'Malformed parameters')
  return parsed.output
}
