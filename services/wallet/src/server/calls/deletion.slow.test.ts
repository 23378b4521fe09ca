import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCompanies } from '@latchkey/devnet/startCompanies'
import type { WalletSocial } from '@latchkey/protocol/socials'
import { openDatabase } from '@latchkey/server/db/openDatabase'
import {
  answerJoin,
  askVault,
  checkOtp,
  confirmDeletion,
  finishSocial,
  getSession,
  recover,
  startDeletion,
  startEmail,
  startEmailChange,
  startSocial,
} from '@latchkey/protocol/walletServer'
import { putGrant } from '@latchkey/protocol/sessions/walletGrants'
import { sealToVault } from '@latchkey/protocol/vaultEnvelope'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../db/migrations.ts'
import { createTestBrowser } from '../testing/createTestBrowser.ts'
import { makeAccount, passwordShare, secret } from '../testing/makeAccount.ts'
import { site, startTestWallet } from '../testing/startTestWallet.ts'
import { testDelegation, testGrant } from '../testing/testGrant.ts'
import type { Mail, WalletOptions } from '../options.ts'

async function start(changed: Partial<WalletOptions> = {}) {
  const wallet = await startTestWallet(changed)
  onTestFinished(() => wallet.close())
  return wallet
}

/**
 * Tables that may keep rows of a deleted account: counters of an address under a keyed hash, until
 * they expire.
 */
const stays = ['latchkey_wallet_schema', 'wallet_counters', 'wallet_mailings']

