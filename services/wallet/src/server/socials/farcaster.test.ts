import { startCompanies } from '@latchkey/devnet/startCompanies'
import { startDevnet, type Devnet } from '@latchkey/devnet'
import {
  startFarcasterRelay,
  type Approval,
  type FarcasterRelay,
} from '@latchkey/devnet/startFarcasterRelay'
import {
  answerJoin,
  checkSecondaryOtp,
  finishSocial,
  getSession,
  startEmailChange,
  startFarcaster,
  startSocial,
  waitForFarcaster,
} from '@latchkey/protocol/walletServer'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { socialLife } from '../limits.ts'
import { createTestBrowser } from '../testing/createTestBrowser.ts'
import { makeAccount } from '../testing/makeAccount.ts'
import { site, startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'

let devnet: Devnet
let relay: FarcasterRelay
let wallet: TestWallet
beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
  relay = await startFarcasterRelay({ port: 0, chain: devnet.chains[0]?.url ?? '' })
  wallet = await startTestWallet({ farcaster: relay.options })
}, 60_000)
afterAll(async () => {
  await wallet.close()
  await relay.close()
  await devnet.close()
})

async function begin() {
  const device = await wallet.device()
  return { device, ...(await device.ask(startFarcaster, site)) }
}

test('an approval at Farcaster logs a device in, and another approval logs another device in to the same user', async () => {
  const { device, uri, expiresAt } = await begin()
  expect(expiresAt).toBe(wallet.now() + socialLife)
  const waiting = device.ask(waitForFarcaster, {})
  await relay.approve(uri, { person: 'noor' })
  expect(await waiting).toEqual({ action: 'connected' })
  // as if the first answer was lost
  expect(await device.ask(waitForFarcaster, {})).toEqual({ action: 'connected' })
  const session = await device.ask(getSession, {})
  expect(session).toMatchObject({ email: null, userName: 'noorh', ways: ['farcaster'] })
  const second = await begin()
  await relay.approve(second.uri, { person: 'noor' })
  expect(await second.device.ask(waitForFarcaster, {})).toEqual({ action: 'connected' })
  expect((await second.device.ask(getSession, {})).userId).toBe(session.userId)
})

test.each<[string, Approval]>([
  ['another nonce', { nonce: 'anothernonce1234' }],
  ['another domain', { domain: 'evil.example' }],
  ['another address', { uri: 'https://evil.example/' }],
  ['a key that is not the owner’s', { signer: 'eve' }],
  ['an expired message', { expirationTime: new Date(0) }],
])('an approval signed with %s is refused', async (_, approval) => {
  const { device, uri } = await begin()
  await relay.approve(uri, approval)
  expect(await device.refusal(waitForFarcaster, {})).toEqual({
    status: 400,
    error: 'socialRefused',
  })
  expect(await device.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
})

test('a login that one site began is refused for another site on the same device', async () => {
  const { device, uri } = await begin()
  await relay.approve(uri, { person: 'noor' })
  const otherDevice = { origin: 'https://stranger.example' }
  expect(await device.refusal(waitForFarcaster, otherDevice)).toEqual({
    status: 400,
    error: 'codeExpired',
  })
  expect(await device.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
  expect(await device.ask(waitForFarcaster, { origin: site.origin })).toEqual({
    action: 'connected',
  })
  expect(await device.refusal(waitForFarcaster, otherDevice)).toEqual({
    status: 400,
    error: 'codeExpired',
  })
})

test('the name of a user is one line of at most 64 visible characters', async () => {
  const { device, uri } = await begin()
  await relay.approve(uri, {
    person: 'verified:odd@example.org',
    userName: `\u202e Ann\u0000\n${'x'.repeat(500)}`,
  })
  await device.ask(waitForFarcaster, {})
  expect((await device.ask(getSession, {})).userName).toBe(`Ann${'x'.repeat(61)}`)
})

test('when a login finds a Farcaster wallet by its address, the wallet opens with a code', async () => {
  const companies = await startCompanies({ port: 0 })
  const both = await startTestWallet({ farcaster: relay.options, socials: companies.socials })
  onTestFinished(async () => {
    await both.close()
    await companies.close()
  })
  const [first, second] = [await both.device(), await both.device()]
  const comeTo = async (email: string) => {
    const { id, uri } = await second.ask(startSocial, { provider: 'google', ...site })
    const { end } = await createTestBrowser().visit(uri, { email })
    return second.ask(finishSocial, { id, result: end?.message?.result ?? '' })
  }
  await relay.approve((await first.ask(startFarcaster, site)).uri, { person: 'noor' })
  await first.ask(waitForFarcaster, {})
  await makeAccount(first)
  await first.ask(startEmailChange, { email: 'noor@example.com' })
  await first.ask(checkSecondaryOtp, { otp: await both.codeTo('noor@example.com') })
  both.pass(31_000)
  expect(await comeTo('noor@example.com')).toEqual({ action: 'join', ways: ['email', 'farcaster'] })
  expect(await second.ask(answerJoin, { join: true })).toEqual({ action: 'otp' })
})

test('a login ends at its time limit or when a new one begins, and belongs to one device', async () => {
  const { device, uri } = await begin()
  const otherDevice = await wallet.device()
  expect(await otherDevice.refusal(waitForFarcaster, {})).toEqual({
    status: 400,
    error: 'codeExpired',
  })
  await relay.approve(uri)
  expect(
    await device.refusal(finishSocial, { id: '00000000-0000-4000-8000-000000000000', result: 'x' }),
  ).toEqual({ status: 400, error: 'codeExpired' })
  wallet.pass(socialLife)
  expect(await device.refusal(waitForFarcaster, {})).toEqual({ status: 400, error: 'codeExpired' })
})

test('a login that the relay no longer knows has expired', async () => {
  const other = await startFarcasterRelay({ port: 0, chain: devnet.chains[0]?.url ?? '' })
  const moved = await startTestWallet({ farcaster: other.options })
  onTestFinished(() => moved.close())
  const device = await moved.device()
  await device.ask(startFarcaster, site)
  const { port } = new URL(other.url)
  await other.close()
  const empty = await startFarcasterRelay({
    port: Number(port),
    chain: devnet.chains[0]?.url ?? '',
  })
  onTestFinished(() => empty.close())
  expect(await device.refusal(waitForFarcaster, {})).toEqual({ status: 400, error: 'codeExpired' })
})

test('while the relay is down a login is unavailable, and without the option Farcaster is not offered', async () => {
  const [lost, without] = await Promise.all([
    startTestWallet({ farcaster: { ...relay.options, relay: 'http://127.0.0.1:9' } }),
    startTestWallet(),
  ])
  onTestFinished(async () => void (await Promise.all([lost.close(), without.close()])))
  expect(await (await lost.device()).refusal(startFarcaster, site)).toMatchObject({
    status: 503,
    error: 'unavailable',
  })
  expect(await (await without.device()).refusal(startFarcaster, site)).toEqual({
    status: 400,
    error: 'methodNotOffered',
  })
  const { device, uri } = await begin()
  await relay.approve(uri)
  expect(
    await device.refusal(startFarcaster, { ...site, origin: 'https://evil.example' }),
  ).toMatchObject({ error: 'originRefused' })
})
