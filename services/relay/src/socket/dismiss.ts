import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { limits } from '../limits.ts'

/**
 * Sends a socket away and says why. From here on nothing is read of it but the handshake of closing, for which it has 2 s and few
 * bytes.
 */
export function dismiss(socket: WebSocket, stream: Duplex, code: number, reason: string): void {
  let bytes = 0
  stream.on('data', (part: Buffer) => (bytes += part.length) > limits.refusal.bytes && socket.terminate())
  const gone = setTimeout(() => socket.terminate(), limits.refusal.time)
  socket.once('close', () => clearTimeout(gone))
  socket.resume()
  socket.close(code, reason)
}
