import { once } from 'node:events'
import { createServer } from 'node:net'
import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { textFrame } from './textFrame.ts'

const texts = [
  '',
  'x',
  'x'.repeat(125),
  'x'.repeat(126),
  'x'.repeat(65_535),
  'x'.repeat(65_536),
  'x'.repeat(1_500_000),
  'naïve 𝄞 \u2028',
  'ü'.repeat(62),
  'ü'.repeat(63),
  '€'.repeat(30_000),
]

test('the library `ws` reads the frame as the same text, for any length and characters', async () => {
  const server = createServer((socket) =>
    socket.once('data', (data) => {
      const [, key = ''] = /sec-websocket-key: (\S+)/i.exec(String(data)) ?? []
      const accept = createHash('sha1')
        .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest('base64')
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      )
      socket.write(Buffer.concat(texts.map(textFrame)))
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => void server.close())
  const address = server.address()
  const client = new WebSocket(
    `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    { allowSynchronousEvents: false },
  )
  onTestFinished(() => client.terminate())
  const received: string[] = []
  client.on('message', (data, isBinary) => received.push(isBinary ? 'binary' : String(data)))
  await once(client, 'open')
  while (received.length < texts.length) await once(client, 'message')
  expect(received).toEqual(texts)
})
