import * as protocol from '@latchkey/protocol/walletServer'
import type { WalletCall } from '@latchkey/protocol/walletServer'
import * as walletGrants from '@latchkey/protocol/sessions/walletGrants'
import * as walletPrices from '@latchkey/protocol/walletPrices'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDevice } from './testing/createTestDevice.ts'
import { startTestWallet, type TestWallet } from './testing/startTestWallet.ts'

let wallet: TestWallet
let device: TestDevice
beforeAll(async () => {
  wallet = await startTestWallet()
  device = await wallet.device()
  await wallet.logIn(device, 'ann@example.com')
})
afterAll(() => wallet.close())

async function send(path: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${wallet.url}${path}`, {
    method: 'POST',
    body,
    headers: { dpop: await device.prove(path, body), ...headers },
  })
  return { ...(await response.json()), status: response.status }
}
/** Whether an export of the protocol's module is a call of the frame: calls have a path. */
const isCall = (value: unknown): value is WalletCall =>
  typeof value === 'object' && value !== null && 'path' in value && 'params' in value
const exported: readonly unknown[] = Object.values({
  ...protocol,
  ...walletGrants,
  ...walletPrices,
})
const others = exported
  .filter(isCall)
  .filter((call) => call !== protocol.endSession)
  .map(({ path }) => path)

test('every path refuses invalid content with a named error, and never with status 500', {
  timeout: 120_000,
}, async () => {
  const values = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.jsonValue({ maxDepth: 3 }).map((value) =>
      JSON.stringify({
        email: value,
        otp: value,
        setId: value,
        addresses: value,
        split: value,
        id: value,
        proof: value,
        grant: value,
        networkId: value,
        hash: value,
        token: value,
        extra: value,
      }),
    ),
    fc.string(),
    fc.constantFrom(
      '',
      '{',
      '{"a":1',
      '[]',
      'null',
      '{}x',
      `${'['.repeat(9)}${']'.repeat(9)}`,
      '{"__proto__":{}}',
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...others), values, async (path, body) => {
      const { status, error } = await send(path, body)
      if (status !== 200) expect(error).toMatch(/^[a-zA-Z]+$/)
      expect(status).toBeLessThan(500)
    }),
    { numRuns: 300 },
  )
})

test.each(others)('the path %s refuses unknown fields', async (path) => {
  expect(await send(path, '{"unknown":true}')).toEqual({ status: 400, error: 'invalidRequest' })
})

test('a body that is too long or too deep is refused, and so is a body that is not UTF-8 and has no proof', async () => {
  const [path = ''] = others
  expect(await send(path, ' '.repeat(64 * 1024 + 1))).toEqual({ status: 413, error: 'tooLarge' })
  expect(await send(path, `{"email":${'['.repeat(20)}${']'.repeat(20)}}`)).toEqual({
    status: 400,
    error: 'invalidRequest',
  })
  const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
  const response = await fetch(`${wallet.url}${path}`, { method: 'POST', body: bytes })
  expect(response.status).toBe(401) // it has no proof, because `prove` takes only texts
})

test.each([
  ['another page', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a page of the same site', { 'sec-fetch-site': 'same-site' }],
])('a request from %s is refused', async (_, headers) => {
  for (const path of [...others, '/v1/rpc', '/approve', '/refuse'])
    expect(await send(path, '{}', headers)).toEqual({ status: 403, error: 'originRefused' })
})

test('the server answers only at its own host, paths and methods, and no other site can read an answer', async () => {
  const { port } = new URL(wallet.url)
  const { request } = await import('node:http')
  const statusFor = (host: string) =>
    new Promise<number | undefined>((resolve) =>
      request({ port, host: '127.0.0.1', path: '/frame', headers: { host } }, (response) =>
        resolve(response.resume().statusCode),
      ).end(),
    )
  expect(
    await Promise.all(
      [
        'evil.example',
        `rebound.example:${port}`,
        '127.0.0.1.evil.example',
        'localhost.evil.example',
      ].map(statusFor),
    ),
  ).toEqual([403, 403, 403, 403])
  expect(
    await Promise.all(
      [`wallet.localhost:${port}`, `localhost:${port}`, `127.0.0.1:${port}`].map(statusFor),
    ),
  ).not.toContain(403)
  expect((await fetch(`${wallet.url}/v1/nothing`)).status).toBe(404)
  for (const path of others)
    for (const method of ['GET', 'PUT', 'OPTIONS']) {
      const response = await fetch(`${wallet.url}${path}`, {
        method,
        headers: { origin: wallet.url },
      })
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
        405,
        null,
      ])
    }
})
