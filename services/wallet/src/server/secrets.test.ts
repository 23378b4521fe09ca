import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromBase64url } from '@latchkey/protocol/base64'
import { openDatabase } from '@latchkey/server/db/openDatabase'
import { idAt, people } from '@latchkey/devnet/companies/people'
import { startCompanies } from '@latchkey/devnet/startCompanies'
import {
  addSplit,
  askVault,
  checkOtp,
  checkPrimaryOtp,
  finishSocial,
  getSession,
  getShare,
  noteExport,
  recover,
  startEmail,
  startEmailChange,
  startSocial,
} from '@latchkey/protocol/walletServer'
import { putGrant } from '@latchkey/protocol/sessions/walletGrants'
import { sealToVault } from '@latchkey/protocol/vaultEnvelope'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from './db/migrations.ts'
import { createTestBrowser } from './testing/createTestBrowser.ts'
import { addresses, makeAccount, passwordShare, secret } from './testing/makeAccount.ts'
import { site, startTestWallet, type TestWallet } from './testing/startTestWallet.ts'
import { testDelegation, testGrant } from './testing/testGrant.ts'

let folder: string
let wallet: TestWallet
const secrets: string[] = []

/**
 * Logs in, creates an account with every kind of recovery, recovers, and fails. So everything that
 * writes to the database has run.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-wallet-'))
  const companies = await startCompanies({ port: 0 })
  wallet = await startTestWallet({ database: join(folder, 'database'), socials: companies.socials })
  const [first, second, third] = await Promise.all([
    wallet.device(),
    wallet.device(),
    wallet.device(),
  ])
  await wallet.logIn(first, 'ann@example.com')
  const { userId } = await first.ask(getSession, {})
  const share = secret(17)
  const made = await makeAccount(first, {
    method: 'vault',
    blob: await sealToVault({
      vaultKey: wallet.vault.privateKey,
      userId,
      share: fromBase64url(share),
    }),
  })
  await wallet.logIn(second, 'ann@example.com')
  await second.ask(askVault, {})
  wallet.pass(60_000)
  await second.ask(recover, { setId: made.setId })
  const withPassword = passwordShare()
  const more = {
    setId: randomUUID(),
    addresses,
    split: { serverShare: secret(17), recovery: withPassword },
  }
  await second.ask(addSplit, more)
  await second.ask(recover, { setId: more.setId, proof: withPassword.proof })
  await second.refusal(recover, { setId: more.setId, proof: secret(32) })
  await first.ask(getShare, { setId: made.setId })
  const delegation = testDelegation(Math.floor(wallet.now() / 1_000) + 3_600)
  const granted = testGrant(delegation, wallet.now(), {
    origin: 'https://granted.example',
    siteName: 'Granted name',
  })
  await first.ask(putGrant, { grant: granted.grant })
  wallet.pass(31_000)
  wallet.mails.length = 0
  await third.ask(startEmail, { email: 'ann@example.com', ...site })
  const code = await wallet.codeTo('ann@example.com')
  await third.ask(checkOtp, { otp: code })
  const link = await wallet.tokenTo('ann@example.com', /new device/)
  await fetch(`${wallet.url}/approve?token=${link}`)
  const fourth = await wallet.device()
  await fourth.ask(startEmail, { email: 'ben@example.com', ...site })
  const open = await wallet.codeTo('ben@example.com')
  wallet.pass(31_000)
  wallet.mails.length = 0
  await second.ask(noteExport, { kind: 'phrase' })
  await second.ask(startEmailChange, { email: 'cat@example.com' })
  const leave = await wallet.codeTo('ann@example.com')
  await second.ask(checkPrimaryOtp, { otp: leave })
  const { proof, salt, blob } = withPassword
  const social = await loginsAtCompanies()
  await companies.close()
  secrets.push(
    ...social,
    'cat@example.com',
    leave,
    await wallet.codeTo('cat@example.com'),
    'ann@example.com',
    'ben@example.com',
    'ann@',
    code,
    open,
    link,
    share,
    made.split.serverShare,
    more.split.serverShare,
    proof,
    salt,
    blob,
    granted.grant.context,
    granted.grant.origin,
    'Granted name',
    granted.hash.slice(2),
    delegation.delegate.slice(2),
    delegation.signature.slice(2),
    addresses.eip155,
    addresses.solana ?? '',
  )
}, 60_000)

/**
 * Logins at companies in every state: done, waiting for the device, refused, waiting to be
 * joined, failed.
 */
