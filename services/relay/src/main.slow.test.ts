import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { argsOf } from '@latchkey/server/testing/programs'
import { shortRun } from '@latchkey/server/testing/shortRun'
import { expect, onTestFinished, test } from 'vitest'
import { createTestClient } from './testing/createTestClient.ts'
import { endOf, nextId, openTestSocket } from './testing/openTestSocket.ts'
import { startRelayProcess } from './testing/startRelayProcess.ts'
import { newTopic } from './testing/startTestRelay.ts'
import { startTestRedis } from './testing/startTestRedis.ts'

const patience = 60_000
const main = new URL('main.ts', import.meta.url)

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const message = (topic: string, text: string) => ({ topic, message: text, ttl: 300, tag: 1108 })

test('after the relay is killed, every message that it acknowledged is delivered', {
  timeout: patience,
}, async () => {
  const env = { LATCHKEY_FOLDER: await newFolder() }
  const killed = await startRelayProcess(env)
  const [siteClient, walletClient, topics] = [
    createTestClient(),
    createTestClient(),
    Array.from({ length: 20 }, newTopic),
  ]
  const [site, wallet] = [
    await openTestSocket(killed.url, siteClient),
    await openTestSocket(killed.url, walletClient),
  ]
  await wallet.ask('irn_batchSubscribe', { topics })
  await wallet.close()
  const acknowledged: string[] = []
  const publishing = topics.map(async (topic) => {
    for (let count = 0; ; count += 1) {
      await site.ask('irn_publish', message(topic, `${count}`))
      acknowledged.push(`${topic} ${count}`)
      // kills the relay while other requests are pending
      if (acknowledged.length === 500) killed.child.kill('SIGKILL')
    }
  })
  void Promise.allSettled(publishing) // some of these requests never get an answer
  await endOf(site.socket)

  const { url } = await startRelayProcess(env)
  const back = await openTestSocket(url, walletClient)
  // `back` has not subscribed again: the relay has stored its subscriptions
  await back.ask('irn_fetchMessages', { topic: newTopic() })
  const received = new Map<string, string[]>(topics.map((topic) => [topic, []]))
  const missing = new Set(acknowledged)
  while (missing.size > 0) {
    const { topic, message: text } = (await back.push()).params.data
    received.get(topic)?.push(text)
    missing.delete(`${topic} ${text}`)
  }
  for (const texts of received.values()) expect(texts).toEqual(texts.map((_, index) => `${index}`))
  expect(acknowledged.length).toBeGreaterThanOrEqual(500)
})

test('a request that was answered before a crash is not stored twice when it is repeated', {
  timeout: patience,
}, async () => {
  const env = { LATCHKEY_FOLDER: await newFolder() }
  const [killed, client, topic, id] = [
    await startRelayProcess(env),
    createTestClient(),
    newTopic(),
    nextId(),
  ]
  const before = await openTestSocket(killed.url, client)
  expect((await before.answer('irn_publish', message(topic, 'once'), id)).result).toBe(true)
  killed.child.kill('SIGKILL')
  await endOf(before.socket)
  const { url } = await startRelayProcess(env)
  expect(
    (await (await openTestSocket(url, client)).answer('irn_publish', message(topic, 'once'), id))
      .result,
  ).toBe(true)
  const wallet = await openTestSocket(url, createTestClient())
  expect(await wallet.ask('irn_fetchMessages', { topic })).toMatchObject({
    messages: [{ message: 'once' }],
  })
})

test('two relays share one Redis, and clients continue when one of the relays is killed', {
  timeout: patience,
}, async () => {
  const redis = await startTestRedis()
  onTestFinished(redis.stop)
  const env = { LATCHKEY_REDIS: redis.url }
  const [first, second] = [await startRelayProcess(env), await startRelayProcess(env)]
  const [siteClient, walletClient, topic] = [createTestClient(), createTestClient(), newTopic()]
  const [site, wallet] = [
    await openTestSocket(first.url, siteClient),
    await openTestSocket(second.url, walletClient),
  ]
  await wallet.ask('irn_subscribe', { topic })
  await site.ask('irn_subscribe', { topic })
  const received: string[] = []
  for (const text of ['0', '1', '2']) await site.ask('irn_publish', message(topic, text))
  while (received.length < 3) received.push((await wallet.push()).params.data.message)
  await wallet.ask('irn_publish', message(topic, 'answer'))
  expect((await site.push()).params.data.message).toBe('answer')

  // The site's relay process is killed while requests are open. Like published clients, the site
  // repeats unanswered requests at the other process.
  const requests = Array.from({ length: 200 }, (_, index) => ({
    id: nextId(),
    ...message(topic, `${index + 3}`),
  }))
  const answered = new Set<string>()
  for (const { id, ...params } of requests)
    void site
      .answer('irn_publish', params, id)
      .then(
        () => answered.add(id) === answered && answered.size === 50 && first.child.kill('SIGKILL'),
      )
  await endOf(site.socket)
  const again = await openTestSocket(second.url, siteClient)
  for (const { id, ...params } of requests)
    if (!answered.has(id)) expect((await again.answer('irn_publish', params, id)).result).toBe(true)
  while (received.length < 203) received.push((await wallet.push()).params.data.message)
  expect(received.toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 203 }, (_, index) => `${index}`),
  )
  expect(await wallet.ask('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })

  // Then the wallet's relay process is killed. The wallet gets the missing messages from the
  // remaining process.
  const third = await startRelayProcess(env)
  await again.ask('irn_subscribe', { topic: newTopic() })
  second.child.kill('SIGKILL')
  await endOf(wallet.socket)
  const site3 = await openTestSocket(third.url, siteClient)
  await site3.ask('irn_publish', message(topic, 'while away'))
  const wallet3 = await openTestSocket(third.url, walletClient)
  await wallet3.ask('irn_batchSubscribe', { topics: [topic] })
  expect((await wallet3.push()).params.data.message).toBe('while away')
})

