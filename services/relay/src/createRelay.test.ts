import { expect, test } from 'vitest'
import { createTestClient } from './testing/createTestClient.ts'
import { nextId } from './testing/openTestSocket.ts'
import { newTopic, startTestRelay } from './testing/startTestRelay.ts'

const message = (topic: string, text: string, more = {}) => ({
  topic,
  message: text,
  ttl: 300,
  tag: 1108,
  ...more,
})

test('the relay delivers a message from one client to another, with all its fields', async () => {
  const relay = await startTestRelay()
  const [site, wallet, topic] = [await relay.open(), await relay.open(), newTopic()]
  const id = await wallet.ask('irn_subscribe', { topic })
  expect(id).toMatch(/^[0-9a-f]{64}$/)
  const before = Date.now()
  expect(
    await site.ask(
      'irn_publish',
      message(topic, 'AAbc==', {
        prompt: true,
        attestation: 'a.b.c',
        correlationId: 1,
        tvf: { txHashes: ['0x1'] },
      }),
    ),
  ).toBe(true)
  const push = await wallet.push()
  const { publishedAt, ...data } = push.params.data
  expect(data).toEqual({ topic, message: 'AAbc==', tag: 1108, attestation: 'a.b.c' })
  expect(publishedAt).toBeGreaterThanOrEqual(before)
  expect(push.params.id).toBe(id)
  expect(Number.isSafeInteger(push.id)).toBe(true)
})

test('a message waits for the first subscriber, and is pushed after the answer to the subscription', async () => {
  const relay = await startTestRelay()
  const [site, wallet, topic] = [await relay.open(), await relay.open(), newTopic()]
  await site.ask('irn_publish', message(topic, 'first'))
  await site.ask('irn_publish', message(topic, 'second'))
  await wallet.ask('irn_subscribe', { topic })
  expect((await wallet.push()).params.data.message).toBe('first')
  expect((await wallet.push()).params.data.message).toBe('second')
  expect(JSON.parse(wallet.frames[0] ?? '')).toHaveProperty('result')
})

