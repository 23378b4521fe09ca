import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { LogLine, RelayOptions } from '../options.ts'
import { createLmdbStore } from '../store/lmdbStore.ts'
import { createTestClient, type TestClient } from '../testing/createTestClient.ts'
import { newTopic, startTestRelay, type TestRelay } from '../testing/startTestRelay.ts'
import { keyIn, startWebhook, type Webhook } from '../testing/startWebhook.ts'

const hour = 3_600_000
const service = 'https://service.example.org'
const message = (topic: string, text: string, more = {}) => ({
  topic,
  message: text,
  ttl: 300,
  tag: 1108,
  ...more,
})

/** The claims of a registration. `more` replaces some of them. */
const claims = (webhook: { url: string }, more = {}) => ({
  act: 'irn_watchRegister',
  sub: service,
  typ: 'subscriber',
  whu: webhook.url,
  tag: [1108],
  sts: ['accepted', 'queued', 'delivered'],
  exp: Math.floor(Date.now() / 1_000) + 30 * 86_400 - 60,
  ...more,
})

const register = (relay: TestRelay, client: TestClient, webhook: { url: string }, more = {}) =>
  client.token(relay.url, claims(webhook, more))

async function startWatched(
  options: Partial<RelayOptions> = {},
): Promise<{ relay: TestRelay; webhook: Webhook; metric(outcome: string): Promise<number> }> {
  const webhook = await startWebhook()
  const relay = await startTestRelay({ watchHosts: [webhook.host], ...options })
  const metric = async (outcome: string) =>
    Number(
      new RegExp(`webhooks_total\\{outcome="${outcome}"\\} (\\d+)`).exec(
        await (await fetch(`${relay.http}/metrics`)).text(),
      )?.[1] ?? 0,
    )
  return { relay, webhook, metric }
}

test('the relay signs an event for each message that a watched client publishes, and sends it to the webhook', async () => {
  const { relay, webhook } = await startWatched()
  const [client, topic] = [createTestClient(), newTopic()]
  const site = await relay.open(client)
  const { relayId } = (await site.ask('irn_watchRegister', {
    registerAuth: register(relay, client, webhook, { typ: 'publisher' }),
  })) as { relayId: string } // docs/contracts/relay.md#watches describes this answer
  expect(await (await fetch(`${relay.http}/public-key`)).text()).toBe(
    Buffer.from(keyIn(relayId)).toString('hex'),
  )
  const before = Date.now()
  await site.ask('irn_publish', message(topic, 'other tag', { tag: 1 }))
  await site.ask('irn_publish', message(topic, 'hello', { attestation: 'a.b' }))
  const {
    iat,
    evt: { publishedAt, messageId, ...evt },
    ...claims
  } = await webhook.next()
  expect(claims).toEqual({
    iss: relayId,
    sub: client.did,
    aud: service,
    act: 'irn_watchEvent',
    typ: 'publisher',
    whu: webhook.url,
  })
  expect(evt).toEqual({
    status: 'accepted',
    topic,
    message: 'hello',
    tag: 1108,
    attestation: 'a.b',
  })
  expect(publishedAt).toBeGreaterThanOrEqual(before)
  expect([Number.isSafeInteger(messageId), iat]).toEqual([true, Math.floor(iat)])
})

test('the relay sends an event when a message to a watched client is accepted, queued or delivered', async () => {
  const { relay, webhook } = await startWatched()
  const [client, topic] = [createTestClient(), newTopic()]
  const [site, wallet] = [await relay.open(), await relay.open(client)]
  await wallet.ask('irn_watchRegister', { registerAuth: register(relay, client, webhook) })
  await wallet.ask('irn_subscribe', { topic })
  await site.ask('irn_publish', message(topic, 'here'))
  expect((await webhook.next()).evt).toMatchObject({ status: 'accepted', message: 'here' })
  await wallet.push()
  expect((await webhook.next()).evt).toMatchObject({ status: 'delivered', message: 'here' })
  await wallet.close()
  await site.ask('irn_publish', message(topic, 'away'))
  const both = [await webhook.next(), await webhook.next()].map(({ evt, sub, typ }) => [
    evt.status,
    evt.message,
    sub,
    typ,
  ])
  expect(both.toSorted()).toEqual([
    ['accepted', 'away', client.did, 'subscriber'],
    ['queued', 'away', client.did, 'subscriber'],
  ])
})