async function loginsAtCompanies(): Promise<string[]> {
  const found: string[] = []
  const visit = async (
    provider: 'google' | 'x' | 'github' | 'apple',
    choice: { person?: string; email?: string; answer?: 'cancel' },
  ) => {
    const device = await wallet.device()
    const begun = await device.ask(startSocial, { provider, ...site })
    const parameters = new URL(begun.uri).searchParams
    const back = await createTestBrowser().visit(begun.uri, choice)
    const result = back.end?.message?.result ?? ''
    found.push(
      parameters.get('state') ?? '',
      parameters.get('nonce') ?? 'no nonce at all',
      (back.form ?? new URL(back.url).searchParams).get('code') ?? 'no code at all',
      ...(result ? [result] : []),
    )
    return { device, shown: { id: begun.id, result } }
  }
  const done = await visit('google', { person: 'lena' })
  await done.device.ask(finishSocial, done.shown)
  await visit('apple', { person: 'noor' })
  await visit('x', { answer: 'cancel' })
  const waiting = await visit('github', { email: 'ann@example.com' })
  expect(await waiting.device.ask(finishSocial, waiting.shown)).toMatchObject({ action: 'join' })
  const device = await wallet.device()
  const { uri } = await device.ask(startSocial, {
    provider: 'github',
    ...site,
    returnTo: `${site.origin}/order/7431-private`,
  })
  const held = await createTestBrowser().visit(uri, { person: 'sam' }, true)
  const wrong = new URL(held.url)
  wrong.searchParams.set('code', 'no-such-code-here')
  await createTestBrowser().again({ ...held, url: wrong.href })
  return [
    ...found,
    'no-such-code-here',
    '7431-private',
    'lena.marsh',
    'Lena Marsh',
    'noor@example.com',
    'noorh',
    ...people.map((person) => idAt('google', person)),
    ...Object.values(wallet.options.socials ?? {}).flatMap((set) =>
      'clientSecret' in set ? [set.clientSecret] : [],
    ),
  ]
}
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the database contains no address, code, link or share in plain text', async () => {
  await wallet.close()
  const database = await openDatabase(join(folder, 'database'), { migrations, program: 'test' })
  const names = (
    await database.queries
      .select({ name: sql<string>`table_name` })
      .from(sql`information_schema.tables`)
      .where(sql`table_schema = 'public'`)
  ).map(({ name }) => name)
  expect(names).toHaveLength(15)
  const rows = await Promise.all(
    names.map((name) =>
      database.queries
        .select({ row: sql<string>`to_jsonb(t)::text` })
        .from(sql`${sql.identifier(name)} as t`),
    ),
  )
  const dump = rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
  await database.close()
  expect(dump.length).toBeGreaterThan(2_000)
  const spellings = (text: string) => [
    text,
    Buffer.from(text).toString('hex'),
    Buffer.from(text).toString('base64'),
    ...(/^[\w-]{20,}$/.test(text) ? [Buffer.from(text, 'base64url').toString('hex')] : []),
  ]
  // A code is searched as a whole value, because the hex digits of a hash may contain six decimal
  // digits in a row.
  const wordsOf = (text: string) =>
    /^\d{6}$/.test(text) ? [`"${text}"`, `:${text}`] : spellings(text)
  for (const one of secrets) for (const word of wordsOf(one)) expect(dump).not.toContain(word)
})

test('the log contains no address, code, link or share', () => {
  expect(wallet.lines.length).toBeGreaterThan(15)
  const log = JSON.stringify(
    wallet.lines.map((line) => ({ ...line, time: '', requestId: '', ms: 0 })),
  )
  for (const one of secrets) expect(log).not.toContain(one)
  expect(log).not.toContain('127.0.0.1')
  expect(wallet.lines.map(({ route }) => route)).toEqual(
    expect.arrayContaining(['/approve', '/social/callback/:provider', 'social']),
  )
})
