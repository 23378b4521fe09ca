import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@latchkey/server/db/database'
import { openDatabase } from '@latchkey/server/db/openDatabase'
import { listDevices, removeDevice } from '@latchkey/protocol/walletServer'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../db/migrations.ts'
import { purge } from '../db/purge.ts'
import { notices as table } from '../db/schema.ts'
import { createKeyring } from '../keys/createKeyring.ts'
import { rotateKeys } from '../keys/rotateKeys.ts'
import { noticeTimes } from '../limits.ts'
import { createMetrics } from '../metrics.ts'
import type { Mail, SendMail } from '../options.ts'
import { Refusal } from '../refusal.ts'
import { makeAccount } from '../testing/makeAccount.ts'
import { startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'
import { createNotices } from './createNotices.ts'
import { createOutbox } from './createOutbox.ts'

const mailTo = (to: string): Mail => ({
  to,
  subject: 'A device was signed out',
  text: '',
  html: '',
})

let database: Database
beforeAll(
  async () => void (database = await openDatabase('memory', { migrations, program: 'test' })),
  60_000,
)
afterAll(() => database.close())
beforeEach(() => database.queries.delete(table))

/** The notices of a process that sends by `send`. */
function start(send: SendMail = async () => {}) {
  const { queries } = database
  const failures: unknown[] = []
  const at = { now: 1_000_000 }
  const onFailure = (error: unknown) => failures.push(error)
  const outbox = createOutbox({ send, metrics: createMetrics(), onFailure })
  const keys = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))] as const
  const createWith = (...some: Uint8Array[]) =>
    createNotices({
      outbox,
      keyring: createKeyring(some),
      queries: () => queries,
      now: () => at.now,
      onFailure,
    })
  const notices = createWith(keys[0])
  const storeNotice = (to: string) =>
    queries.transaction((tx) =>
      notices.store(tx, { kind: 'removed', userId: randomUUID(), mail: mailTo(to) }),
    )
  const stored = () => queries.select().from(table)
  return { queries, notices, keep: storeNotice, stored, at, failures, keys, createWith }
}

test('a notice is stored encrypted, and deleted when the mail server accepts it', async () => {
  const sent: string[] = []
  const { queries, notices, keep: storeNotice, stored } = start(async ({ to }) => sent.push(to))
  await expect(
    queries.transaction(async (tx) => {
      await notices.store(tx, {
        kind: 'removed',
        userId: randomUUID(),
        mail: mailTo('nobody@example.com'),
      })
      throw new Error('what it tells did not happen')
    }),
  ).rejects.toThrow()
  expect(await stored()).toEqual([])
  const notice = await storeNotice('ann@example.com')
  expect(Buffer.from((await stored())[0]?.mail ?? []).toString('latin1')).not.toContain('ann')
  notices.send(notice)
  await expect.poll(stored).toEqual([])
  expect(sent).toEqual(['ann@example.com'])
})

test('a notice that may be lost is sent again, the oldest first, and a recent one is not', async () => {
  const sent: string[] = []
  const { queries, notices, keep: storeNotice, stored, at } = start(async ({ to }) => sent.push(to))
  for (const to of ['first@example.com', 'second@example.com', 'under.way@example.com']) {
    await storeNotice(to)
    at.now += 1_000
  }
  await notices.resend(queries, at.now - 1_000)
  await expect.poll(async () => (await stored()).length).toBe(1)
  expect(sent).toEqual(['first@example.com', 'second@example.com'])
})

test('a notice that the mail server never accepts is stored for three days', async () => {
  const {
    queries,
    notices,
    keep: storeNotice,
    stored,
    at,
  } = start(async () => {
    throw new Error('busy')
  })
  notices.send(await storeNotice('ann@example.com'))
  at.now += noticeTimes.life
  await purge(queries, at.now)
  expect(await stored()).toHaveLength(1)
  await purge(queries, at.now + 1)
  expect(await stored()).toEqual([])
})

test('a notice that the outbox cannot take is sent later, and a notice under a lost key does not block others', async () => {
  const { queries, keep: storeNotice, stored, createWith, keys, failures, at } = start()
  const post = () => {
    throw new Refusal('unavailable')
  }
  const full = createNotices({
    outbox: { post },
    keyring: createKeyring([keys[0]]),
    queries: () => queries,
    now: () => at.now,
    onFailure: (error) => failures.push(error),
  })
  full.send(await storeNotice('ann@example.com'))
  await queries.transaction((tx) =>
    createWith(keys[1]).store(tx, {
      kind: 'removed',
      userId: randomUUID(),
      mail: mailTo('lost@example.com'),
    }),
  )
  at.now += 1
  await createWith(keys[0]).resend(queries, at.now)
  await expect.poll(async () => (await stored()).length).toBe(1)
  expect(failures).toHaveLength(1)
})

test('a stored notice can still be sent after a key rotation', async () => {
  const sent: string[] = []
  const {
    queries,
    keep: storeNotice,
    createWith,
    keys,
    at,
    stored,
  } = start(async ({ to }) => sent.push(to))
  await storeNotice('ann@example.com')
  expect(await rotateKeys(queries, createKeyring([keys[1], keys[0]]))).toBe(1)
  await createWith(keys[1]).resend(queries, at.now + 1)
  await expect.poll(stored).toEqual([])
  expect(sent).toEqual(['ann@example.com'])
})

test('after a restart, the next process sends a notice that the mail server had not accepted, once', {
  timeout: 120_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-notices-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const keys = [new Uint8Array(randomBytes(32))]
  const mails: Mail[] = []
  let isDown = false
  let wallet: TestWallet
  const open = async (now?: () => number) =>
    (wallet = await startTestWallet({
      database: join(folder, 'database'),
      keys,
      ...(now && { now }),
      async mail(mail) {
        if (isDown) throw new Error('down')
        wallet.mails.push(mail)
        if (/was removed/.test(mail.subject)) mails.push(mail)
      },
    }))
  const first = await open()
  const [one, other] = [await first.device(), await first.device()]
  await first.logIn(one, 'ann@example.com')
  await makeAccount(one)
  await first.logIn(other, 'ann@example.com')
  isDown = true
  const { devices } = await one.ask(listDevices, {})
  await one.ask(removeDevice, { id: devices.find(({ isThis }) => !isThis)?.id ?? '' })
  await first.close()
  expect(mails).toEqual([])

  isDown = false
  const second = await open(() => first.now() + 1_000)
  await expect.poll(() => mails.length).toBe(1)
  expect(mails[0]).toMatchObject({
    to: 'ann@example.com',
    text: expect.stringContaining('Firefox on Linux'),
  })
  await second.close()
  const left = await openDatabase(join(folder, 'database'), { migrations, program: 'test' })
  onTestFinished(() => left.close())
  expect(await left.queries.select().from(table)).toEqual([])
  expect(mails).toHaveLength(1)
})