test('after a deletion, no table contains data of the account', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-deletion-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const companies = await startCompanies({ port: 0 })
  onTestFinished(companies.close)
  const mail = async (one: Mail) => {
    if (/is ready/.test(one.subject)) throw new Error('never taken')
    wallet.mails.push(one)
  }
  const wallet = await start({
    database: join(folder, 'database'),
    socials: companies.socials,
    mail,
  })
  const [device, second, third, fourth, neighbour] = [
    await wallet.device(),
    await wallet.device(),
    await wallet.device(),
    await wallet.device(),
    await wallet.device(),
  ]
  const enter = async (one: typeof device, provider: WalletSocial) => {
    const { id, uri } = await one.ask(startSocial, { provider, ...site })
    const { end } = await createTestBrowser().visit(uri, { email: 'ann@example.com' })
    expect(
      await one.ask(finishSocial, { id, result: end?.message?.result ?? 'none' }),
    ).toMatchObject({ action: 'join' })
  }
  await wallet.logIn(neighbour, 'ben@example.com')
  await makeAccount(neighbour)
  // every table has rows of the account
  await wallet.logIn(device, 'ann@example.com')
  const { userId } = await device.ask(getSession, {})
  await makeAccount(device, {
    method: 'vault',
    blob: await sealToVault({
      vaultKey: wallet.vault.privateKey,
      userId,
      share: new Uint8Array(17),
    }),
  })
  await wallet.logIn(second, 'ann@example.com')
  await second.ask(askVault, {})
  // one account at a company that was joined on the first device, and one account that is pending
  // on another device
  wallet.pass(31_000)
  wallet.mails.length = 0
  await enter(device, 'google')
  await device.ask(answerJoin, { join: true })
  await device.ask(checkOtp, { otp: await wallet.codeTo('ann@example.com') })
  expect((await device.ask(getSession, {})).ways).toEqual(['email', 'google'])
  await enter(fourth, 'github')
  // a device that is new to the account of a Google login: a link is mailed and counted
  const fifth = await wallet.device()
  const { id, uri } = await fifth.ask(startSocial, { provider: 'google', ...site })
  const { end } = await createTestBrowser().visit(uri, { email: 'ann@example.com' })
  expect(await fifth.ask(finishSocial, { id, result: end?.message?.result ?? 'none' })).toEqual({
    action: 'device',
  })
  wallet.pass(31_000)
  await device.ask(startEmailChange, { email: 'ann@example.org' })
  const delegation = testDelegation(Math.floor(wallet.now() / 1_000) + 3_600)
  await device.ask(putGrant, { grant: testGrant(delegation, wallet.now()).grant })
  wallet.pass(31_000)
  await third.ask(startEmail, { email: 'ann@example.com', ...site })
  wallet.mails.length = 0
  await device.ask(startDeletion, {})
  await device.ask(confirmDeletion, { otp: await wallet.codeTo('ann@example.com') })
  await wallet.mailTo('ann@example.com', /was deleted/)
  expect(await device.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
  expect(await second.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
  expect(await neighbour.ask(getSession, {})).toMatchObject({ email: 'ben@example.com' })
  await wallet.close()

  const { queries, close } = await openDatabase(join(folder, 'database'), {
    migrations,
    program: 'test',
  })
  const tables = (
    await queries
      .select({ name: sql<string>`table_name` })
      .from(sql`information_schema.tables`)
      .where(sql`table_schema = 'public'`)
  )
    .map(({ name }) => name)
    .toSorted()
  // for a new table: empty it in `deleteUser`, fill it above, and add it here
  expect(tables).toEqual([
    'latchkey_wallet_schema',
    'wallet_attempts',
    'wallet_audit',
    'wallet_changes',
    'wallet_counters',
    'wallet_devices',
    'wallet_grants',
    'wallet_identities',
    'wallet_joins',
    'wallet_mailings',
    'wallet_notices',
    'wallet_social_attempts',
    'wallet_splits',
    'wallet_users',
    'wallet_vault_requests',
  ])
  const counters = await queries.select({ name: sql<string>`name` }).from(sql`wallet_counters`)
  expect(counters.filter(({ name }) => name.includes(userId))).toEqual([])
  const rows = await Promise.all(
    tables
      .filter((name) => !stays.includes(name))
      .map((name) =>
        queries
          .select({ row: sql<string>`to_jsonb(t)::text` })
          .from(sql`${sql.identifier(name)} as t`),
      ),
  )
  await close()
  const dump = rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
  for (const trace of [userId, device.thumbprint, second.thumbprint, third.thumbprint])
    expect(dump).not.toContain(trace)
  // rows of the other account, and logins at companies without a user, which end within the hour
  expect(rows.map(({ length }) => length)).toEqual([0, 2, 0, 1, 0, 0, 0, 0, 2, 1, 1, 0])
})

test('only a device that knows the phrase can delete the account, with a code of its own', async () => {
  const wallet = await start()
  const [device, attacker] = [await wallet.device(), await wallet.device()]
  await wallet.logIn(device, 'ann@example.com')
  const recovery = passwordShare()
  const { setId } = await makeAccount(device, recovery)
  await wallet.logIn(attacker, 'ann@example.com')
  expect(await attacker.refusal(startDeletion, {})).toMatchObject({
    status: 403,
    error: 'notRecovered',
  })
  expect(await attacker.refusal(confirmDeletion, {})).toMatchObject({ error: 'codeExpired' })
  wallet.pass(31_000)
  wallet.mails.length = 0
  expect(await device.ask(startDeletion, {})).toEqual({ action: 'otp' })
  expect(await device.ask(startDeletion, {})).toEqual({ action: 'otp' }) // as after a lost answer
  const otp = await wallet.codeTo('ann@example.com')
  expect((await wallet.mailTo('ann@example.com', /delete/)).text).toContain(
    'delete your wallet here for ever',
  )
  await attacker.ask(recover, { setId, proof: recovery.proof })
  expect(await attacker.refusal(confirmDeletion, { otp })).toMatchObject({ error: 'codeExpired' })
  expect(await device.refusal(confirmDeletion, {})).toMatchObject({ error: 'codeExpired' })
  expect(
    await device.refusal(confirmDeletion, { otp: otp === '000000' ? '111111' : '000000' }),
  ).toMatchObject({ error: 'codeWrong', left: 4 })
  await device.ask(confirmDeletion, { otp })
  expect(await device.refusal(confirmDeletion, { otp })).toMatchObject({ error: 'loginRequired' })
})

test('a code for a deletion is valid for twenty minutes, and the code for another step is not accepted', async () => {
  const wallet = await start()
  const device = await wallet.device()
  await wallet.logIn(device, 'ann@example.com')
  await makeAccount(device)
  wallet.pass(31_000)
  wallet.mails.length = 0
  await device.ask(startDeletion, {})
  const otp = await wallet.codeTo('ann@example.com')
  wallet.pass(21 * 60_000)
  expect(await device.refusal(confirmDeletion, { otp })).toMatchObject({ error: 'codeExpired' })
  wallet.mails.length = 0
  await device.ask(startEmailChange, { email: 'ann@example.org' })
  expect(
    await device.refusal(confirmDeletion, { otp: await wallet.codeTo('ann@example.com') }),
  ).toMatchObject({ error: 'codeExpired' })
})

test('after a deletion, the same address can create a new account', async () => {
  const wallet = await start()
  const device = await wallet.device()
  await wallet.logIn(device, 'ann@example.com')
  await makeAccount(device)
  const before = await device.ask(getSession, {})
  wallet.pass(31_000)
  wallet.mails.length = 0
  await device.ask(startDeletion, {})
  await device.ask(confirmDeletion, { otp: await wallet.codeTo('ann@example.com') })
  await wallet.logIn(device, 'ann@example.com')
  const after = await device.ask(getSession, {})
  expect(after.addresses).toBeNull()
  expect(after.userId).not.toBe(before.userId)
  expect((await makeAccount(device, { ...passwordShare(), proof: secret(32) })).setId).toBeTruthy()
})
