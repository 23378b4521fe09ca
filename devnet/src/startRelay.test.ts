import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestClient } from '../../services/relay/src/testing/createTestClient.ts'
import { openTestSocket } from '../../services/relay/src/testing/openTestSocket.ts'
import { startRelay } from './startRelay.ts'

const topic = 'ab'.repeat(32)

test('mailboxes survive a restart and are emptied by a fresh start', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  onTestFinished(() => rm(stateDir, { recursive: true }))
  const waiting = async (fresh: boolean) => {
    const relay = await startRelay({ port: 0, stateDir, fresh })
    const socket = await openTestSocket(relay.url, createTestClient())
    const found = await socket.ask('irn_fetchMessages', { topic })
    await socket.ask('irn_publish', { topic, message: 'hello', ttl: 300, tag: 1 })
    await relay.close()
    return found
  }
  expect(await waiting(false)).toMatchObject({ messages: [] })
  expect(await waiting(false)).toMatchObject({ messages: [{ message: 'hello' }] })
  expect(await waiting(true)).toMatchObject({ messages: [] })
  expect(existsSync(join(stateDir, 'relay'))).toBe(true)
})

test('a token for `localhost` is valid at 127.0.0.1', async () => {
  const relay = await startRelay({ port: 0 })
  onTestFinished(relay.close)
  const client = createTestClient()
  const socket = await openTestSocket(relay.url, client, {
    token: client.token(relay.url.replace('127.0.0.1', 'localhost')),
  })
  expect(await socket.ask('irn_subscribe', { topic })).toBeTruthy()
})
