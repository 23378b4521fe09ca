import { request as send } from 'node:http'
import { deriveKey } from '@latchkey/server/deriveKey'
import { signatureHeader, signMessage } from '@latchkey/server/signedMessage'
import { expect, onTestFinished, test } from 'vitest'
import { privateKeyToAddress } from 'viem/accounts'
import { createSandbox } from './createSandbox.ts'
import type { SandboxOptions } from './options.ts'

const secret = 'a secret of the tests, of 32 or more'
const treasury = `0x${'1'.repeat(64)}` as const
const key = deriveKey(secret, 'requests')

async function startSandbox(options: Partial<SandboxOptions> = {}) {
  const sandbox = createSandbox({
    chains: [
      {
        networkId: 'eip155:77',
        name: 'Test',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['http://127.0.0.1:9'], // nothing listens at this port
        tokens: [],
      },
    ],
    networks: ['eip155:77'],
    treasury,
    secret,
    database: 'memory',
    ...options,
  })
  onTestFinished(() => sandbox.close())
  const { port, url } = await sandbox.listen({ port: 0 })
  return { base: `http://127.0.0.1:${port}`, url, port }
}

/** Sends a request whose path and Host header are not normalized. Returns the answer's status. */
const statusOf = (
  port: number,
  method: string,
  path: string,
  { host, body = '' }: { host?: string; body?: string } = {},
) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = {
      'content-length': Buffer.byteLength(body),
      ...(host === undefined ? {} : { host }),
    }
    const sent = send({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode))
    })
    sent.on('error', reject).end(body)
  })
/** Sends 310 requests, 31 at a time. Returns the number of answers other than 429. */
async function countAnswered(request: () => Promise<number | undefined>) {
  let count = 0
  for (let round = 0; round < 10; round += 1) {
    const statuses = await Promise.all(Array.from({ length: 31 }, request))
    count += statuses.filter((status) => status !== 429).length
  }
  return count
}

const post = (url: string, body: string, signature?: string) =>
  fetch(url, {
    method: 'POST',
    body,
    headers: signature === undefined ? {} : { [signatureHeader]: signature },
  })
const signed = (url: string, body: object) => {
  const text = JSON.stringify(body)
  return post(url, text, signMessage(key, Buffer.from(text), Date.now()))
}
/** A clock that stands still, so that the request limit does not refill. */
const atOnce = () => {
  const start = Date.now()
  return { clock: { now: () => start } }
}
const large = 'x'.repeat(20_000)
const order = {
  id: 'order 1',
  method: 'card',
  currency: 'USD',
  cents: '5000',
  transactionFee: '100',
  networkFee: '1',
  networkId: 'eip155:77',
  networkName: 'Test',
  token: `0x${'e'.repeat(40)}`,
  symbol: 'ETH',
  decimals: 18,
  amount: '1000',
  wallet: `0x${'3'.repeat(40)}`,
  expiresAt: Date.now() + 60_000,
}

test('a seller request without a valid signature gets 401', { timeout: 60_000 }, async () => {
  const { base } = await startSandbox()
  const body = JSON.stringify(order)
  const now = Date.now()
  for (const path of ['options', 'quotes', 'stock', 'orders'])
    for (const signature of [
      undefined,
      '',
      // signed with the key for webhooks
      signMessage(deriveKey(secret, 'webhooks'), Buffer.from(body), now),
      signMessage(key, Buffer.from(`${body} `), now),
      signMessage(key, Buffer.from(body), now - 301_000),
    ])
      expect((await post(`${base}/seller/${path}`, body, signature)).status, path).toBe(401)
  expect((await fetch(`${base}/seller/options`)).status).toBe(404)
})

test('a repeated request for an order returns the same page', { timeout: 60_000 }, async () => {
  const { base, url } = await startSandbox()
  const begin = async () => (await signed(`${base}/seller/orders`, order)).json()
  const first = (await begin()) as { url: string } // the answer comes from our own sandbox
  expect(await begin()).toEqual(first)
  expect(first.url.startsWith(`${url}/pay/`)).toBe(true)
  const page = await fetch(first.url.replace('checkout.localhost', '127.0.0.1'))
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Pay $50.00')])
})

test('an invalid body, the treasury as the recipient, and a failed node cause different errors', {
  timeout: 60_000,
}, async () => {
  const { base } = await startSandbox()
  const { networkId, token, amount } = order
  const stock = { networkId, token, amount, wallet: privateKeyToAddress(treasury) }
  const own = await signed(`${base}/seller/stock`, stock)
  expect([own.status, await own.json()]).toEqual([
    400,
    expect.objectContaining({ field: 'walletAddress' }),
  ])
  expect((await signed(`${base}/seller/stock`, { ...stock, wallet: order.wallet })).status).toBe(
    503,
  )
  expect((await signed(`${base}/seller/orders`, { ...order, amount: -1 })).status).toBe(400)
  expect((await signed(`${base}/seller/quotes`, { text: 'x'.repeat(20_000) })).status).toBe(413)
})

test('the health and metrics pages answer', { timeout: 60_000 }, async () => {
  const { base } = await startSandbox()
  expect(await (await fetch(`${base}/health`)).text()).toBe('OK')
  expect(await (await fetch(`${base}/metrics`)).text()).toContain(
    'latchkey_sandbox_defects_total 0',
  )
})

test.each([
  ['a page', 'POST', '/pay/x/confirm', {}],
  ['a page through `/seller/..`', 'POST', '/seller/../pay/x/confirm', {}],
  ['a page through `/seller/orders/../..`', 'POST', '/seller/orders/../../pay/x', {}],
  ['a page with encoded dots', 'GET', '/seller/%2e%2e/pay/x', {}],
  ['a page with a seller path in its query', 'POST', '/pay/x/confirm?/seller/orders', {}],
  ['a path with a backslash', 'GET', '/seller\\x', {}],
  ['an unknown path below `/seller/`', 'POST', '/seller/x', {}],
  ['a seller path with another method', 'GET', '/seller/orders', {}],
  ['an unsigned seller request', 'POST', '/seller/orders', { body: '{}' }],
  ['a large unsigned seller request', 'POST', '/seller/orders', { body: large }],
])('the request limit applies to %s', { timeout: 60_000 }, async (_, method, path, sent) => {
  const { port } = await startSandbox(atOnce())
  expect(await countAnswered(() => statusOf(port, method, path, sent))).toBe(300)
})

test('a host name that contains a path gets 400', { timeout: 60_000 }, async () => {
  const { port } = await startSandbox()
  for (const host of ['1/pay/x', '1/pay?x', '1/health', 'a/pay/x?'])
    expect(await statusOf(port, 'POST', '/seller/orders', { host }), host).toBe(400)
})

test('signed requests have no limit, and do not count against the limit of the pages', {
  timeout: 60_000,
}, async () => {
  const { base, port } = await startSandbox(atOnce())
  const begin = async () => (await signed(`${base}/seller/orders`, {})).status
  expect(await countAnswered(begin)).toBe(310)
  // signed requests have not used up the limit of the pages
  expect(await statusOf(port, 'GET', '/pay/x')).toBe(404)
  await countAnswered(() => statusOf(port, 'POST', '/seller/orders'))
  expect(await statusOf(port, 'GET', '/pay/x')).toBe(429)
  expect(await begin()).toBe(400) // not 429: the signature is valid, and only the body is invalid
})
