import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePorts } from '@latchkey/devnet/ports'
import { getSession, startEmail, startFarcaster } from '@latchkey/protocol/walletServer'
import { expect, onTestFinished, test } from 'vitest'
import { site, startTestWallet } from './testing/startTestWallet.ts'
import type { WalletOptions } from './options.ts'

async function start(changed: Partial<WalletOptions>) {
  const wallet = await startTestWallet(changed)
  onTestFinished(() => wallet.close())
  return wallet
}
const statusOf = async (url: string, from: string) =>
  (await fetch(url, { headers: { 'x-forwarded-for': from } })).status

test('a client that requests too often is refused for a while, other clients are not, and `/health` always answers', async () => {
  const { url, lines } = await start({
    limits: { rate: { max: 5, refill: 1, everySeconds: 1 } },
    trustProxy: 1,
  })
  const page = `${url}/approve?token=none`
  const statuses = []
  for (let count = 0; count < 8; count++) statuses.push(await statusOf(page, '198.51.100.1'))
  expect(statuses.slice(0, 5)).toEqual([404, 404, 404, 404, 404])
  expect(statuses.slice(5)).toContain(429)
  expect(await statusOf(page, '198.51.100.2')).toBe(404)
  // addresses that the client adds itself do not count
  expect(await statusOf(page, '203.0.113.9, 198.51.100.1')).toBe(429)
  for (let count = 0; count < 8; count++)
    expect(await statusOf(`${url}/health`, '198.51.100.1')).toBe(200)
  const refused = await fetch(page, { headers: { 'x-forwarded-for': '198.51.100.1' } })
  expect([refused.headers.get('retry-after'), await refused.json()]).toEqual([
    expect.stringMatching(/^\d+$/),
    { error: 'tooManyRequests', seconds: expect.any(Number) },
  ])
  expect(JSON.stringify(lines)).not.toContain('198.51.100')
})

test('the codes mailed for one client are limited, whatever their addresses', async () => {
  const wallet = await start({ limits: { mails: { max: 3, refill: 1, everySeconds: 600 } } })
  const device = await wallet.device()
  const refusals = []
  for (let count = 0; count < 5; count++)
    refusals.push(
      (await device.refusal(startEmail, { email: `ann${count}@example.com`, ...site }))?.error,
    )
  expect(refusals).toEqual([undefined, undefined, undefined, 'tooManyRequests', 'tooManyRequests'])
  await expect.poll(() => wallet.mails.length).toBe(3)
})

test('while the database does not answer, `/health` and calls get status 503', {
  timeout: 60_000,
}, async () => {
  const [port = 0] = await freePorts(1)
  const wallet = await start({ database: `postgres://someone:secret@127.0.0.1:${port}/wallet` })
  const device = await wallet.device()
  expect(await device.refusal(getSession, {})).toEqual({ status: 503, error: 'unavailable' })
  const health = await fetch(`${wallet.url}/health`)
  expect([health.status, await health.text()]).toEqual([503, 'The database cannot be opened'])
  expect((await wallet.post('/approve', 'a'.repeat(43))).status).toBe(503)
  expect(
    wallet.lines.some(
      ({ route, error }) => route === 'database' && error?.startsWith('DatabaseError'),
    ),
  ).toBe(true)
  expect(JSON.stringify(wallet.lines)).not.toContain('secret')
})

test('when the mail server fails, the answer is the same, and the log has the error without the address', async () => {
  const wallet = await start({
    mail: async () => {
      throw new Error('550 ann@example.com unknown')
    },
  })
  const device = await wallet.device()
  expect(await device.ask(startEmail, { email: 'ann@example.com', ...site })).toEqual({
    action: 'otp',
  })
  await wallet.close()
  expect(wallet.lines.filter(({ route }) => route === 'mail')).toMatchObject([
    { level: 'error', error: expect.stringMatching(/^Error/) },
  ])
  expect(JSON.stringify(wallet.lines)).not.toContain('ann@')
})

test('devices that wait for a silent relay do not delay the logins of other visitors', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const { port } = silent.address() as AddressInfo // the server listens on a port
  const wallet = await start({
    recovery: ['password'],
    farcaster: {
      relay: `http://127.0.0.1:${port}`,
      domain: 'wallet.example',
      rpcUrls: [`http://127.0.0.1:${port}`],
    },
  })
  const unknownDevices = await Promise.all(Array.from({ length: 10 }, () => wallet.device()))
  const waiting = unknownDevices.map((device) => device.refusal(startFarcaster, site))
  const visitor = await wallet.device()
  const began = performance.now()
  await wallet.logIn(visitor, 'ann@example.com')
  // the visitor did not wait for the requests to the relay, which are aborted only after 10 s
  expect(performance.now() - began).toBeLessThan(5_000)
  silent.closeAllConnections()
  expect((await Promise.all(waiting)).map((refusal) => refusal?.error)).toEqual(
    unknownDevices.map(() => 'unavailable'),
  )
})
