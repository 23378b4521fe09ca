import { once } from 'node:events'
import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import type { LogLine } from '../options.ts'
import { createTestClient } from '../testing/createTestClient.ts'
import { endOf, openRaw } from '../testing/openTestSocket.ts'
import { newTopic, startTestRelay } from '../testing/startTestRelay.ts'

test('the relay pings a quiet client, and ends its socket when it does not answer', async () => {
  let ended: (line: LogLine) => void = () => {}
  const terminated = new Promise<LogLine>((resolve) => {
    ended = resolve
  })
  const relay = await startTestRelay({
    heartbeat: 50,
    log: (line) => line.event === 'terminated' && ended(line),
  })
  const live = await relay.open()
  await once(live.socket, 'ping')
  const dead = openRaw(relay.url, { query: { auth: createTestClient().token(relay.url) } })
  dead.once('open', () => dead.pause()) // it neither reads nor answers pings
  dead.on('error', () => {}) // the connection may end with an error or without one
  expect(await terminated).toMatchObject({ reason: 'no pong' })
  dead.terminate()
  expect(await live.ask('irn_subscribe', { topic: newTopic() })).toBeTruthy()
})

test('the relay answers running requests before it closes the sockets', async () => {
  const relay = await startTestRelay()
  const [socket, topic] = [await relay.open(), newTopic()]
  await socket.ask('irn_subscribe', { topic })
  const end = endOf(socket.socket)
  const answer = socket.ask('irn_publish', { topic, message: 'last', ttl: 300, tag: 1 })
  await expect
    .poll(() => fetch(`${relay.http}/metrics`).then((response) => response.text()))
    .toContain('published_total{outcome="stored"} 1')
  await relay.close()
  expect([await answer, await end]).toEqual([true, { code: 1012, reason: 'Service restart' }])
  await expect(fetch(`${relay.http}/health`)).rejects.toThrow('fetch failed')
})

test('the relay logs events without message texts, topics and clients', async () => {
  const lines: LogLine[] = []
  const relay = await startTestRelay({ log: (line) => lines.push(line) })
  const [client, topic] = [createTestClient(), newTopic()]
  const socket = await relay.open(client, { query: { projectId: 'my-project', ua: 'wc-2/js' } })
  await socket.ask('irn_subscribe', { topic })
  await socket.ask('irn_publish', {
    topic,
    message: 'secret',
    ttl: 300,
    tag: 1,
    tvf: { txHashes: ['0xabc'] },
  })
  await socket.close()
  const refused = openRaw(relay.url, { query: { auth: 'forged' } })
  await endOf(refused)
  await relay.close()
  expect(lines.map(({ event, reason }) => [event, reason])).toEqual(
    expect.arrayContaining([
      ['left', undefined],
      ['refused', 'InvalidJwt'],
      ['draining', undefined],
    ]),
  )
  for (const secret of [
    topic,
    'secret',
    client.did.slice(8),
    '127.0.0.1',
    'my-project',
    'wc-2',
    '0xabc',
    'forged',
  ])
    expect(JSON.stringify(lines)).not.toContain(secret)
})

test('a client that does not read its socket does not fill the memory, and gets all messages when it reads again', {
  timeout: 60_000,
}, async () => {
  const relay = await startTestRelay({ shares: false })
  const [wallet, topics] = [await relay.open(), Array.from({ length: 8 }, newTopic)]
  // several sites, because one client may not store that much
  const sites = [await relay.open(), await relay.open(), await relay.open()]
  await wallet.ask('irn_batchSubscribe', { topics })
  wallet.socket.pause()
  const texts = topics.flatMap((topic) =>
    Array.from({ length: 18 }, (_, index) => ({
      topic,
      message: `${index} ${'x'.repeat(500_000)}`,
      ttl: 300,
      tag: 1,
    })),
  )
  for (const [index, text] of texts.entries())
    await sites[index % sites.length]?.ask('irn_publish', text)
  const pushed = async () =>
    Number(
      /latchkey_relay_pushed_total (\d+)/.exec(
        await (await fetch(`${relay.http}/metrics`)).text(),
      )?.[1],
    )
  expect(await pushed()).toBeLessThan(texts.length / 2)
  wallet.socket.resume()
  const received: string[] = []
  while (received.length < texts.length) received.push((await wallet.push()).params.data.message)
  expect(received.toSorted()).toEqual(texts.map(({ message }) => message).toSorted())
})

test('while too many pushes are unacknowledged, further pushes wait', async () => {
  const relay = await startTestRelay({ shares: false })
  const [site, wallet, topics] = [
    await relay.open(),
    await relay.open(),
    Array.from({ length: 3 }, newTopic),
  ]
  for (const topic of topics) {
    const messages = (from: number) =>
      Array.from({ length: 400 }, (_, index) => ({
        topic,
        message: `${from + index}`,
        ttl: 300,
        tag: 1,
      }))
    await site.ask('irn_batchPublish', { messages: messages(0) })
    await site.ask('irn_batchPublish', { messages: messages(400) })
  }
  await wallet.ask('irn_batchSubscribe', { topics })
  const order = new Map<string, string[]>(topics.map((topic) => [topic, []]))
  const held = []
  for (let count = 0; count < limits.unacknowledged; count += 1)
    held.push(await wallet.push({ acknowledge: false }))
  for (const { id, params } of held) {
    order.get(params.data.topic)?.push(params.data.message)
    wallet.socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
  }
  for (let count = limits.unacknowledged; count < 2_400; count += 1) {
    const { data } = (await wallet.push()).params
    order.get(data.topic)?.push(data.message)
  }
  for (const topic of topics)
    expect(order.get(topic)).toEqual(Array.from({ length: 800 }, (_, index) => `${index}`))
})
