import { expect, onTestFinished, test } from 'vitest'
import { createTestClient } from '../testing/createTestClient.ts'
import { startTestCluster, type TestRedis } from '../testing/startTestRedis.ts'
import { newTopic, startTestRelay } from '../testing/startTestRelay.ts'
import { createRedisStore } from './redisStore.ts'

/** The master that has the slots of a topic. */
async function masterOf(topic: string, nodes: readonly TestRedis[]): Promise<TestRedis> {
  for (const node of nodes) {
    const info = await node.ask('INFO', 'replication')
    if (
      info.includes('role:master') &&
      !(await node.ask('EXISTS', `lk:{${topic}}:log`)).startsWith('MOVED')
    )
      return node
  }
  throw new Error('no server has it')
}

/** The number of bytes that a master's replica has not confirmed. */
async function lagOf(master: TestRedis): Promise<number> {
  const info = await master.ask('INFO', 'replication')
  return (
    Number(/^master_repl_offset:(\d+)/m.exec(info)?.[1]) -
    Number(/^slave0:.*offset=(\d+)/m.exec(info)?.[1])
  )
}

const message = (topic: string, text: string) => ({ topic, message: text, ttl: 300, tag: 1 })

/** How one of three masters fails. */
const ends = {
  'is killed': (master: TestRedis) => master.signal('SIGKILL'),
  'hangs, as a machine without power': (master: TestRedis) => {
    master.signal('SIGSTOP')
    // a suspended process can end only when it continues
    onTestFinished(() => master.signal('SIGCONT'))
  },
}

test.each(Object.entries(ends))(
  'when one master of a cluster %s, requests fail with `StorageError`, and then the replica serves all data',
  { timeout: 120_000 },
  async (_, end) => {
    const cluster = await startTestCluster({ replicas: 1 })
    onTestFinished(cluster.stop)
    const open = async () => {
      const store = await createRedisStore({ urls: cluster.urls, cluster: true })
      onTestFinished(store.close)
      return startTestRelay({ store })
    }
    const [one, other] = [await open(), await open()]
    const site = await one.open()
    // 20 topics, so that very likely each of the three masters has some
    const topics = Array.from({ length: 20 }, newTopic)
    const wallets = await Promise.all(
      topics.map(async (topic) => {
        const wallet = await other.open()
        await wallet.ask('irn_subscribe', { topic })
        return wallet
      }),
    )
    const [mailbox, away] = [newTopic(), createTestClient()]
    const absent = await other.open(away)
    await absent.ask('irn_subscribe', { topic: mailbox })
    await absent.close()
    const answered = Array.from({ length: 100 }, (_each, index) => `${index}`)
    await Promise.all(answered.map((text) => site.ask('irn_publish', message(mailbox, text))))
    const master = await masterOf(mailbox, cluster.nodes)
    await expect.poll(() => lagOf(master), { timeout: 10_000 }).toBe(0)

    end(master)
    const health = ({ http }: { http: string }) =>
      fetch(`${http}/health`).then(({ status }) => status)
    const answer = site.answer('irn_publish', message(mailbox, 'away'))
    await expect.poll(() => health(one), { interval: 100 }).toBe(503)
    const { error, result } = await answer
    expect(error ?? { result }).toMatchObject(
      error ? { code: -32603, data: 'StorageError' } : { result: true },
    ) // a request may wait until the replica has become the master

    for (const relay of [one, other])
      await expect.poll(() => health(relay), { timeout: 60_000, interval: 200 }).toBe(200)
    const back = await other.open(away)
    await back.ask('irn_fetchMessages', { topic: newTopic() })
    const received: string[] = []
    while (received.length < answered.length) received.push((await back.push()).params.data.message)
    expect(received).toEqual(expect.arrayContaining(answered))
    await Promise.all(topics.map((topic) => site.ask('irn_publish', message(topic, topic))))
    expect(
      await Promise.all(wallets.map(async (wallet) => (await wallet.push()).params.data.message)),
    ).toEqual(topics)
  },
)

test('the password in the first URL is used for all servers of a cluster', {
  timeout: 60_000,
}, async () => {
  const cluster = await startTestCluster()
  onTestFinished(cluster.stop)
  for (const node of cluster.nodes) await node.ask('CONFIG', 'SET', 'requirepass', 'known')
  const store = await createRedisStore({
    urls: [cluster.nodes[0]?.url.replace('//', '//:known@') ?? ''],
    cluster: true,
  })
  onTestFinished(store.close)
  const site = await (await startTestRelay({ store })).open()
  for (let index = 0; index < 20; index += 1)
    expect(await site.ask('irn_publish', message(newTopic(), 'x'))).toBe(true)
})