test('on SIGTERM, or when its parent ends, the relay closes its sockets with 1012 and exits with 0', {
  timeout: patience,
}, async () => {
  const folder = await newFolder()
  for (const end of ['SIGTERM', 'disconnect'] as const) {
    const { child, url } = await startRelayProcess({ LATCHKEY_FOLDER: folder })
    const socket = await openTestSocket(url, createTestClient())
    const [farewell, exit] = [endOf(socket.socket), once(child, 'exit')]
    if (end === 'disconnect') child.disconnect()
    else child.kill(end)
    expect([(await farewell).code, await exit]).toEqual([1012, [0, null]])
  }
})

test('other users cannot read the stored files', { timeout: patience }, async () => {
  const folder = await newFolder()
  await chmod(folder, 0o755)
  await startRelayProcess({ LATCHKEY_FOLDER: folder })
  const files = await readdir(folder, { withFileTypes: true })
  const modes = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async ({ name }) => [name, ((await stat(join(folder, name))).mode & 0o077).toString(8)]),
  )
  expect(modes).toEqual(modes.map(([name]) => [name, '0']))
  expect(modes.map(([name]) => name)).toContain('data.mdb')
})

/**
 * Starts a relay whose start has to fail.
 * @returns the exit code and the output
 */
async function failedStart(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const failing = spawn(process.execPath, [...shortRun, ...argsOf(main)], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void failing.kill('SIGKILL'))
  let output = ''
  failing.stderr.on('data', (part: Buffer) => (output += part.toString()))
  const [code] = await once(failing, 'close')
  return { code, output }
}

test('when an option is invalid, the start ends with an error that names the variable, and the folder stays unlocked', {
  timeout: patience,
}, async () => {
  const folder = await newFolder()
  expect(await failedStart({ LATCHKEY_FOLDER: folder, LATCHKEY_ORIGINS: 'example.org' })).toEqual({
    code: 1,
    output: expect.stringMatching(/^LATCHKEY_ORIGINS \(origins\.0\): Expected an origin/),
  })
  expect(await readdir(folder)).not.toContain('lock')
  expect(await failedStart({ LATCHKEY_FOLDER: folder, LATCHKEY_WATCH_HOSTS: 'http://x/' })).toEqual(
    { code: 1, output: 'LATCHKEY_WATCH_HOSTS (watchHosts.0): Expected host or host:port\n' },
  )
})

test.skipIf(!existsSync('/proc/self'))(
  'when a folder cannot be created, the start ends with an error that names the folder',
  { timeout: patience },
  async () => {
    expect(await failedStart({ LATCHKEY_FOLDER: '/proc/latchkey/mailboxes' })).toEqual({
      code: 1,
      output:
        'LATCHKEY_FOLDER: /proc/latchkey/mailboxes cannot be made (ENOENT): name a folder that this process may make and write\n',
    })
  },
)

test('when a file of the folder is damaged, the start ends with an error that names the variable and a remedy', {
  timeout: patience,
}, async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'data.mdb'), Buffer.alloc(8_192, 7))
  expect(await failedStart({ LATCHKEY_FOLDER: folder })).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^LATCHKEY_FOLDER: The files of the database are damaged: .* restore a backup .*\n$/,
    ),
  })
})

test('when Redis rejects the password, the log has the error code of Redis, but not the password', {
  timeout: patience,
}, async () => {
  const redis = await startTestRedis()
  onTestFinished(redis.stop)
  await redis.ask('CONFIG', 'SET', 'requirepass', 'known')
  const { lines } = await startRelayProcess({
    LATCHKEY_REDIS: redis.url.replace('//', '//:wrong@'),
  })
  const output: unknown[] = []
  while (!JSON.stringify(output).includes('WRONGPASS'))
    output.push(JSON.parse((await lines.next()).value))
  expect(output).toContainEqual(
    expect.objectContaining({
      variable: 'LATCHKEY_REDIS',
      error: expect.stringContaining('WRONGPASS'),
    }),
  )
  expect(JSON.stringify(output)).not.toContain('wrong')
})

test('a relay whose Redis is down listens, and logs the error of the connection', {
  timeout: patience,
}, async () => {
  // runs the TypeScript source, as operators do
  const child = spawn(process.execPath, [...shortRun, '--import', 'tsx', fileURLToPath(main)], {
    env: { ...process.env, PORT: '0', LATCHKEY_REDIS: 'redis://127.0.0.1:1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const failures: string[] = []
  for await (const line of createInterface(child.stdout)) {
    const { event, error, url } = JSON.parse(line)
    if (event === 'store failed') failures.push(error)
    if (event !== 'listening') continue
    expect((await fetch(`${url.replace('ws:', 'http:')}/health`)).status).toBe(503)
    break
  }
  expect(failures).toContainEqual(expect.stringMatching(/^StoreError < Error ECONNREFUSED/))
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
