import type { Socket } from 'node:net'

/**
 * Sends the greeting to nats-server, without a confirmation of each command. Source: NATS client
 * protocol.
 */
export function hello(socket: Socket): Socket {
  socket.write(
    'CONNECT {"verbose":false,"pedantic":false,"lang":"node","version":"1","protocol":1}\r\n',
  )
  return socket
}

/** One message. */
export const publication = (subject: string, payload: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`PUB ${subject} ${Buffer.byteLength(payload)}\r\n`),
    Buffer.from(payload),
    Buffer.from('\r\n'),
  ])