test('a service registers over HTTP, and removes a reported message from the mailbox', async () => {
  const { relay, webhook } = await startWatched()
  const [client, topic, site] = [createTestClient(), newTopic(), await relay.open()]
  let ids = 1_767_600_000_000
  const ask = async (method: string, params: object) => {
    const response = await fetch(`${relay.http}/rpc?auth=${client.token(relay.url)}`, {
      method: 'POST',
      body: JSON.stringify({ id: (ids += 1), jsonrpc: '2.0', method, params }),
    })
    return (await response.json()).result
  }
  await ask('irn_subscribe', { topic })
  expect(
    await ask('iridium_watchRegister', {
      registerAuth: register(relay, client, webhook, { sts: ['queued'] }),
    }),
  ).toEqual({ relayId: expect.stringMatching(/^did:key:z6Mk/) })
  await site.ask('irn_publish', message(topic, 'one'))
  await site.ask('irn_publish', message(topic, 'two'))
  const { evt } = await webhook.next()
  expect(
    await ask('irn_batchReceive', {
      receipts: [
        { topic, messageId: evt.messageId },
        { topic: newTopic(), messageId: evt.messageId },
        { topic, messageId: 5 },
      ],
    }),
  ).toBe(true)
  const { messages } = await ask('irn_fetchMessages', { topic })
  expect(messages).toHaveLength(1)
  expect(messages[0].message).not.toBe(evt.message)
})

test('after a registration ends, its webhook gets no events', async () => {
  const { relay, webhook } = await startWatched()
  const [client, topic] = [createTestClient(), newTopic()]
  const site = await relay.open(client)
  const other = { url: `${webhook.url}?second` }
  for (const hook of [webhook, other])
    await site.ask('irn_watchRegister', {
      registerAuth: register(relay, client, hook, { typ: 'publisher' }),
    })
  const end = { act: 'irn_watchUnregister', sub: service, typ: 'publisher', whu: webhook.url }
  expect(
    await site.ask('irn_watchUnregister', { unregisterAuth: client.token(relay.url, end) }),
  ).toBe(true)
  expect(
    await site.ask('irn_watchUnregister', { unregisterAuth: client.token(relay.url, end) }),
  ).toBe(true)
  await site.ask('irn_publish', message(topic, 'hello'))
  expect((await webhook.next()).whu).toBe(other.url)
  await expect(
    site.ask('irn_watchUnregister', { unregisterAuth: createTestClient().token(relay.url, end) }),
  ).rejects.toThrow('InvalidJwt')
  await expect(
    site.ask('irn_watchUnregister', { unregisterAuth: register(relay, client, webhook) }),
  ).rejects.toThrow('InvalidAction')
})

test.each([
  ['InvalidAction', { act: 'irn_watchUnregister' }],
  ['InvalidAction', { act: undefined }],
  ['InvalidServiceUrl', { sub: 'service' }],
  ['InvalidServiceUrl', { sub: 'ftp://example.org' }],
  ['InvalidWebhookUrl', { whu: undefined }],
  ['InvalidWebhookUrl', { whu: `https://example.org/${'x'.repeat(240)}` }],
  ['InvalidWebhookUrl', { whu: 'file:///etc/passwd' }],
  ['InvalidWebhookUrl', { whu: 'http://example.org/hook' }],
  ['InvalidWebhookUrl', { whu: 'https://10.0.0.1/hook' }],
  ['InvalidTtl', { exp: undefined }],
  ['InvalidTtl', { exp: Math.floor(Date.now() / 1_000) + 30 * 86_400 + 60 }],
  [
    'InvalidTtl',
    { iat: Math.floor(Date.now() / 1_000) - 100, exp: Math.floor(Date.now() / 1_000) - 10 },
  ],
  [
    'InvalidJwt',
    { iat: Math.floor(Date.now() / 1_000) - 1_000, exp: Math.floor(Date.now() / 1_000) - 500 },
  ],
  ['InvalidJwt', { aud: 'wss://elsewhere.example.org' }],
  ['InvalidJwt', { typ: 'both' }],
  ['InvalidJwt', { tag: [] }],
  ['InvalidJwt', { tag: ['1108'] }],
  ['InvalidJwt', { sts: ['read'] }],
  ['InvalidJwt', { iss: createTestClient().did }],
])('the relay answers %s to a registration with %o', async (tag, more) => {
  const { relay, webhook } = await startWatched()
  const client = createTestClient()
  const socket = await relay.open(client)
  const { error } = await socket.answer('irn_watchRegister', {
    registerAuth: register(relay, client, webhook, more),
  })
  expect(error).toMatchObject({ code: -32000, data: tag })
})

