import * as times from '@latchkey/protocol/times'
import type { Clock } from '../../core/page/clock.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import { answerWallet } from './answerWallet.ts'
import { createChannel } from './channel.ts'
import type { Channel, IncomingRequest } from './channel.ts'
import { createPrimitives } from './crypto/crypto.ts'
import { createHistory } from './history.ts'
import { createProposals } from './proposals.ts'
import type { Proposal, ProposeParameters, Proposals } from './proposals.ts'
import { refuse } from './refuse.ts'
import { createRelayClient } from './relay/relayClient.ts'
import { createRelayTime } from './relay/relayTime.ts'
import { clientIdOf } from './relay/relayToken.ts'
import { createRequests } from './requests.ts'
import type { RequestParameters, Requests } from './requests.ts'
import { createScope } from './scope.ts'
import type { Session } from './session.ts'
import { createSessionBook } from './sessionBook.ts'
import type { SessionBook, SessionEvent } from './sessionBook.ts'
import { createStore } from './store.ts'
import { tabName } from './tabName.ts'
import type { Primitives } from './crypto/native.ts'
import type { SiteIdentity } from './negotiate.ts'

export type WalletConnectOptions = {
  /** The URL of any WalletConnect v2 relay, `wss://…`. */
  relayUrl: string
  projectId?: string
  metadata: SiteIdentity
  storage: RawStorage
  clock: Clock
  /**
   * The name of the tab, the same after a reload: the client continues the open requests of earlier
   * pages of the tab.
   * @default a name that the browser stores for the tab
   */
  tab?: string
  /** @default the browser's */ WebSocket?: typeof WebSocket
  /** @default the browser's, or JavaScript for those that it lacks */ primitives?: Primitives
}

/** A client of the WalletConnect v2 Sign protocol, for the site. */
export type WalletConnect = {
  /** The relay's id of this browser, a `did:key`. */
  clientId(): Promise<string>
  /** The valid sessions of the site, also those that other tabs made. */
  sessions(): readonly Session[]
  /** Calls back with each action of a wallet, until the returned function is called. */
  subscribe(listener: (event: SessionEvent) => void): () => void
  /**
   * Opens the socket to the relay for a visitor who will probably need it. Closes it after 5 s
   * without use.
   */
  preconnect(): void
  /**
   * Proposes a session. If an earlier page of this tab left a valid code open, that code is shown
   * again. The errors below are rejections of the proposal's `approval`.
   * @throws KitError userRejected, unauthorized when less than `required` is granted,
   *   signatureDeclined when another message was signed, pairingExpired, requestAborted, and the
   *   relay client's errors
   */
  propose(parameters: ProposeParameters): Promise<Proposal>
  /**
   * Waits up to 3 s for wallets' answers to codes that an earlier page of this tab left open. After
   * that, `sessions` contains the resulting sessions.
   */
  catchUp(): Promise<void>
  /**
   * Sends a request to the wallet of a session. {@link createRequests} says how a request of an
   * earlier page is continued.
   * @throws KitError alertSessionExpired, chainDisconnected and unauthorized where the wallet has
   *   not granted the request, walletTimeout, requestAborted, providerDisconnected when the session
   *   ends meanwhile, the wallet's errors, and the relay client's errors
   */
  request(parameters: RequestParameters): Promise<unknown>
  /**
   * Resolves when the wallet has answered.
   * @throws KitError walletTimeout, alertSessionExpired, requestAborted, providerDisconnected, and
   *   the relay client's errors
   */
  ping(parameters: { topic: string; signal?: AbortSignal }): Promise<void>
  /**
   * Ends a session here first, then notifies the wallet.
   * @throws KitError disconnectFailed when the wallet could not be reached
   */
  disconnect(parameters: { topic: string }): Promise<void>
  /**
   * Disconnects from the relay, and rejects all pending calls with requestAborted. Sessions stay.
   */
  close(): void
}

/**
 * Makes the client. It connects to the relay when there is a session to listen to, or a message to
 * send.
 */
export function createWalletConnect(options: WalletConnectOptions): WalletConnect {
  const { scope, use, seed, relay, book, channel, proposals, requests } = createParts(options)
  return {
    clientId: () => clientIdOf(use, seed),
    sessions: book.sessions,
    subscribe: book.subscribe,
    preconnect: () => relay.preconnect(),
    propose: (parameters) => proposals.propose(parameters),
    catchUp: () => proposals.catchUp(),
    request: (parameters) => requests.ask(parameters),
    async ping({ topic, signal }) {
      book.expect(topic)
      await scope.run(
        (limited) =>
          channel.request({
            topic,
            method: 'wc_sessionPing',
            params: {},
            ms: times.connectRequest,
            signal: limited,
          }),
        signal,
      )
    },
    disconnect: ({ topic }) => disconnect(book, channel, topic),
    close() {
      scope.close()
      book.close()
      relay.close()
    },
  }
}

/** Makes the parts of a client over one relay, and connects them. */
function createParts({
  relayUrl,
  projectId,
  metadata,
  storage: raw,
  clock: visitor,
  WebSocket = globalThis.WebSocket,
  primitives: use = createPrimitives(),
  tab = tabName(),
}: WalletConnectOptions) {
  const time = createRelayTime(visitor, raw)
  // all times that wallets read are by the relay's clock
  const clock: Clock = { ...visitor, now: time.now }
  const store = createStore(raw, clock.now)
  const seed = store.seed()
  const relay = createRelayClient({
    relayUrl,
    projectId,
    seed,
    use,
    clock: visitor,
    time,
    WebSocket,
    onMessage: (topic, message) => channel.receive(topic, message),
    isGone: store.isGone,
  })
  const book = createSessionBook({ store, relay, seconds: () => Math.floor(clock.now() / 1_000) })
  const history = createHistory(raw, clock.now)
  const channel: Channel = createChannel({
    use,
    clock,
    relay,
    keyOf: book.keyOf,
    onRequest: (request) => answerRequest({ proposals, book, clock }, request),
    history,
    onAnswer: (...answer) => requests.takeAnswer(...answer),
  })
  const shared = { use, clock, raw, tab, channel, book, scope: createScope() }
  const requests: Requests = createRequests(shared)
  const proposals: Proposals = createProposals({ ...shared, time, relay, metadata })
  book.subscribe(({ type, topic }) => {
    if (type === 'ended') for (const part of [channel, history, requests]) part.forget(topic)
  })
  return { ...shared, seed, relay, proposals, requests }
}

/** Answers a wallet's request: about a pairing, a new session, or an existing session. */
async function answerRequest(
  { proposals, book, clock }: { proposals: Proposals; book: SessionBook; clock: Clock },
  request: IncomingRequest,
): Promise<unknown> {
  const { topic, method } = request
  if (method === 'wc_sessionSettle') return proposals.settle(request)
  if (method === 'wc_pairingPing' || method === 'wc_sessionPing' || method === 'wc_pairingDelete')
    return true
  const session = book.find(topic)
  return session
    ? answerWallet(book, clock, session, request)
    : refuse(7001, 'No session with this topic')
}

/** Ends a session here first, then notifies the wallet. */
async function disconnect(book: SessionBook, channel: Channel, topic: string): Promise<void> {
  const session = book.find(topic)
  if (!session) return
  book.keys.set(topic, { symKey: session.symKey })
  book.forget(topic)
  try {
    await channel.notify({
      topic,
      method: 'wc_sessionDelete',
      params: { code: 6000, message: 'User disconnected.' },
    })
  } catch (cause) {
    throw kitError('disconnectFailed', { cause })
  } finally {
    book.keys.delete(topic)
  }
}
