import { createServer, type Socket } from 'node:net'
import { openPort } from '@latchkey/server/openPort'
import { BorderError, readJson } from '@latchkey/protocol/border'
import { isRecord } from '@latchkey/protocol/isObject'
import type { Chain } from '../chain/types.ts'
import { ElectrumError, type ElectrumSide, type Subscriptions } from './method.ts'
import { electrumMethods, newestHeader } from './methods.ts'
import { statusOfScript } from './scripts.ts'

/** Limits of a connection: bytes of a line, calls in a line, and bytes that wait to be read. */
const limits = {
  json: { bytes: 4_000_000, depth: 8, values: 20_000 },
  calls: 1_000,
  waiting: 16_000_000,
}

/** A running server of the Electrum protocol. */
export type ElectrumServer = { port: number; close(): Promise<void> }

/** Options for the server. */
export type ServeElectrumOptions = {
  /** The preferred port. If it is taken, another port is used. */
  port: number
  onDefect: (error: unknown) => void
}

/**
 * Serves the Electrum protocol 1.4 over TCP: a line of JSON for each message.
 * https://electrumx.readthedocs.io/en/latest/protocol.html
 */
export async function serveElectrum(
  chain: Chain,
  { port, onDefect }: ServeElectrumOptions,
): Promise<ElectrumServer> {
  const connections = new Map<Socket, Subscriptions>()
  const server = createServer((socket) => {
    const subscriptions: Subscriptions = { scripts: new Map(), hasHeaders: false }
    connections.set(socket, subscriptions)
    socket.on('error', () => socket.destroy()) // the client has closed the connection
    socket.on('close', () => connections.delete(socket))
    readLines(socket, (line) => answerLine({ chain, subscriptions }, line, onDefect))
  })
  const endNotices = notifySubscribers(chain, connections)
  const used = await openPort(server, { port, fallback: true })
  server.on('error', onDefect) // a single connection could not be accepted
  return {
    port: used,
    close() {
      endNotices()
      for (const socket of connections.keys()) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Answers each line that a client sends. Ends a client that sends too much or reads too little. */
function readLines(socket: Socket, answer: (line: string) => string): void {
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (data: string) => {
    const lines = (rest + data).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > limits.json.bytes) return void socket.destroy()
    for (const line of lines) {
      if (line.trim() === '') continue
      socket.write(`${answer(line)}\n`)
      if (socket.writableLength > limits.waiting) return void socket.destroy()
    }
  })
}

/** Answers a call, or a list of calls. Never throws. */
export function answerLine(
  side: ElectrumSide,
  line: string,
  onDefect: (error: unknown) => void,
): string {
  try {
    const request = readJson(line, limits.json)
    if (!Array.isArray(request)) return JSON.stringify(answerCall(side, request, onDefect))
    if (request.length === 0 || request.length > limits.calls)
      return JSON.stringify(failure(null, new ElectrumError('invalid request', -32_600)))
    return JSON.stringify(request.map((call: unknown) => answerCall(side, call, onDefect)))
  } catch (error) {
    if (!(error instanceof BorderError)) onDefect(error)
    return JSON.stringify(failure(null, new ElectrumError('invalid JSON', -32_700)))
  }
}

function answerCall(side: ElectrumSide, call: unknown, onDefect: (error: unknown) => void) {
  const { id, method, params = [] } = isRecord(call) ? call : {}
  const answerId = typeof id === 'number' || typeof id === 'string' ? id : null
  if (typeof method !== 'string' || !Array.isArray(params))
    return failure(answerId, new ElectrumError('invalid request', -32_600))
  try {
    const run = electrumMethods.get(method)
    if (!run) throw new ElectrumError(`unknown method "${method.slice(0, 80)}"`, -32_601)
    return { jsonrpc: '2.0', id: answerId, result: run(side, params) ?? null }
  } catch (error) {
    if (error instanceof ElectrumError) return failure(answerId, error)
    onDefect(error)
    return failure(answerId, new ElectrumError('internal error', -32_603))
  }
}

const failure = (id: string | number | null, { code, message }: ElectrumError) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

/**
 * Sends subscribers what has changed: once for all changes of a moment, such as a reorganisation.
 * @returns the function that ends this
 */
function notifySubscribers(chain: Chain, connections: Map<Socket, Subscriptions>): () => void {
  let isPlanned = false
  let hasBlock = false
  const notify = () => {
    const isNewBlock = hasBlock
    isPlanned = hasBlock = false
    for (const [socket, subscriptions] of connections) {
      const send = (method: string, params: unknown) =>
        socket.write(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`)
      if (isNewBlock && subscriptions.hasHeaders)
        send('blockchain.headers.subscribe', [newestHeader(chain)])
      for (const [hash, status] of subscriptions.scripts) {
        const newest = statusOfScript(chain, hash)
        if (newest === status) continue
        subscriptions.scripts.set(hash, newest)
        send('blockchain.scripthash.subscribe', [hash, newest])
      }
    }
  }
  const plan = (isBlock: boolean) => () => {
    hasBlock ||= isBlock
    if (isPlanned) return
    isPlanned = true
    setImmediate(notify)
  }
  const events = { accepted: plan(false), dropped: plan(false), connected: plan(true) }
  chain.listeners.add(events)
  return () => void chain.listeners.delete(events)
}
