import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RelayOptions } from '../options.ts'
import { createLmdbStore } from '../store/lmdbStore.ts'
import { type MailboxStore, StoreError } from '../store/mailboxStore.ts'
import { createTestClient } from '../testing/createTestClient.ts'
import { newTopic, startTestRelay } from '../testing/startTestRelay.ts'

/**
 * Starts a relay over a store that can be made to fail when it reads messages or lists waiting
 * topics. The relay checks for due work every 50 ms.
 */
async function startBreakable(options: Partial<RelayOptions> = { slow: 250 }) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  const inner = await createLmdbStore({ folder })
  const state = { isBroken: false }
  const store: MailboxStore = {
    ...inner,
    read: async (query) => {
      if (state.isBroken) throw new StoreError('late')
      return inner.read(query)
    },
    async *waiting(client) {
      if (state.isBroken) throw new StoreError('late')
      yield* inner.waiting(client)
    },
  }
  onTestFinished(async () => {
    await inner.close()
    await rm(folder, { recursive: true })
  })
  const relay = await startTestRelay({ store, shares: false, ...options })
  const failures = async () =>
    Number(
      /store_failures_total (\d+)/.exec(await (await fetch(`${relay.http}/metrics`)).text())?.[1],
    )
  return { relay, state, failures }
}

test('messages that the store could not read are pushed in order when the store works again', async () => {
  const { relay, state, failures } = await startBreakable()
  const [site, wallet, topic] = [await relay.open(), await relay.open(), newTopic()]
  await wallet.ask('irn_subscribe', { topic })
  state.isBroken = true
  await site.ask('irn_publish', { topic, message: 'one', ttl: 300, tag: 1 })
  await expect.poll(failures).toBeGreaterThan(0)
  await site.ask('irn_publish', { topic, message: 'two', ttl: 300, tag: 1 })
  state.isBroken = false
  expect(
    [await wallet.push(), await wallet.push()].map(({ params }) => params.data.message),
  ).toEqual(['one', 'two'])
})

test('when the store fails during the repetition of a push, the relay repeats it later', async () => {
  const { relay, state, failures } = await startBreakable({ redelivery: 50 })
  const [site, wallet, topic] = [await relay.open(), await relay.open(), newTopic()]
  await wallet.ask('irn_subscribe', { topic })
  await site.ask('irn_publish', { topic, message: 'one', ttl: 300, tag: 1 })
  const first = await wallet.push({ acknowledge: false })
  state.isBroken = true
  await expect.poll(failures).toBeGreaterThan(0)
  state.isBroken = false
  expect((await wallet.push()).id).toBe(first.id)
})

test('a client that returns while the store fails gets its waiting messages when the store works again', async () => {
  const { relay, state, failures } = await startBreakable()
  const [site, client, topic] = [await relay.open(), createTestClient(), newTopic()]
  const earlier = await relay.open(client)
  await earlier.ask('irn_subscribe', { topic })
  await earlier.close()
  await site.ask('irn_publish', { topic, message: 'one', ttl: 300, tag: 1 })
  const wallet = await relay.open(client)
  state.isBroken = true
  await wallet.ask('irn_subscribe', { topic: newTopic() })
  await expect.poll(failures).toBeGreaterThan(0)
  state.isBroken = false
  expect((await wallet.push()).params.data.message).toBe('one')
})