test('a client never gets its own messages, on any socket', async () => {
  const relay = await startTestRelay()
  const [client, topic, other] = [createTestClient(), newTopic(), newTopic()]
  const [first, second, wallet] = [
    await relay.open(client),
    await relay.open(client),
    await relay.open(),
  ]
  await first.ask('irn_subscribe', { topic })
  await first.ask('irn_subscribe', { topic: other })
  await second.ask('irn_publish', message(topic, 'mine'))
  await first.ask('irn_subscribe', { topic })
  await wallet.ask('irn_publish', message(other, 'yours'))
  expect((await first.push()).params.data.message).toBe('yours')
  const later = await relay.open(client)
  await later.ask('irn_batchSubscribe', { topics: [topic, other] })
  expect(await later.ask('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
})

test('a client that was offline gets all messages in order when it returns', async () => {
  const relay = await startTestRelay()
  const [client, site, topics] = [
    createTestClient(),
    await relay.open(),
    [newTopic(), newTopic()] as const,
  ]
  const before = await relay.open(client)
  await before.ask('irn_batchSubscribe', { topics })
  await before.close()
  for (const text of ['1', '2', '3']) await site.ask('irn_publish', message(topics[0], text))
  const after = await relay.open(client)
  await after.ask('irn_batchSubscribe', { topics })
  for (const text of ['1', '2', '3']) expect((await after.push()).params.data.message).toBe(text)
  const third = await relay.open(client)
  await site.ask('irn_publish', message(topics[1], 'after'))
  await third.ask('irn_subscribe', { topic: topics[0] })
  expect((await third.push()).params.data.message).toBe('after')
})

test('subscriptions last across sockets, but no message is pushed before the first request', async () => {
  const relay = await startTestRelay()
  const [client, site, topic] = [createTestClient(), await relay.open(), newTopic()]
  const before = await relay.open(client)
  await before.ask('irn_subscribe', { topic })
  await before.close()
  await site.ask('irn_publish', message(topic, 'waits'))
  const after = await relay.open(client)
  await site.ask('irn_publish', message(topic, 'waits too'))
  expect(after.frames).toEqual([])
  await after.ask('irn_fetchMessages', { topic: newTopic() })
  expect((await after.push()).params.data.message).toBe('waits')
  expect((await after.push()).params.data.message).toBe('waits too')
  expect(JSON.parse(after.frames[0] ?? '')).toHaveProperty('result')
})

test('a client that subscribes again gets only its unacknowledged messages', async () => {
  const relay = await startTestRelay()
  const [site, wallet, topic] = [await relay.open(), await relay.open(), newTopic()]
  await wallet.ask('irn_subscribe', { topic })
  for (const text of ['a', 'b', 'c']) await site.ask('irn_publish', message(topic, text))
  await wallet.push()
  const unacknowledged = await wallet.push({ acknowledge: false })
  await wallet.push()
  await wallet.ask('irn_subscribe', { topic })
  const again = await wallet.push()
  expect(again.params).toEqual(unacknowledged.params)
  await wallet.ask('irn_subscribe', { topic })
  await site.ask('irn_publish', message(topic, 'd'))
  expect((await wallet.push()).params.data.message).toBe('d')
})

test('an unsubscribed client gets no messages, and gets the waiting ones when it subscribes again', async () => {
  const relay = await startTestRelay()
  const [site, wallet, topic, other] = [
    await relay.open(),
    await relay.open(),
    newTopic(),
    newTopic(),
  ]
  await wallet.ask('irn_batchSubscribe', { topics: [topic, other] })
  expect(await wallet.ask('irn_unsubscribe', { topic, id: 'made up' })).toBe(true)
  await site.ask('irn_publish', message(topic, 'missed'))
  await site.ask('irn_publish', message(other, 'heard'))
  expect((await wallet.push()).params.data.message).toBe('heard')
  await wallet.ask('irn_subscribe', { topic })
  expect((await wallet.push()).params.data.message).toBe('missed')
  expect(await wallet.ask('irn_unsubscribe', { topic: newTopic(), id: '1' })).toBe(true)
  expect(
    await wallet.ask('irn_batchUnsubscribe', {
      subscriptions: [
        { topic, id: '1' },
        { topic: other, id: '2' },
      ],
    }),
  ).toBe(true)
})

test('a repeated request is answered again, but its message is delivered once, also from another socket', async () => {
  const relay = await startTestRelay()
  const [client, wallet, topic, id] = [createTestClient(), await relay.open(), newTopic(), nextId()]
  await wallet.ask('irn_subscribe', { topic })
  const [first, second] = [await relay.open(client), await relay.open(client)]
  for (const socket of [first, first, second])
    expect((await socket.answer('irn_publish', message(topic, 'once'), id)).result).toBe(true)
  expect((await second.answer('irn_publish', message(topic, 'once'))).result).toBe(true)
  await first.ask('irn_publish', message(topic, 'next'))
  expect([
    (await wallet.push()).params.data.message,
    (await wallet.push()).params.data.message,
  ]).toEqual(['once', 'next'])
})

test('a push without an acknowledgement is repeated with the same id', async () => {
  const relay = await startTestRelay({ redelivery: 50 })
  const [site, wallet, topic] = [await relay.open(), await relay.open(), newTopic()]
  await wallet.ask('irn_subscribe', { topic })
  await site.ask('irn_publish', message(topic, 'hello'))
  const pushes = [
    await wallet.push({ acknowledge: false }),
    await wallet.push({ acknowledge: false }),
    await wallet.push({ acknowledge: false }),
    await wallet.push(),
  ]
  expect(new Set(pushes.map(({ id }) => id)).size).toBe(1)
  expect(await wallet.ask('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
})

test('one acknowledgement is enough for all sockets of a client', async () => {
  const relay = await startTestRelay({ redelivery: 50 })
  const [client, site, topic] = [createTestClient(), await relay.open(), newTopic()]
  const [first, second] = [await relay.open(client), await relay.open(client)]
  await first.ask('irn_subscribe', { topic })
  await second.ask('irn_subscribe', { topic })
  await site.ask('irn_publish', message(topic, 'hello'))
  await second.push({ acknowledge: false })
  await first.push()
  expect(await first.ask('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
  await second.ask('irn_subscribe', { topic })
  await site.ask('irn_publish', message(topic, 'next'))
  expect((await first.push()).params.data.message).toBe('next')
})

test('the id of an acknowledgement may be a number or a text', async () => {
  const relay = await startTestRelay()
  const [site, wallet, topic] = [await relay.open(), await relay.open(), newTopic()]
  await wallet.ask('irn_subscribe', { topic })
  await site.ask('irn_publish', message(topic, 'a'))
  await site.ask('irn_publish', message(topic, 'b'))
  const [a, b] = [
    await wallet.push({ acknowledge: false }),
    await wallet.push({ acknowledge: false }),
  ]
  wallet.socket.send(JSON.stringify({ id: `${a.id}n`, jsonrpc: '2.0', result: true }))
  expect(
    await wallet.ask('irn_batchReceive', {
      receipts: [
        { topic, messageId: b.id },
        { topic, messageId: '1' },
      ],
    }),
  ).toBe(true)
  expect(await wallet.ask('irn_batchFetchMessages', { topics: [topic] })).toEqual({
    messages: [],
    hasMore: false,
  })
})

test('fetched messages stay in the mailbox', async () => {
  const relay = await startTestRelay()
  const [site, wallet, topic] = [await relay.open(), await relay.open(), newTopic()]
  expect(
    await site.ask('irn_batchPublish', {
      messages: [message(topic, 'a'), message(topic, 'b', { tag: 1100, attestation: 'x' })],
    }),
  ).toBe(true)
  const expected = {
    messages: [
      { topic, message: 'a', tag: 1108, publishedAt: expect.any(Number) },
      { topic, message: 'b', tag: 1100, attestation: 'x', publishedAt: expect.any(Number) },
    ],
    hasMore: false,
  }
  expect(await wallet.ask('irn_fetchMessages', { topic })).toEqual(expected)
  await wallet.ask('irn_subscribe', { topic })
  expect([
    (await wallet.push()).params.data.message,
    (await wallet.push()).params.data.message,
  ]).toEqual(['a', 'b'])
})

test('wc_proposeSession and wc_approveSession publish for the client and subscribe it', async () => {
  const relay = await startTestRelay()
  const [site, wallet, pairingTopic, sessionTopic] = [
    await relay.open(),
    await relay.open(),
    newTopic(),
    newTopic(),
  ]
  const analytics = { ttl: 300, correlationId: 17, attestation: '' }
  expect(
    await site.ask('wc_proposeSession', {
      pairingTopic,
      sessionProposal: 'proposal',
      ...analytics,
    }),
  ).toBe(true)
  await wallet.ask('irn_subscribe', { topic: pairingTopic })
  const { publishedAt: _, ...proposal } = (await wallet.push()).params.data
  expect(proposal).toEqual({ topic: pairingTopic, message: 'proposal', tag: 1100, attestation: '' })
  const approval = {
    pairingTopic,
    sessionTopic,
    sessionProposalResponse: 'response',
    sessionSettlementRequest: 'settlement',
    approvedChains: ['eip155:1'],
    sessionProperties: '{}',
    ...analytics,
  }
  expect(await wallet.ask('wc_approveSession', approval)).toBe(true)
  expect((await site.push()).params.data).toMatchObject({
    topic: pairingTopic,
    message: 'response',
    tag: 1101,
  })
  await site.ask('irn_subscribe', { topic: sessionTopic })
  expect((await site.push()).params.data).toMatchObject({
    topic: sessionTopic,
    message: 'settlement',
    tag: 1102,
  })
  await site.ask('irn_publish', message(sessionTopic, 'request'))
  expect((await wallet.push()).params.data.message).toBe('request')
  await expect(
    site.ask('wc_proposeSession', { pairingTopic, sessionProposal: '' }),
  ).rejects.toThrow('InvalidParams')
  await expect(
    wallet.ask('wc_approveSession', { ...approval, sessionSettlementRequest: '' }),
  ).rejects.toThrow('InvalidParams')
})

test('the relay answers every method under all its names', async () => {
  const relay = await startTestRelay()
  const [socket, topic] = [await relay.open(), newTopic()]
  expect(await socket.ask('iridium_publish', message(topic, 'hello'))).toBe(true)
  expect(await socket.ask('waku_subscribe', { topic })).toMatch(/^[0-9a-f]{64}$/)
  expect(await socket.ask('irn_subscribeBlocking', { topic })).toBe(
    await socket.ask('irn_subscribe', { topic }),
  )
  expect(await socket.ask('iridium_batchSubscribe', { topics: [topic, newTopic()] })).toHaveLength(
    2,
  )
  expect(await socket.ask('irn_batchSubscribeBlocking', { topics: [topic, 'short'] })).toEqual([
    { id: expect.stringMatching(/^[0-9a-f]{64}$/) },
    {
      error: {
        code: -32600,
        message: 'Invalid payload: Topic decoding failed',
        data: 'InvalidTopic',
      },
    },
  ])
  expect(await socket.ask('wc_createTopic', { topic: newTopic() })).toBe(true)
  for (const method of ['irn_watchRegister', 'waku_watchRegister'])
    await expect(socket.ask(method, { registerAuth: 'a.b.c' })).rejects.toThrow('InvalidJwt')
  await expect(socket.ask('irn_watchUnregister', { unregisterAuth: 'a.b.c' })).rejects.toThrow(
    'InvalidJwt',
  )
  for (const method of ['irn_subscription', 'iridium_nothing', 'wc_', 'toString', '__proto__'])
    await expect(socket.ask(method, {})).rejects.toThrow('InvalidMethod')
})

test('a client subscribes to 500 topics at once, and gets their waiting messages', async () => {
  const relay = await startTestRelay()
  const [site, wallet, topics] = [
    await relay.open(),
    await relay.open(),
    Array.from({ length: 500 }, newTopic),
  ]
  await site.ask('irn_batchPublish', {
    messages: topics.map((topic) => message(topic, 'test message')),
  })
  expect(await wallet.ask('irn_batchSubscribe', { topics })).toHaveLength(500)
  const received = new Set<string>()
  while (received.size < 500) received.add((await wallet.push()).params.data.topic)
  expect(received).toEqual(new Set(topics))
})

test('the messages of a topic arrive in order, also if they exceed the limit of one read', async () => {
  const relay = await startTestRelay()
  const [site, wallet, topic] = [await relay.open(), await relay.open(), newTopic()]
  const texts = Array.from({ length: 100 }, (_, index) => `${index} ${'x'.repeat(50_000)}`)
  for (const text of texts) await site.ask('irn_publish', message(topic, text))
  await wallet.ask('irn_subscribe', { topic })
  for (const text of texts) expect((await wallet.push()).params.data.message).toBe(text)
})
