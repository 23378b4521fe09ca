import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCompanies, type StartedCompanies } from '@latchkey/devnet/startCompanies'
import { fromBase64url } from '@latchkey/protocol/base64'
import { sealToVault } from '@latchkey/protocol/vaultEnvelope'
import {
  checkOtp,
  createAccount,
  endSession,
  finishSocial,
  getSession,
  listDevices,
  listRecovery,
  loginsPath,
  recover,
  removeDevice,
  startEmail,
  startSocial,
  waitForDevice,
  walletLogins,
  type WalletMethod,
} from '@latchkey/protocol/walletServer'
import { openDatabase } from '@latchkey/server/db/openDatabase'
import * as v from 'valibot'
import { walletSocials, type WalletSocial } from '@latchkey/protocol/socials'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../db/migrations.ts'
import { purge } from '../db/purge.ts'
import { joins, socialAttempts } from '../db/schema.ts'
import { socialLife } from '../limits.ts'
import { createTestBrowser, type Choice } from '../testing/createTestBrowser.ts'
import type { TestDevice } from '../testing/createTestDevice.ts'
import { addresses, makeAccount, passwordShare, secret } from '../testing/makeAccount.ts'
import { site, startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'

let companies: StartedCompanies
let wallet: TestWallet
beforeAll(async () => {
  companies = await startCompanies({ port: 0 })
  wallet = await startTestWallet({ socials: companies.socials })
})
afterAll(async () => {
  await wallet.close()
  await companies.close()
})

/** Logs in at a company, and sends the result to the wallet. */
async function enter(device: TestDevice, provider: WalletSocial, choice: Choice) {
  const { id, uri } = await device.ask(startSocial, { provider, ...site })
  const { end } = await createTestBrowser().visit(uri, choice)
  return device.ask(finishSocial, { id, result: end?.message?.result ?? 'none' })
}
const expected: Record<WalletSocial, { email: string | null; userName: string }> = {
  google: { email: 'lena@a.example', userName: 'lena' },
  x: { email: null, userName: 'lena' },
  discord: { email: 'lena@b.example', userName: 'lena' },
  github: { email: 'lena@c.example', userName: 'lena' },
  apple: { email: 'lena@d.example', userName: 'lena' },
  facebook: { email: null, userName: 'lena' },
}

test.each(walletSocials)(
  'a login by %s creates a user, and a later one finds the same user',
  async (provider) => {
    const device = await wallet.device()
    const email = expected[provider].email ?? `lena@${provider}.example`
    expect(await enter(device, provider, { email })).toEqual({ action: 'connected' })
    const session = await device.ask(getSession, {})
    expect(session).toEqual({
      userId: expect.any(String),
      ...expected[provider],
      ways: [provider],
      addresses: null,
      loginAt: expect.any(Number),
    })
    await device.ask(endSession, {})
    expect(await enter(device, provider, { email })).toEqual({ action: 'connected' })
    expect(await device.ask(getSession, {})).toMatchObject({
      userId: session.userId,
      userName: 'lena',
    }) // Apple gives the name once
  },
)

test('a login that one site began is refused for another site on the same device', async () => {
  const device = await wallet.device()
  const { id, uri } = await device.ask(startSocial, { provider: 'google', ...site })
  const { end } = await createTestBrowser().visit(uri, { email: 'two-sites@example.org' })
  const done = { id, result: end?.message?.result ?? 'none' }
  const otherDevice = { ...done, origin: 'https://stranger.example' }
  expect(await device.refusal(finishSocial, otherDevice)).toEqual({
    status: 400,
    error: 'codeExpired',
  })
  expect(await device.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
  expect(await device.ask(finishSocial, { ...done, origin: site.origin })).toEqual({
    action: 'connected',
  })
  expect(await device.refusal(finishSocial, otherDevice)).toEqual({
    status: 400,
    error: 'codeExpired',
  })
})

test.each(walletSocials)(
  'when the visitor cancels at %s, the site gets an error, and the visitor is not logged in',
  async (provider) => {
    const device = await wallet.device()
    const { id, uri } = await device.ask(startSocial, { provider, ...site })
    const { end, status } = await createTestBrowser().visit(uri, { answer: 'cancel' })
    expect([status, end]).toEqual([
      200,
      { origin: site.origin, resultUri: `${wallet.url}/social/done?id=${id}&error=socialRefused` },
    ])
    expect(await device.refusal(finishSocial, { id, result: 'none' })).toEqual({
      status: 400,
      error: 'socialRefused',
    })
    expect(await device.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
  },
)

test('the page at the end of a login sends the result only to its own origin, and is not stored by browsers', async () => {
  const device = await wallet.device()
  const { id, uri } = await device.ask(startSocial, { provider: 'google', ...site })
  const { html, headers, end } = await createTestBrowser().visit(uri, { email: 'page@example.org' })
  expect(end).toEqual({
    origin: site.origin,
    message: { type: '@latchkey/social', id, result: expect.stringMatching(/^[\w-]{43}$/) },
    resultUri: `${wallet.url}/social/done?id=${id}`,
    cutOff: expect.stringContaining('cannot end here'),
  })
  expect(html).toContain('postMessage(message, location.origin)')
  expect(html).not.toMatch(/postMessage\([^)]*'\*'/)
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'sha256-[^ ]+'; style-src 'sha256-[^ ]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  expect([
    headers.get('cross-origin-opener-policy'),
    headers.get('referrer-policy'),
    headers.get('cache-control'),
    headers.get('x-frame-options'),
  ]).toEqual(['unsafe-none', 'no-referrer', 'no-store', 'DENY'])
})

test('a login by a redirect of the whole page returns to the site’s page where it began', async () => {
  const device = await wallet.device()
  const returnTo = `${site.origin}/cart/3`
  const begin = () => device.ask(startSocial, { provider: 'apple', ...site, returnTo })
  const { id, uri } = await begin()
  const { status, headers } = await createTestBrowser().visit(uri, { email: 'whole@example.org' })
  const back = new URL(headers.get('location') ?? '')
  const login = new URL(new URLSearchParams(back.hash.slice(1)).get('latchkey-login') ?? '')
  expect([status, back.origin, back.pathname, back.search, headers.get('referrer-policy')]).toEqual(
    [303, site.origin, '/cart/3', '', 'no-referrer'],
  )
  expect([login.origin, login.pathname, login.searchParams.get('id')]).toEqual([
    wallet.url,
    '/social/done',
    id,
  ])
  expect(
    await device.ask(finishSocial, { id, result: login.searchParams.get('result') ?? '' }),
  ).toEqual({ action: 'connected' })

  const refused = await createTestBrowser().visit((await begin()).uri, { answer: 'cancel' })
  const authorizeUrl = new URL(
    new URLSearchParams(new URL(refused.headers.get('location') ?? '').hash.slice(1)).get(
      'latchkey-login',
    ) ?? '',
  )
  expect([authorizeUrl.searchParams.get('error'), authorizeUrl.searchParams.get('result')]).toEqual(
    ['socialRefused', null],
  )
})

test('a login in the wallet’s window returns to that window', async () => {
  const device = await wallet.device()
  const returnTo = `${wallet.url}/window?projectId=shop&id=${randomUUID()}`
  const { uri } = await device.ask(startSocial, { provider: 'apple', ...site, returnTo })
  const { status, headers } = await createTestBrowser().visit(uri, { email: 'window@example.org' })
  const back = new URL(headers.get('location') ?? '')
  expect([status, back.origin, back.pathname, back.searchParams.get('id')]).toEqual([
    303,
    wallet.url,
    '/window',
    new URL(returnTo).searchParams.get('id'),
  ])
})

test.each([
  '/',
  '/frame',
  '/window/',
  '/windows',
  '/social/done',
  '/window%2f..',
  '//evil.example/window',
  '@evil.example/window',
])('a login cannot return to another page of the wallet: %s', async (path) => {
  const device = await wallet.device()
  expect(
    await device.refusal(startSocial, { provider: 'google', ...site, returnTo: wallet.url + path }),
  ).toMatchObject({ status: path.startsWith('@') ? expect.any(Number) : 403 })
})

test.each([
  'https://evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  `blob:${site.origin}/1`,
  'http://shop.example/',
  `${site.origin}:8443/`,
  `${site.origin.toUpperCase()}/`,
  'https://user:word@shop.example/',
  'https://shop.example@evil.example/',
  `${site.origin}/\0`,
  `${site.origin}/%00`,
  `${site.origin}/a%0d%0ab`,
  `${site.origin}/\t`,
  ` ${site.origin}/`,
  `${site.origin}/go?to=https://evil.example`,
  `${site.origin}/#a`,
  `${site.origin}//evil.example/`,
  `${site.origin}\\evil`,
  `${site.origin}/%5cevil`,
  `${site.origin}/a/../b`,
  `${site.origin}/ä`,
])('a login that would return to %j is refused', async (returnTo) => {
  const device = await wallet.device()
  expect(await device.refusal(startSocial, { provider: 'google', ...site, returnTo })).toEqual({
    status: 403,
    error: 'originRefused',
  })
})

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['another project', { projectId: 'toString' }],
])('a login from %s is refused', async (_, changed) => {
  const device = await wallet.device()
  expect(await device.refusal(startSocial, { provider: 'google', ...site, ...changed })).toEqual({
    status: 403,
    error: 'originRefused',
  })
})

