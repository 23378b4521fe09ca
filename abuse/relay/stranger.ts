import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { createTestClient, type TestClient } from '../../services/relay/src/testing/createTestClient.ts'
import { attackerAddress, type Target } from '../target.ts'

/** A topic that nobody has used. */
export const newTopic = () => randomBytes(32).toString('hex')

let ids = Date.now() * 1_000
/** An id of a request that nobody has used. */
export const nextId = () => `${(ids += 1)}`

/** A request as a text frame. */
export const requestText = (method: string, params: unknown) => JSON.stringify({ id: nextId(), jsonrpc: '2.0', method, params })

/** A socket of a stranger with a key of its own. It ends with the attack. @throws when it is not let in within 10 s */
export async function openStranger(target: Target, client: TestClient = createTestClient(), { signed = client.token(target.url), ...from }: From & { signed?: string } = {}): Promise<WebSocket> {
  const socket = openUnseen(target, signed, from)
  await once(socket, 'open', { signal: AbortSignal.timeout(10_000) })
  return socket
}

/** The network address of a socket, and headers of its handshake. */
type From = { localAddress?: string; headers?: Record<string, string> }

/** The same without waiting for anything; without a token when that is empty. */
export function openUnseen(target: Target, token: string, { localAddress = attackerAddress, headers = {} }: From = {}): WebSocket {
  const socket = new WebSocket(token === '' ? target.url : `${target.url}/?auth=${token}`, { perMessageDeflate: false, localAddress, headers, skipUTF8Validation: true, maxPayload: 0 })
  socket.on('error', () => {}) // being refused is what may happen to an attacker
  target.track(() => socket.terminate())
  return socket
}

/** The TCP connection under a socket, which is open. */
export function streamOf(socket: WebSocket): Socket {
  return (socket as unknown as { _socket: Socket })._socket // ws keeps it there; a socket that does not read needs it
}

/** Milliseconds after which an answer is not waited for. */
const patience = 6_000

/** What came back for a request: a tag of an error, `ok`, `closed` or `unanswered`. */
export async function askStranger(socket: WebSocket, method: string, params: unknown): Promise<string> {
  if (socket.readyState !== WebSocket.OPEN) return 'closed'
  const id = nextId()
  const answer = new Promise<string>((resolve) => {
    const hear = (data: unknown) => {
      const text = String(data)
      if (!text.includes(id)) return
      socket.off('message', hear)
      const frame: { id?: unknown; error?: { data?: string } } = JSON.parse(text)
      if (frame.id === id) resolve(frame.error?.data ?? 'ok')
    }
    socket.on('message', hear)
    socket.once('close', () => resolve('closed'))
    setTimeout(resolve, patience, 'unanswered').unref()
  })
  socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
  return answer
}
