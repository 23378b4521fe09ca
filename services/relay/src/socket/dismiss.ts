import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { limits } from '../limits.ts'

/**
 * Closes a socket with a reason. From now on only its closing handshake is read, within 2 s and a
 * few bytes.
 */
export function dismiss(socket: WebSocket, stream: Duplex, code: number, reason: string): void {
  let bytes = 0
  stream.on(
    'data',
    (part: Buffer) => (bytes += part.length) > limits.refusal.bytes && socket.terminate(),
  )
  const gone = setTimeout(() => socket.terminate(), limits.refusal.time)
  socket.once('close', () => clearTimeout(gone))
  socket.resume()
  socket.close(code, reason)
}