test('the relay refuses an invalid token and the token of another client, and with watches off every registration', async () => {
  const { relay, webhook } = await startWatched()
  const socket = await relay.open()
  for (const registerAuth of [
    register(relay, createTestClient(), webhook),
    'a.b.c',
    'x'.repeat(10_000),
  ])
    await expect(socket.ask('irn_watchRegister', { registerAuth })).rejects.toThrow('InvalidJwt')
  const off = await startTestRelay({ watch: false, watchHosts: [webhook.host] })
  const client = createTestClient()
  const quiet = await off.open(client)
  await expect(
    quiet.ask('irn_watchRegister', { registerAuth: register(off, client, webhook) }),
  ).rejects.toThrow('InvalidWebhookUrl')
  expect(await quiet.ask('irn_watchUnregister', { unregisterAuth: 'a.b.c' })).toBe(true)
  expect((await fetch(`${off.http}/public-key`)).status).toBe(404)
})

test('a webhook that fails is called again for a day, and one that refuses or redirects is not called again', async () => {
  let offset = 0
  const now = () => Date.now() + offset
  const folder = await newFolder()
  const store = await createLmdbStore({ folder, now })
  onTestFinished(store.close)
  const { relay, webhook, metric } = await startWatched({ store, clock: { now } })
  const client = createTestClient()
  const site = await relay.open(client)
  await site.ask('irn_watchRegister', {
    registerAuth: register(relay, client, webhook, { typ: 'publisher' }),
  })

  webhook.answer = (_, response) => void response.writeHead(404).end()
  await site.ask('irn_publish', message(newTopic(), 'refused'))
  await webhook.next()
  await expect.poll(() => metric('taken')).toBe(1)
  webhook.answer = (_, response) =>
    void response.writeHead(302, { location: `http://${webhook.host}/elsewhere` }).end()
  await site.ask('irn_publish', message(newTopic(), 'sent elsewhere'))
  await webhook.next()
  await expect.poll(() => metric('taken')).toBe(2)

  webhook.answer = (_, response) => void response.writeHead(503).end()
  await site.ask('irn_publish', message(newTopic(), 'failed'))
  let failed = 0
  for (const later of [0, 6_000, 12_000, hour, 3 * hour, 23.9 * hour]) {
    offset = Math.max(offset, later)
    expect((await webhook.next()).evt.message).toBe('failed')
    failed += 1
    await expect.poll(() => metric('failed')).toBe(failed)
  }
  offset = 48 * hour
  await expect.poll(() => metric('late')).toBe(1)
  expect(webhook.calls()).toBe(2 + failed)
})

test('after a restart, the relay sends the undelivered events', async () => {
  const webhook = await startWebhook()
  const [folder, client] = [await newFolder(), createTestClient()]
  webhook.answer = (_, response) => void response.destroy()
  const before = await createLmdbStore({ folder })
  const first = await startTestRelay({ store: before, watchHosts: [webhook.host] })
  const site = await first.open(client)
  const registered = await site.ask('irn_watchRegister', {
    registerAuth: register(first, client, webhook, { typ: 'publisher' }),
  })
  await site.ask('irn_publish', message(newTopic(), 'hello'))
  const { iss } = await webhook.next()
  expect(registered).toEqual({ relayId: iss })
  await first.close()
  await before.close()

  webhook.answer = (_, response) => void response.writeHead(200).end()
  const after = await createLmdbStore({ folder, now: () => Date.now() + 10_000 })
  onTestFinished(after.close)
  const second = await startTestRelay({ store: after, watchHosts: [webhook.host] })
  expect(await webhook.next()).toMatchObject({ iss, evt: { message: 'hello' } })
  const again = await second.open(client)
  await again.ask('irn_publish', message(newTopic(), 'still registered'))
  expect((await webhook.next()).evt.message).toBe('still registered')
})

test('neither the log nor the metrics contain data of webhooks', async () => {
  const lines: LogLine[] = []
  const { relay, webhook, metric } = await startWatched({ log: (line) => lines.push(line) })
  const [client, topic] = [createTestClient(), newTopic()]
  webhook.answer = (_, response) => void response.writeHead(500).end()
  const site = await relay.open(client)
  await site.ask('irn_watchRegister', {
    registerAuth: register(
      relay,
      client,
      { url: `${webhook.url}?key=secret` },
      { typ: 'publisher' },
    ),
  })
  await site.ask('irn_publish', message(topic, 'confidential'))
  await webhook.next()
  await expect.poll(() => metric('failed')).toBe(1)
  const output = JSON.stringify(lines) + (await (await fetch(`${relay.http}/metrics`)).text())
  for (const secret of [
    'secret',
    'confidential',
    topic,
    webhook.host,
    service,
    client.did.slice(8),
  ])
    expect(output).not.toContain(secret)
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}