test('the parameters from a company are valid once, for the company of the login, and for 20 minutes', async () => {
  const device = await wallet.device()
  const browser = createTestBrowser()
  const { uri } = await device.ask(startSocial, { provider: 'github', ...site })
  const first = await browser.visit(uri, { email: 'once@example.org' })
  expect(first.end?.message).toBeDefined()
  expect(await browser.again(first)).toMatchObject({ status: 404, end: undefined })

  const other = await device.ask(startSocial, { provider: 'github', ...site })
  const held = await browser.visit(other.uri, { email: 'once@example.org' }, true)
  expect(
    await browser.again({
      ...held,
      url: held.url.replace('/callback/github', '/callback/discord'),
    }),
  ).toMatchObject({ status: 404, end: undefined })
  const issuer = new URL(held.url)
  issuer.searchParams.set('iss', 'https://discord.com')
  const mixedUp = await browser.again({ ...held, url: issuer.href })
  expect([mixedUp.end?.message, mixedUp.end?.resultUri]).toEqual([
    undefined,
    expect.stringContaining('error=socialRefused'),
  ])

  const late = await device.ask(startSocial, { provider: 'discord', ...site })
  const lateBack = await browser.visit(late.uri, { email: 'once@example.org' }, true)
  wallet.pass(socialLife)
  expect(await browser.again(lateBack)).toMatchObject({ status: 404, end: undefined })
  for (const state of ['', 'x'.repeat(43), '"', 'x'.repeat(12_000)])
    expect([404, 413]).toContain(
      (
        await fetch(
          `${wallet.url}/social/callback/github?code=1&state=${encodeURIComponent(state)}`,
        )
      ).status,
    )
  expect((await fetch(`${wallet.url}/social/callback/evil?state=${'x'.repeat(43)}`)).status).toBe(
    404,
  )
  expect(
    (
      await fetch(`${wallet.url}/social/callback/apple`, {
        method: 'POST',
        body: 'state='.padEnd(20_000, 'x'),
      })
    ).status,
  ).toBe(413)
})

