import { once } from 'node:events'
import { WebSocket } from 'ws'
import { wait, within } from '@latchkey/server/waiting'
import { createTestClient } from '../../../services/relay/src/testing/createTestClient.ts'
import { createStopwatch, type Bystander } from '../bystander.ts'
import { newTopic } from './stranger.ts'

/** Milliseconds between two messages. */
const pause = 50
/** Milliseconds that answered messages may take to arrive after the scene. */
const patience = 5_000

/**
 * A site and a wallet. Every 50 ms the site publishes a message, and the wallet acknowledges it. A
 * request ends when the relay has answered the site and the wallet has the message.
 */
export async function startRelayBystander({
  url,
  pid,
}: {
  url: string
  pid: number
}): Promise<Bystander> {
  const stopwatch = createStopwatch(pid)
  const [site, wallet] = await Promise.all([openHonest(url), openHonest(url)])
  const exchange = new Exchange(site, wallet, stopwatch)
  await exchange.subscribe()
  const beat = setInterval(() => {
    exchange.publish().catch((error: unknown) => stopwatch.fail(String(error)))
  }, pause)
  return {
    ...stopwatch,
    end() {
      clearInterval(beat)
      return exchange.end()
    },
  }
}

type Message = { answered: boolean; arrived: boolean; end: (failure?: string) => void }

/** The messages from the site to the wallet, until each was answered and has arrived. */
class Exchange {
  readonly #site: WebSocket
  readonly #wallet: WebSocket
  readonly #stopwatch: ReturnType<typeof createStopwatch>
  readonly #topic = newTopic()
  readonly #running = new Map<string, Message>()
  readonly #answers = new Map<string, (frame: Frame) => void>()
  #ids = Date.now() * 1_000
  #answered = 0
  #hasEnded = false

  constructor(site: WebSocket, wallet: WebSocket, stopwatch: ReturnType<typeof createStopwatch>) {
    this.#site = site
    this.#wallet = wallet
    this.#stopwatch = stopwatch
    for (const socket of [site, wallet]) {
      socket.on('message', (data) => this.#onFrame(socket, JSON.parse(String(data))))
      socket.on('error', () => {}) // `close` follows, and counts the failure
      socket.once('close', (code) => !this.#hasEnded && stopwatch.fail(`closed with ${code}`))
    }
  }

  /** Subscribes the wallet to the site's messages. */
  async subscribe(): Promise<void> {
    await this.#request(this.#wallet, 'irn_subscribe', { topic: this.#topic })
  }

  /** Publishes a message. Resolves with the relay's answer to the site. */
  async publish(): Promise<void> {
    const text = `${(this.#ids += 1)} `.padEnd(560, 'x')
    const end = this.#stopwatch.start()
    this.#running.set(text, { answered: false, arrived: false, end })
    const { result, error } = await this.#request(this.#site, 'irn_publish', {
      topic: this.#topic,
      message: text,
      ttl: 300,
      tag: 1108,
    })
    if (result === true) {
      this.#answered += 1
      return this.#recordEvent(text, { answered: true })
    }
    end(error?.data ?? 'no result')
    this.#running.delete(text)
  }

  /**
   * Waits for answered messages that have not arrived, looks for the rest in the relay, and closes
   * both sockets.
   */
  async end(): Promise<{ answered: number; lost: number }> {
    for (const until = Date.now() + patience; this.#missing().length > 0 && Date.now() < until; )
      await wait(20)
    const missing = this.#missing()
    const stored = missing.length > 0 ? await this.#storedMessages() : []
    this.#hasEnded = true
    this.#site.terminate()
    this.#wallet.terminate()
    const lost = missing.filter((text) => !stored.includes(text)).length
    return { answered: this.#answered, lost }
  }

  #request(socket: WebSocket, method: string, params: object): Promise<Frame> {
    const id = `${(this.#ids += 1)}`
    socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
    return new Promise((resolve) => this.#answers.set(id, resolve))
  }

  #onFrame(socket: WebSocket, frame: Frame): void {
    if (frame.method === 'irn_subscription') {
      socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
      return this.#recordEvent(frame.params?.data.message ?? '', { arrived: true })
    }
    this.#answers.get(String(frame.id))?.(frame)
    this.#answers.delete(String(frame.id))
  }

  #recordEvent(text: string, event: { answered?: true; arrived?: true }): void {
    const message = this.#running.get(text)
    if (!message) return
    Object.assign(message, event)
    if (message.answered && message.arrived) {
      message.end()
      this.#running.delete(text)
    }
  }

  /** Messages that were answered and have not arrived yet. */
  #missing(): readonly string[] {
    return [...this.#running].flatMap(([text, { answered, arrived }]) =>
      answered && !arrived ? [text] : [],
    )
  }

  /** Messages that the relay still has for the wallet. None when the wallet's socket is closed. */
  async #storedMessages(): Promise<readonly string[]> {
    if (this.#wallet.readyState !== WebSocket.OPEN) return []
    const fetched = this.#request(this.#wallet, 'irn_fetchMessages', { topic: this.#topic })
    if (!(await within(patience, fetched))) return []
    // the relay answers `irn_fetchMessages` in this form
    return ((await fetched).result as Fetched).messages.map(({ message }) => message)
  }
}

type Frame = {
  id: number | string
  method?: string
  params?: { data: { message: string } }
  result?: unknown
  error?: { data?: string }
}
type Fetched = { messages: { message: string }[] }

async function openHonest(url: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url}/?auth=${createTestClient().token(url)}`, {
    perMessageDeflate: false,
  })
  await once(socket, 'open', { signal: AbortSignal.timeout(5_000) })
  return socket
}
