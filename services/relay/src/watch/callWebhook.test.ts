import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startWebhook } from '../testing/startWebhook.ts'
import { callWebhook } from './callWebhook.ts'
import { createRelayKey, newSeed } from './relayKey.ts'

const createEvent = () => JSON.stringify({ eventAuth: [createRelayKey(newSeed()).sign({})] })
const signal = new AbortController().signal

test('a webhook whose name resolves to 127.0.0.1 is not called', async () => {
  const webhook = await startWebhook()
  const port = new URL(webhook.url).port
  expect(
    await callWebhook(new URL(`http://localhost:${port}/`), '{}', { reach: 'public', signal }),
  ).toBe('refused')
  expect(webhook.calls()).toBe(0)
})

test('a call to a webhook without an answer ends when the relay closes', async () => {
  const webhook = await startWebhook()
  const end = new AbortController()
  webhook.answer = () => end.abort()
  expect(
    await callWebhook(new URL(webhook.url), createEvent(), { reach: 'named', signal: end.signal }),
  ).toBe('failed')
})

test('a webhook that answers with status 101 counts as failed', async () => {
  const server = createServer((socket) =>
    socket
      .once('data', () =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
        ),
      )
      .on('error', () => {}),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  expect(
    await callWebhook(new URL(`http://127.0.0.1:${port}/`), '{}', { reach: 'named', signal }),
  ).toBe('failed')
})
