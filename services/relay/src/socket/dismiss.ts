import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { limits } from '../limits.ts'

/** Closes a socket with a reason. The client gets 2 s and 64 KiB for its closing handshake. */
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
