import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import {
  createTestClient,
  type TestClient,
} from '../../../services/relay/src/testing/createTestClient.ts'
import { attackerAddress, type Target } from '../target.ts'

/** A new topic. */
export const newTopic = () => randomBytes(32).toString('hex')

let ids = Date.now() * 1_000
/** A new id of a request. */
export const nextId = () => `${(ids += 1)}`

/** A request as a text frame. */
export const requestText = (method: string, params: unknown) =>
  JSON.stringify({ id: nextId(), jsonrpc: '2.0', method, params })

/**
 * A socket of an untrusted client with its own key. It ends with the attack. @throws when it is not
 * admitted within 10 s
 */
export async function openStranger(
  target: Target,
  client: TestClient = createTestClient(),
  { signed = client.token(target.url), ...from }: From & { signed?: string } = {},
): Promise<WebSocket> {
  const socket = openUnseen(target, signed, from)
  await once(socket, 'open', { signal: AbortSignal.timeout(10_000) })
  return socket
}

/** The local address of a socket, and headers of its handshake. */
type From = { localAddress?: string; headers?: Record<string, string> }

/** Opens a socket like `openStranger`, without waiting for anything. An empty token is left out. */
export function openUnseen(
  target: Target,
  token: string,
  { localAddress = attackerAddress, headers = {} }: From = {},
): WebSocket {
  const socket = new WebSocket(token === '' ? target.url : `${target.url}/?auth=${token}`, {
    perMessageDeflate: false,
    localAddress,
    headers,
    skipUTF8Validation: true,
    maxPayload: 0,
  })
  socket.on('error', () => {}) // an attacker's socket may be refused
  target.track(() => socket.terminate())
  return socket
}

/** The TCP connection under an open socket. */
export function streamOf(socket: WebSocket): Socket {
  // A private field of ws. A scene that does not read its socket needs it to stop reading.
  return (socket as unknown as { _socket: Socket })._socket
}

/** Time limit of an answer, in milliseconds. */
const patience = 6_000

/** Sends a request. @returns the tag of the error, `ok`, `closed` or `unanswered` */
export async function requestByStranger(
  socket: WebSocket,
  method: string,
  params: unknown,
): Promise<string> {
  if (socket.readyState !== WebSocket.OPEN) return 'closed'
  const id = nextId()
  const answer = new Promise<string>((resolve) => {
    const onMessage = (data: unknown) => {
      const text = String(data)
      if (!text.includes(id)) return
      socket.off('message', onMessage)
      const frame: { id?: unknown; error?: { data?: string } } = JSON.parse(text)
      if (frame.id === id) resolve(frame.error?.data ?? 'ok')
    }
    socket.on('message', onMessage)
    socket.once('close', () => resolve('closed'))
    setTimeout(resolve, patience, 'unanswered').unref()
  })
  socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
  return answer
}
