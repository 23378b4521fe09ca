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
  const topic = newTopic()
  const running = new Map<
    string,
    { answered: boolean; arrived: boolean; end: (failure?: string) => void }
  >()
  const answers = new Map<string, (frame: Frame) => void>()
  const [site, wallet] = await Promise.all([openHonest(url), openHonest(url)])
  let answered = 0
  let ids = Date.now() * 1_000
  let ended = false

  for (const socket of [site, wallet]) {
    socket.on('message', (data) => onFrame(socket, JSON.parse(String(data))))
    socket.on('error', () => {}) // a closed socket is counted elsewhere
    socket.once('close', (code) => !ended && stopwatch.fail(`closed with ${code}`))
  }

  function sendRequest(socket: WebSocket, method: string, params: object): Promise<Frame> {
    const id = `${(ids += 1)}`
    socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
    return new Promise((resolve) => answers.set(id, resolve))
  }

  function onFrame(socket: WebSocket, frame: Frame): void {
    if (frame.method === 'irn_subscription') {
      socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
      return recordEvent(frame.params?.data.message ?? '', { arrived: true })
    }
    answers.get(String(frame.id))?.(frame)
    answers.delete(String(frame.id))
  }

  function recordEvent(text: string, event: { answered?: true; arrived?: true }): void {
    const message = running.get(text)
    if (!message) return
    Object.assign(message, event)
    if (message.answered && message.arrived) {
      message.end()
      running.delete(text)
    }
  }

  async function publish(): Promise<void> {
    const text = `${(ids += 1)} `.padEnd(560, 'x')
    const end = stopwatch.start()
    running.set(text, { answered: false, arrived: false, end })
    const { result, error } = await sendRequest(site, 'irn_publish', {
      topic,
      message: text,
      ttl: 300,
      tag: 1108,
    })
    if (result === true) {
      answered += 1
      return recordEvent(text, { answered: true })
    }
    end(error?.data ?? 'no result')
    running.delete(text)
  }

  await sendRequest(wallet, 'irn_subscribe', { topic })
  const beat = setInterval(() => {
    publish().catch((error: unknown) => stopwatch.fail(String(error)))
  }, pause)

  /** Number of messages that were answered and have not arrived yet. */
  const missing = () =>
    [...running].flatMap(([text, message]) => (message.answered && !message.arrived ? [text] : []))

  return {
    ...stopwatch,
    async end() {
      clearInterval(beat)
      for (const until = Date.now() + patience; missing().length > 0 && Date.now() < until; )
        await wait(20)
      let lost = missing()
      if (lost.length > 0 && wallet.readyState === WebSocket.OPEN) {
        const fetched = sendRequest(wallet, 'irn_fetchMessages', { topic })
        const stored = (await within(patience, fetched))
          ? ((await fetched).result as Fetched).messages.map(({ message }) => message)
          : []
        lost = lost.filter((text) => !stored.includes(text))
      }
      ended = true
      site.terminate()
      wallet.terminate()
      return { answered, lost: lost.length }
    },
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
