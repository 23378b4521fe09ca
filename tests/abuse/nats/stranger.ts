import type { Socket } from 'node:net'

/**
 * Sends the first commands to nats-server, and asks it not to confirm each command. Source: NATS
 * client protocol.
 */
export function hello(socket: Socket): Socket {
  socket.write(
    'CONNECT {"verbose":false,"pedantic":false,"lang":"node","version":"1","protocol":1}\r\n',
  )
  return socket
}

/** The bytes of one published message. */
export const publication = (subject: string, payload: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`PUB ${subject} ${Buffer.byteLength(payload)}\r\n`),
    Buffer.from(payload),
    Buffer.from('\r\n'),
  ])
