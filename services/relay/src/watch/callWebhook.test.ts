import { expect, test } from 'vitest'
import { startWebhook } from '../testing/startWebhook.ts'
import { callWebhook } from './callWebhook.ts'
import { createRelayKey, newSeed } from './relayKey.ts'

const createEvent = () => JSON.stringify({ eventAuth: [createRelayKey(newSeed()).sign({})] })
const signal = new AbortController().signal

test('a name that leads into this machine is not called, however it is written', async () => {
  const webhook = await startWebhook()
  const port = new URL(webhook.url).port
  expect(await callWebhook(new URL(`http://localhost:${port}/`), '{}', { reach: 'public', signal })).toBe('refused')
  expect(webhook.calls()).toBe(0)
})

test('a webhook that does not answer is given up when the relay ends', async () => {
  const webhook = await startWebhook()
  const end = new AbortController()
  webhook.answer = () => end.abort()
  expect(await callWebhook(new URL(webhook.url), createEvent(), { reach: 'named', signal: end.signal })).toBe('failed')
})
