import { randomBytes } from 'node:crypto'
import { startTestPostgres, type TestPostgres } from '@latchkey/server/testing/startTestPostgres'
import {
  checkOtp,
  codeTries,
  createAccount,
  endSession,
  getSession,
  startEmail,
} from '@latchkey/protocol/walletServer'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDevice, type TestDevice } from '../testing/createTestDevice.ts'
import { addresses, passwordShare, secret } from '../testing/makeAccount.ts'
import { site, startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'

let server: TestPostgres
beforeAll(async () => void (server = await startTestPostgres()), 60_000)
afterAll(() => server.stop())

const start = (email: string) => ({ email, ...site })
const anyCode = () =>
  String(Number(`0x${randomBytes(4).toString('hex')}`) % 1_000_000).padStart(6, '0')

describe.each([
  ['PGlite', async () => 'memory'],
  ['PostgreSQL', () => server.create()],
])('with %s', (_, database) => {
  let wallets: TestWallet[]
  let wallet: TestWallet
  beforeAll(async () => {
    const where = await database()
    const keys = [new Uint8Array(randomBytes(32))]
    // two processes with one PostgreSQL
    wallet = await startTestWallet({ database: where, keys })
    wallets = [
      wallet,
      ...(where === 'memory'
        ? []
        : [await startTestWallet({ database: where, keys, now: wallet.now })]),
    ]
  }, 60_000)
  afterAll(() => Promise.all(wallets.map(({ close }) => close())))

  /** Makes many calls, at most 200 at a time. */
  async function flood<value>(
    count: number,
    call: (index: number) => Promise<value>,
  ): Promise<value[]> {
    const answers: value[] = []
    let next = 0
    await Promise.all(
      Array.from({ length: 200 }, async () => {
        while (next < count) answers.push(await call(next++))
      }),
    )
    return answers
  }

  test('of 400 simultaneous guesses of a code, five are compared', {
    timeout: 120_000,
  }, async () => {
    const device = await wallet.device()
    await device.ask(startEmail, start('ann@example.com'))
    const code = await wallet.codeTo('ann@example.com')
    const guesses = 400
    const guess = () => {
      const otp = anyCode()
      return otp === code ? '000000' : otp
    }
    const errors = (await flood(guesses, () => device.refusal(checkOtp, { otp: guess() }))).map(
      (refusal) => refusal?.error,
    )
    expect(errors.filter((error) => error === 'codeWrong')).toHaveLength(codeTries - 1)
    expect(errors.filter((error) => error === 'codeSpent')).toHaveLength(guesses - codeTries + 1)
    expect(await device.refusal(checkOtp, { otp: code })).toMatchObject({ error: 'codeSpent' })
  })

  test('wrong codes for an address are limited over all attempts of a day, and the owner’s device has its own limit', {
    timeout: 60_000,
  }, async () => {
    const owner = await wallet.device()
    await wallet.logIn(owner, 'ben@example.com')
    const errors: (string | undefined)[] = []
    for (let attempt = 0; attempt < 9; attempt++) {
      const attacker = await wallet.device()
      wallet.pass(31_000)
      wallet.mails.length = 0
      await attacker.ask(startEmail, start('ben@example.com'))
      const code = await wallet.codeTo('ben@example.com')
      for (let tried = 0; tried < codeTries; tried++)
        errors.push(
          (await attacker.refusal(checkOtp, { otp: code === '000000' ? '000001' : '000000' }))
            ?.error,
        )
    }
    expect(errors.filter((error) => error === 'codeWrong' || error === 'codeSpent')).toHaveLength(
      40,
    )
    expect(errors.slice(40)).toEqual(Array(5).fill('tooManyRequests'))
    await wallet.logIn(owner, 'cat@example.com')
    await wallet.logIn(owner, 'ben@example.com')
    expect(await owner.ask(getSession, {})).toMatchObject({ email: 'ben@example.com' })
  })

  test('the codes for an address are limited to twenty a day', { timeout: 60_000 }, async () => {
    const device = await wallet.device()
    const refusals = []
    for (let requests = 0; requests < 21; requests++) {
      refusals.push(await device.refusal(startEmail, start('dan@example.com')))
      wallet.pass(31_000)
    }
    expect(refusals.slice(0, 20)).toEqual(Array(20).fill(undefined))
    expect(refusals[20]).toMatchObject({
      status: 429,
      error: 'tooManyRequests',
      seconds: expect.any(Number),
    })
  })

  test('codes that other devices request do not count against the limit of the owner’s device, and refused requests do not delay it', {
    timeout: 60_000,
  }, async () => {
    const owner = await wallet.device()
    await wallet.logIn(owner, 'gil@example.com')
    await owner.ask(endSession, {})
    const requests = { attacker: [] as (string | undefined)[], owner: [] as (string | undefined)[] }
    for (let turn = 0; turn < 22; turn++) {
      wallet.pass(31_000)
      const attacker = await wallet.device()
      requests.attacker.push((await attacker.refusal(startEmail, start('gil@example.com')))?.error)
      if (turn % 2 === 0)
        requests.owner.push((await owner.refusal(startEmail, start('gil@example.com')))?.error)
    }
    expect(requests.attacker).toEqual([
      ...Array(19).fill(undefined),
      ...Array(3).fill('tooManyRequests'),
    ]) // the owner's first login was one of them
    expect(requests.owner).toEqual(Array(11).fill(undefined))
    expect(await owner.refusal(startEmail, start('gil@example.com'))).toBeUndefined()
    for (let again = 0; again < 30; again++)
      expect(await owner.refusal(startEmail, start('gil@example.com'))).toMatchObject({
        error: 'emailCooldown',
      })
    wallet.pass(31_000)
    expect(await owner.refusal(startEmail, start('gil@example.com'))).toBeUndefined()
  })

  test('a device that uses up the codes of an address does not lock out visitors of other networks, which takes five networks', {
    timeout: 60_000,
  }, async () => {
    const at = await startTestWallet({ trustProxy: 1 })
    onTestFinished(() => at.close())
    const from = (address: string) =>
      createTestDevice(at.url, at.now, undefined, { 'x-forwarded-for': address })
    const ask = async (device: TestDevice) => {
      at.pass(31_000)
      at.mails.length = 0
      return (await device.refusal(startEmail, start('hal@example.com')))?.error
    }
    const wrong = async (device: TestDevice) => {
      const otp = (await at.codeTo('hal@example.com')) === '000000' ? '000001' : '000000'
      return (await device.refusal(checkOtp, { otp }))?.error
    }
    /**
     * Uses up all codes of a network with as many devices as needed, from all addresses of a /48.
     */
    const useUp = async (network: string) => {
      const requests = []
      for (let turn = 0; turn < 21; turn++) {
        const device = await from(network.includes(':') ? `${network}:${turn}::1` : network)
        requests.push(await ask(device))
        if (requests.at(-1) === undefined)
          for (let tried = 0; tried < 2; tried++) expect(await wrong(device)).toBe('codeWrong')
      }
      return requests
    }
    for (const network of ['198.51.100.1', '2001:db8:7', '2001:db8:8', '198.51.100.2']) {
      expect(await useUp(network)).toEqual([...Array(20).fill(undefined), 'tooManyRequests'])
      const newDevice = await from(`203.0.113.${at.mails.length + 1}`)
      expect(await ask(newDevice)).toBeUndefined()
      expect(await wrong(newDevice)).toBe('codeWrong')
    }
    const owner = await from('203.0.113.99')
    await at.logIn(owner, 'hal@example.com')
    await owner.ask(endSession, {})
    await useUp('198.51.100.3')
    expect(await ask(await from('203.0.113.7'))).toBe('tooManyRequests')
    expect(await ask(owner)).toBeUndefined()
  })

  test('of simultaneous requests for a code for one address, one succeeds', async () => {
    const devices = await Promise.all(Array.from({ length: 20 }, () => wallet.device()))
    const refusals = await Promise.all(
      devices.map((device) => device.refusal(startEmail, start('eve@example.com'))),
    )
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1)
    expect(new Set(refusals.map((refusal) => refusal?.error))).toEqual(
      new Set([undefined, 'emailCooldown']),
    )
  })

  test('devices that log in with a new address at once belong to one user, and one of them creates the account', {
    timeout: 60_000,
  }, async () => {
    const devices: TestDevice[] = []
    const codes: string[] = []
    for (const at of [...wallets, ...wallets, ...wallets]) {
      wallet.pass(31_000)
      const device = await at.device()
      at.mails.length = 0
      await device.ask(startEmail, start('fay@example.com'))
      devices.push(device)
      codes.push(await at.codeTo('fay@example.com'))
    }
    expect(
      await Promise.all(
        devices.map((device, index) => device.ask(checkOtp, { otp: codes[index] ?? '' })),
      ),
    ).toMatchObject(devices.map(() => ({ action: 'connected' })))
    expect(
      new Set(
        (await Promise.all(devices.map((device) => device.ask(getSession, {})))).map(
          ({ userId }) => userId,
        ),
      ).size,
    ).toBe(1)
    const refusals = await Promise.all(
      devices.map((device) =>
        device.refusal(createAccount, {
          setId: crypto.randomUUID(),
          addresses,
          split: { serverShare: secret(17), recovery: passwordShare() },
        }),
      ),
    )
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1)
    // no other device reached the link
    expect(refusals.filter((refusal) => refusal?.error === 'loginRequired')).toHaveLength(
      devices.length - 1,
    )
  })
})
