import { confirmDeletion, startDeletion } from '@latchkey/protocol/walletServer'
import {
  endGrant,
  listGrants,
  maxStoredContext,
  putGrant,
  type OwnGrant,
} from '@latchkey/protocol/sessions/walletGrants'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TestDevice } from '../testing/createTestDevice.ts'
import { makeAccount } from '../testing/makeAccount.ts'
import { databases, onBothDatabases } from '../testing/onBothDatabases.ts'
import type { TestWallet } from '../testing/startTestWallet.ts'
import { testDelegation, testGrant } from '../testing/testGrant.ts'

const walletOn = onBothDatabases()
const week = 7 * 24 * 3_600
const inAWeek = (wallet: TestWallet) => Math.floor(wallet.now() / 1_000) + week
const grantOf = (wallet: TestWallet, changed: Parameters<typeof testDelegation>[1] = {}) =>
  testGrant(testDelegation(inAWeek(wallet), changed), wallet.now())

async function deviceOf(wallet: TestWallet, email: string): Promise<TestDevice> {
  const device = await wallet.device()
  await wallet.logIn(device, email)
  await makeAccount(device)
  return device
}
const contextsOf = async (device: TestDevice) =>
  (await device.ask(listGrants, {})).grants.map(({ context }) => context)

describe.each(databases)('on %s', (name) => {
  test('grants are listed for every device of the account, the newest first, and stored once', async () => {
    const wallet = walletOn(name)
    const device = await deviceOf(wallet, 'ann@example.com')
    expect(await device.ask(listGrants, {})).toEqual({ grants: [] })
    const first = grantOf(wallet)
    await device.ask(putGrant, { grant: first.grant })
    wallet.pass(1_000)
    const second = grantOf(wallet)
    await device.ask(putGrant, { grant: second.grant })
    await device.ask(putGrant, { grant: { ...first.grant, siteName: 'Another name' } })
    const other = await wallet.device()
    await wallet.logIn(other, 'ann@example.com')
    expect(await other.ask(listGrants, {})).toEqual({
      grants: [
        { ...second.grant, endedAt: null },
        { ...first.grant, endedAt: null },
      ],
    })
  })

  test('an end is marked once, on one network', async () => {
    const wallet = walletOn(name)
    const device = await deviceOf(wallet, 'ben@example.com')
    const { grant, hash } = grantOf(wallet)
    await device.ask(putGrant, { grant })
    await device.ask(putGrant, { grant: { ...grant, networkId: 'eip155:1' } })
    const at = wallet.now()
    await device.ask(endGrant, { networkId: grant.networkId, hash })
    wallet.pass(5_000)
    await device.ask(endGrant, { networkId: grant.networkId, hash })
    await device.ask(endGrant, { networkId: 'eip155:10', hash })
    const { grants } = await device.ask(listGrants, {})
    expect(Object.fromEntries(grants.map((one) => [one.networkId, one.endedAt]))).toEqual({
      'eip155:8453': at,
      'eip155:1': null,
    })
    // storing it again does not revive it
    await device.ask(putGrant, { grant })
    expect((await device.ask(listGrants, {})).grants).toEqual(grants)
  })

  test('no other account sees a grant or ends it', async () => {
    const wallet = walletOn(name)
    const [owner, other] = [
      await deviceOf(wallet, 'cat@example.com'),
      await deviceOf(wallet, 'dan@example.com'),
    ]
    const { grant, hash } = grantOf(wallet)
    await owner.ask(putGrant, { grant })
    expect(await contextsOf(other)).toEqual([])
    await other.ask(endGrant, { networkId: grant.networkId, hash })
    expect((await owner.ask(listGrants, {})).grants).toEqual([{ ...grant, endedAt: null }])
    const stranger = await wallet.device()
    const refusals = [
      await stranger.refusal(listGrants, {}),
      await stranger.refusal(putGrant, { grant }),
      await stranger.refusal(endGrant, { networkId: grant.networkId, hash }),
    ]
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ status: 401, error: 'loginRequired' })
  })

  test('a device that does not know the phrase stores and ends nothing', async () => {
    const wallet = walletOn(name)
    const owner = await deviceOf(wallet, 'eve@example.com')
    const { grant, hash } = grantOf(wallet)
    await owner.ask(putGrant, { grant })
    const reader = await wallet.device()
    await wallet.logIn(reader, 'eve@example.com')
    const refused = { status: 403, error: 'notRecovered' }
    expect(await reader.refusal(putGrant, { grant: grantOf(wallet).grant })).toMatchObject(refused)
    expect(await reader.refusal(endGrant, { networkId: grant.networkId, hash })).toMatchObject(
      refused,
    )
    expect((await owner.ask(listGrants, {})).grants).toEqual([{ ...grant, endedAt: null }])
  })

  test('with 255 grants, the one that ended first makes room, and none that counts', {
    timeout: 120_000,
  }, async () => {
    const wallet = walletOn(name)
    const device = await deviceOf(wallet, 'fay@example.com')
    const all = Array.from({ length: 255 }, () => grantOf(wallet))
    for (const { grant } of all) await device.ask(putGrant, { grant })
    const next = grantOf(wallet)
    expect(await device.refusal(putGrant, { grant: next.grant })).toMatchObject({
      status: 429,
      error: 'tooManyRequests',
    })
    const [early, late] = [all[100], all[7]]
    if (!early || !late) throw new Error('no grants')
    const { networkId } = next.grant
    await device.ask(endGrant, { networkId, hash: early.hash })
    wallet.pass(1)
    await device.ask(endGrant, { networkId, hash: late.hash })
    await device.ask(putGrant, { grant: next.grant })
    const contexts = await contextsOf(device)
    expect(contexts).toHaveLength(255)
    expect(contexts).toContain(next.grant.context)
    expect(contexts).toContain(late.grant.context)
    expect(contexts).not.toContain(early.grant.context)
  })

  test('the grants of a deleted account are deleted', async () => {
    const wallet = walletOn(name)
    const device = await deviceOf(wallet, 'gus@example.com')
    await device.ask(putGrant, { grant: grantOf(wallet).grant })
    wallet.pass(31_000)
    wallet.mails.length = 0
    await device.ask(startDeletion, {})
    await device.ask(confirmDeletion, { otp: await wallet.codeTo('gus@example.com') })
    expect(await contextsOf(await deviceOf(wallet, 'gus@example.com'))).toEqual([])
  })

  test('contexts of others, or that are not readable, and hostile bodies are refused', {
    timeout: 60_000,
  }, async () => {
    const wallet = walletOn(name)
    const device = await deviceOf(wallet, 'hal@example.com')
    const { grant } = grantOf(wallet)
    const refused = { status: 400, error: 'invalidRequest' }
    const expectRefused = async (changed: Partial<Record<keyof OwnGrant, unknown>>) =>
      expect(
        // the cast lets a test send what the type excludes
        await device.refusal(putGrant, { grant: { ...grant, ...changed } as OwnGrant }),
        JSON.stringify(changed).slice(0, 200),
      ).toMatchObject(refused)
    const contextOf = (changed: Parameters<typeof testDelegation>[1]) =>
      grantOf(wallet, changed).grant.context
    const hostile: Partial<Record<keyof OwnGrant, unknown>>[] = [
      { context: contextOf({ delegator: `0x${'12'.repeat(20)}` }) },
      { context: contextOf({ authority: `0x${'34'.repeat(32)}` }) },
      { context: contextOf({ caveats: [] }) },
      { context: contextOf({ terms: { expiry: inAWeek(wallet) + 60 * week } }) },
      { context: contextOf({ signature: `0x${'00'.repeat(maxStoredContext)}` }) },
      { context: '0x' },
      { context: `${grant.context}00` },
      { context: `${grant.context.slice(0, -2)}01` },
      { context: grant.context.slice(0, -64) },
      { networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
      { networkId: 'eip155:01' },
      { networkId: `eip155:${'9'.repeat(20)}` },
      { origin: 'https://shop.example/path' },
      { origin: 'javascript:alert(1)' },
      { siteName: '' },
      { siteName: 'x'.repeat(65) },
      { grantedAt: -1 },
      { grantedAt: 1.5 },
      { requestHash: '0x12' },
      { requestHash: null },
      { wantedSeconds: 0 },
      { wantedSeconds: 0.5 },
      { signatures: [''] },
      { signatures: Array.from({ length: 9 }, () => 'buy()') },
      { signatures: ['x'.repeat(257)] },
      { unknown: true } as object,
    ]
    for (const changed of hostile) await expectRefused(changed)
    const member = fc.constantFrom(...(Object.keys(grant) as (keyof OwnGrant)[]))
    await fc.assert(
      fc.asyncProperty(member, fc.jsonValue({ maxDepth: 2 }), async (key, value) => {
        fc.pre(!(value === null && key === 'siteName'))
        fc.pre(!(key === 'signatures' && Array.isArray(value)))
        fc.pre(!(key === 'siteName' && typeof value === 'string' && value !== ''))
        fc.pre(!(key === 'grantedAt' && typeof value === 'number' && Number.isSafeInteger(value)))
        fc.pre(!(key === 'wantedSeconds' && Number.isSafeInteger(value) && Number(value) > 0))
        await expectRefused({ [key]: value })
      }),
      { numRuns: 40 },
    )
    // one byte of a context changed: refused, or the account's own delegation with other terms
    const bytes = grant.context.slice(2)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.stringMatching(/^[\da-f]$/),
        async (at, digit) => {
          const context = `0x${bytes.slice(0, at)}${digit}${bytes.slice(at + 1)}` as const
          const found = await device.refusal(putGrant, { grant: { ...grant, context } })
          expect([undefined, 400]).toContain(found?.status)
        },
      ),
      { numRuns: 40 },
    )
    expect(await device.refusal(endGrant, { networkId: 'eip155:1', hash: '0x12' })).toMatchObject(
      refused,
    )
  })

  test('a time ahead of the server’s counts as now', async () => {
    const wallet = walletOn(name)
    const device = await deviceOf(wallet, 'ida@example.com')
    const { grant } = grantOf(wallet)
    await device.ask(putGrant, { grant: { ...grant, grantedAt: wallet.now() + 1_000_000 } })
    const [stored] = (await device.ask(listGrants, {})).grants
    expect(stored?.grantedAt).toBe(wallet.now())
  })
})
