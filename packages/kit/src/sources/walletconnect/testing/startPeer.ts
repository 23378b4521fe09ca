import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { systemClock } from '../../../core/page/clock.ts'
import { createPrimitives } from '../crypto/crypto.ts'
import { openText, sealText } from '../crypto/envelope.ts'
import { createKeyPair, deriveTopic, randomHex } from '../crypto/keys.ts'
import { parsePairingUri } from '../pairingUri.ts'
import { createRelayClient } from '../relay/relayClient.ts'
import { createRelayTime } from '../relay/relayTime.ts'
import { memoryStorage } from '../../../core/storage/storage.ts'

/** An incoming message, decrypted. */
export type PeerMessage = {
  topic: string
  id: number
  method?: string
  params?: unknown
  result?: unknown
  error?: { code: number; message: string }
}

/** A wallet for tests. It sends any message, even one that the protocol forbids. */
export type Peer = Awaited<ReturnType<typeof startPeer>>

/** Starts a peer; it ends with the test. */
export async function startPeer(relayUrl: string) {
  const use = createPrimitives()
  const keys = new Map<string, string>()
  const { receive, ...inbox } = createInbox()
  let lastId = Date.now() * 1_000
  const relay = createRelayClient({
    relayUrl,
    seed: randomHex(),
    use,
    clock: systemClock,
    time: createRelayTime(systemClock, memoryStorage()),
    // the class of `ws` has the browser's interface
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    async onMessage(topic, sealed) {
      const { text } = await openText(use, sealed, { symKey: keys.get(topic) })
      receive({ topic, ...JSON.parse(text) })
    },
  })
  onTestFinished(() => relay.close())

  /** Publishes any message. */
  const publish = (topic: string, message: string) =>
    relay.publish({ topic, message, ttl: 300, tag: 1101 })

  /** Encrypts a message with the topic's key or another one, and sends it. */
  async function send(
    topic: string,
    payload: unknown,
    symKey = keys.get(topic) ?? '',
  ): Promise<void> {
    await publish(
      topic,
      await sealText(use, typeof payload === 'string' ? payload : JSON.stringify(payload), symKey),
    )
  }

  return {
    ...inbox,
    publish,
    send,
    relay,
    nextId: () => ++lastId,
    /** Scans a code and reads the proposal. */
    async pair(uri: string) {
      const { topic, symKey } = parsePairingUri(uri, Date.now())
      keys.set(topic, symKey)
      await relay.subscribe(topic)
      const { id, params } = await inbox.next()
      const proposal = params as object // not checked here: other tests check the site's messages
      // not checked here: other tests check the site's messages
      const { proposer } = params as { proposer: { publicKey: string } }
      const self = await createKeyPair(use)
      const session = await deriveTopic(use, self.secretKey, proposer.publicKey)
      keys.set(session.topic, session.symKey)
      await relay.subscribe(session.topic)
      return { id, pairingTopic: topic, topic: session.topic, publicKey: self.publicKey, proposal }
    },
  }
}

/** Makes a queue of the messages that have arrived. Each message goes to one reader. */
function createInbox() {
  const messages: PeerMessage[] = []
  const waiters: ((message: PeerMessage) => void)[] = []
  function next(): Promise<PeerMessage> {
    const message = messages.shift()
    return message ? Promise.resolve(message) : new Promise((resolve) => waiters.push(resolve))
  }

  /**
   * The next request. Skips answers, because an answer may arrive twice: after a reload, or from
   * another tab.
   */
  async function nextRequest(): Promise<PeerMessage> {
    for (;;) {
      const message = await next()
      if (message.method) return message
    }
  }

  /**
   * The next answer to the request with this id.
   * @throws when a request comes before it
   */
  async function nextAnswer(id: number): Promise<PeerMessage> {
    for (;;) {
      const message = await next()
      if (message.method) throw new Error(`${message.method} came before the answer`)
      if (message.id === id) return message
    }
  }

  return {
    next,
    nextRequest,
    nextAnswer,
    receive(message: PeerMessage) {
      const waiter = waiters.shift()
      if (waiter) waiter(message)
      else messages.push(message)
    },
  }
}