test('the result of a login is valid only on its own device, and a repeated request gets the same answer', async () => {
  const [device, otherDevice] = await Promise.all([wallet.device(), wallet.device()])
  const { id, uri } = await device.ask(startSocial, { provider: 'discord', ...site })
  expect(await device.refusal(finishSocial, { id, result: 'x'.repeat(43) })).toMatchObject({
    error: 'codeExpired',
  })
  const { end } = await createTestBrowser().visit(uri, { email: 'mine@example.org' })
  const result = end?.message?.result ?? ''
  await otherDevice.ask(startSocial, { provider: 'discord', ...site })
  expect(await otherDevice.refusal(finishSocial, { id, result })).toEqual({
    status: 400,
    error: 'codeExpired',
  })
  expect(await device.refusal(finishSocial, { id, result: 'x'.repeat(43) })).toEqual({
    status: 400,
    error: 'codeExpired',
  })
  expect(await device.ask(finishSocial, { id, result })).toEqual({ action: 'connected' })
  // as if the first answer was lost
  expect(await device.ask(finishSocial, { id, result })).toEqual({ action: 'connected' })
  await device.ask(endSession, {})
  expect(await device.refusal(finishSocial, { id, result })).toEqual({
    status: 400,
    error: 'codeExpired',
  })
  expect(await device.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
})

test('a new login ends the earlier one, and its result expires after 20 minutes', async () => {
  const device = await wallet.device()
  const first = await device.ask(startSocial, { provider: 'x', ...site })
  const second = await device.ask(startSocial, { provider: 'x', ...site })
  expect(await createTestBrowser().visit(first.uri, { email: 'new@example.org' })).toMatchObject({
    status: 404,
  })
  const { end } = await createTestBrowser().visit(second.uri, { email: 'new@example.org' })
  wallet.pass(socialLife)
  expect(
    await device.refusal(finishSocial, { id: second.id, result: end?.message?.result ?? '' }),
  ).toEqual({ status: 400, error: 'codeExpired' })
})

test('a new device of an account with an address waits for the link, whose mail names the company', async () => {
  const [old, fresh, third] = await Promise.all([wallet.device(), wallet.device(), wallet.device()])
  await enter(old, 'google', { email: 'link@example.org' })
  await makeAccount(old)
  expect(await enter(fresh, 'google', { email: 'link@example.org' })).toEqual({ action: 'device' })
  expect(await fresh.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
  const { text } = await wallet.mailTo('link@example.org', /new device/)
  expect(text).toContain('With: Google')
  const token = /token=([\w-]+)/.exec(text)?.[1] ?? ''
  expect(await (await fetch(`${wallet.url}/approve?token=${token}`)).text()).toContain(
    '<dt>With</dt><dd>Google</dd>',
  )
  const waiting = fresh.ask(waitForDevice, {})
  await wallet.post('/approve', token)
  expect(await waiting).toEqual({ status: 'connected' })
  expect(await fresh.ask(getSession, {})).toMatchObject({
    userId: (await old.ask(getSession, {})).userId,
    userName: 'link',
  })

  wallet.mails.length = 0
  expect(await enter(third, 'google', { email: 'link@example.org' })).toEqual({ action: 'device' })
  await wallet.post('/refuse', await wallet.tokenTo('link@example.org', /new device/))
  expect(await third.refusal(waitForDevice, {})).toMatchObject({ error: 'deviceRefused' })
})

test('an account without an address is opened by its company alone, without a link', async () => {
  const [old, fresh] = await Promise.all([wallet.device(), wallet.device()])
  await enter(old, 'x', { email: 'nobody@example.org' })
  await makeAccount(old)
  expect(await enter(fresh, 'x', { email: 'nobody@example.org' })).toEqual({ action: 'connected' })
  expect(await fresh.ask(getSession, {})).toMatchObject({
    email: null,
    ways: ['x'] satisfies WalletMethod[],
  })
})

test('an address that the company has not verified is ignored', async () => {
  for (const provider of ['google', 'discord', 'github', 'apple'] as const) {
    const device = await wallet.device()
    expect(await enter(device, provider, { person: 'sam' })).toEqual({ action: 'connected' })
    expect(await device.ask(getSession, {})).toMatchObject({ email: null, ways: [provider] })
  }
  const device = await wallet.device()
  await device.ask(startEmail, { email: 'sam@example.net', ...site })
  expect(await device.ask(checkOtp, { otp: await wallet.codeTo('sam@example.net') })).toMatchObject(
    { action: 'connected' },
  ) // nothing to join
})

test('with a hidden address at Apple, the account has Apple’s relay address', async () => {
  const device = await wallet.device()
  await enter(device, 'apple', { person: 'lena', hide: true })
  expect(await device.ask(getSession, {})).toMatchObject({
    email: expect.stringMatching(/@privaterelay\.example$/),
    userName: 'Lena Marsh',
  })
})

test('when only the vault recovers accounts, a login without an address is refused, and one with an address is accepted', async () => {
  const { google, discord } = companies.socials
  const vaultOnly = await startTestWallet({ socials: { google, discord }, recovery: ['vault'] })
  onTestFinished(() => vaultOnly.close())
  const begin = async (provider: WalletSocial, choice: Choice) => {
    const device = await vaultOnly.device()
    const { id, uri } = await device.ask(startSocial, { provider, ...site })
    const { end } = await createTestBrowser().visit(uri, choice)
    return { device, shown: { id, result: end?.message?.result ?? '' } }
  }
  const without = await begin('discord', { person: 'sam' })
  for (let again = 0; again < 2; again++)
    expect(await without.device.refusal(finishSocial, without.shown)).toEqual({
      status: 400,
      error: 'methodNotOffered',
    })
  expect(await without.device.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
  const { device, shown } = await begin('google', { person: 'noor' })
  expect(await device.ask(finishSocial, shown)).toEqual({ action: 'connected' })
  const { userId, email } = await device.ask(getSession, {})
  expect(email).toBe('noor@example.com')
  await makeAccount(device, {
    method: 'vault',
    blob: await sealToVault({
      vaultKey: vaultOnly.vault.privateKey,
      userId,
      share: fromBase64url(secret(17)),
    }),
  })
  expect((await device.ask(listRecovery, {})).methods).toMatchObject([{ method: 'vault' }])
})

test('an account without an address cannot use the vault, because no mail could warn its owner', async () => {
  const device = await wallet.device()
  await enter(device, 'x', { email: 'unwarned@example.org' })
  const { userId } = await device.ask(getSession, {})
  const blob = await sealToVault({
    vaultKey: wallet.vault.privateKey,
    userId,
    share: fromBase64url(secret(17)),
  })
  expect(
    await device.refusal(createAccount, {
      setId: randomUUID(),
      addresses,
      split: { serverShare: secret(17), recovery: { method: 'vault', blob } },
    }),
  ).toEqual({ status: 400, error: 'methodNotOffered' })
})

test('an account without an address can remove devices and recover like any other', async () => {
  const [first, second] = await Promise.all([wallet.device(), wallet.device()])
  const recovery = passwordShare()
  await enter(first, 'facebook', { email: 'plain@example.org' })
  const { setId } = await makeAccount(first, recovery)
  await enter(second, 'facebook', { email: 'plain@example.org' })
  expect(await second.ask(recover, { setId, proof: recovery.proof })).toMatchObject({
    blob: recovery.blob,
  })
  const { devices } = await second.ask(listDevices, {})
  await second.ask(removeDevice, { id: devices.find(({ isThis }) => !isThis)?.id ?? '' })
  expect(await first.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
})

test('any site can read the list of offered logins', async () => {
  const read = async (query: string) =>
    fetch(`${wallet.url}${loginsPath}${query}`, {
      headers: { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' },
    })
  const answer = await read('?projectId=shop')
  expect([
    answer.status,
    answer.headers.get('access-control-allow-origin'),
    answer.headers.get('cache-control'),
  ]).toEqual([200, '*', 'public, max-age=300'])
  expect(v.parse(walletLogins, await answer.json())).toEqual({
    email: true,
    socials: walletSocials,
    approvals: 'window',
  })
  for (const query of ['', '?projectId=toString']) expect((await read(query)).status).toBe(404)
  const few = await startTestWallet({ socials: { discord: companies.socials.discord } })
  onTestFinished(() => few.close())
  expect(await (await fetch(`${few.url}${loginsPath}?projectId=shop`)).json()).toEqual({
    email: true,
    socials: ['discord'],
    approvals: 'window',
  })
  expect(await (await few.device()).refusal(startSocial, { provider: 'google', ...site })).toEqual({
    status: 400,
    error: 'methodNotOffered',
  })
})

test('the logins that a client begins, and the links mailed to an owner, are limited', async () => {
  const limited = await startTestWallet({
    socials: companies.socials,
    limits: {
      rate: false,
      mails: false,
      socials: { max: 3, refill: 1, everySeconds: 600 },
      codes: 1,
    },
  })
  onTestFinished(() => limited.close())
  const device = await limited.device()
  const refusals = []
  for (let turn = 0; turn < 5; turn++)
    refusals.push((await device.refusal(startSocial, { provider: 'x', ...site }))?.error)
  expect(refusals).toEqual([undefined, undefined, undefined, 'tooManyRequests', 'tooManyRequests'])

  const strict = await startTestWallet({
    socials: companies.socials,
    limits: { rate: false, mails: false, socials: false, codes: 1 },
  })
  onTestFinished(() => strict.close())
  const enterThere = async (one: TestDevice) => {
    const { id, uri } = await one.ask(startSocial, { provider: 'google', ...site })
    const { end } = await createTestBrowser().visit(uri, { email: 'spammed@example.org' })
    return one.ask(finishSocial, { id, result: end?.message?.result ?? '' })
  }
  const owner = await strict.device()
  await enterThere(owner)
  await makeAccount(owner)
  expect(await enterThere(await strict.device())).toEqual({ action: 'device' })
  await expect(enterThere(await strict.device())).rejects.toMatchObject({
    status: 429,
    error: 'tooManyRequests',
  })
  // the owner's own device needs no link
  expect(await enterThere(owner)).toEqual({ action: 'connected' })
})

test('purge deletes expired logins', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-purge-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const storedWallet = await startTestWallet({
    socials: companies.socials,
    database: join(folder, 'database'),
  })
  const device = await storedWallet.device()
  await storedWallet.logIn(device, 'purge@example.org')
  const { id, uri } = await device.ask(startSocial, { provider: 'google', ...site })
  const { end } = await createTestBrowser().visit(uri, { email: 'purge@example.org' })
  expect(await device.ask(finishSocial, { id, result: end?.message?.result ?? '' })).toMatchObject({
    action: 'join',
  })
  await storedWallet.close()
  const database = await openDatabase(join(folder, 'database'), { migrations, program: 'test' })
  const rows = async () => [
    (await database.queries.select().from(socialAttempts)).length,
    (await database.queries.select().from(joins)).length,
  ]
  await purge(database.queries, storedWallet.now())
  expect(await rows()).toEqual([1, 1])
  await purge(database.queries, storedWallet.now() + socialLife + 1)
  expect(await rows()).toEqual([0, 0])
  await database.close()
})
