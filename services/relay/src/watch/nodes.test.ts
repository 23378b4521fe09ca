import { expect, onTestFinished, test } from 'vitest'
import { createRedisStore } from '../store/redisStore.ts'
import { createTestClient } from '../testing/createTestClient.ts'
import { newTopic, startTestRelay } from '../testing/startTestRelay.ts'
import { startTestRedis } from '../testing/startTestRedis.ts'
import { startWebhook } from '../testing/startWebhook.ts'

test('a registration at one of several relays over one Redis applies at each of them, and each event is sent once', async () => {
  const redis = await startTestRedis()
  onTestFinished(redis.stop)
  const webhook = await startWebhook()
  const startNode = async () => {
    const store = await createRedisStore({ urls: [redis.url] })
    onTestFinished(store.close)
    return startTestRelay({ store, watchHosts: [webhook.host] })
  }
  const [first, second] = [await startNode(), await startNode()]
  const [client, topic] = [createTestClient(), newTopic()]
  const register = (aud: string) =>
    client.token(aud, {
      act: 'irn_watchRegister',
      sub: 'https://example.org',
      typ: 'subscriber',
      whu: webhook.url,
      tag: [7],
      sts: ['queued', 'delivered'],
      exp: Math.floor(Date.now() / 1_000) + 60,
    })
  const wallet = await first.open(client)
  await wallet.ask('irn_subscribe', { topic })
  const { relayId } = (await wallet.ask('irn_watchRegister', {
    registerAuth: register(first.url),
  })) as { relayId: string } // docs/contracts/relay.md#watches describes this answer
  const elsewhere = await second.open(client)
  expect(await elsewhere.ask('irn_watchRegister', { registerAuth: register(second.url) })).toEqual({
    relayId,
  })
  await elsewhere.close()

  const site = await second.open()
  // a message does not count as waiting (`queued`) for a client that is connected to the other
  // process
  await site.ask('irn_publish', { topic, message: 'here', ttl: 300, tag: 7 })
  await wallet.push()
  expect(await webhook.next()).toMatchObject({
    iss: relayId,
    evt: { status: 'delivered', message: 'here' },
  })
  await wallet.close()
  await expect
    .poll(async () =>
      Number(
        (await redis.ask('pubsub', 'shardnumsub', `lk:{${client.did.slice(8)}}`)).split('\n')[1],
      ),
    )
    .toBe(0)
  await site.ask('irn_publish', { topic, message: 'away', ttl: 300, tag: 7 })
  expect(await webhook.next()).toMatchObject({
    iss: relayId,
    evt: { status: 'queued', message: 'away' },
  })
  await expect.poll(() => redis.ask('hlen', 'lk:{watch}:events')).toBe('0\n')
  expect(webhook.calls()).toBe(2)
})
