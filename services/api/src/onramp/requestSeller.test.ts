import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sellerQuotes, sellerStock } from '@latchkey/protocol/seller'
import { messageFault } from '@latchkey/server/signedMessage'
import { expect, onTestFinished, test } from 'vitest'
import { createSellerRequest } from './requestSeller.ts'

const key = Buffer.alloc(32, 7)
const { signal } = new AbortController()

/**
 * Starts a seller that always gives the same answer.
 * @returns `request` sends it a request; `seen` has the requests that it got, and what is wrong
 *   with their signature
 */
async function sellerWith(status: number, answer: string) {
  const seen: { path: string; body: string; fault: string | undefined }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const header = String(request.headers['latchkey-signature'])
      const fault = messageFault(key, header, body, Date.now())
      seen.push({ path: request.url ?? '', body: body.toString(), fault })
      response.writeHead(status, { 'content-type': 'application/json' }).end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // the server listens at a port
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { seen, request: createSellerRequest({ url, key, fetch, now: Date.now }) }
}

const wanted = { cents: 5_000n, currency: 'USD', symbol: 'USDC' }

test('the API signs its request to a seller, writes amounts as text, and reads the answer', async () => {
  const { seen, request } = await sellerWith(200, '{"isInStock":true}')
  const body = { networkId: 'eip155:1', token: '0x1', amount: 10n ** 30n, wallet: '0x2' }
  expect(await request(sellerStock, body, signal)).toEqual({ isInStock: true })
  expect(seen).toEqual([
    {
      path: '/seller/stock',
      body: `{"networkId":"eip155:1","token":"0x1","amount":"1${'0'.repeat(30)}","wallet":"0x2"}`,
      fault: undefined,
    },
  ])
})

test('the refusal of a seller reaches the client, and every other failure becomes status 503', async () => {
  const refused = await sellerWith(400, '{"field":"sourceAmount","description":"Too much"}')
  await expect(refused.request(sellerQuotes, wanted, signal)).rejects.toMatchObject({
    status: 400,
    field: 'sourceAmount',
    message: 'Too much',
  })
  for (const [status, answer] of [
    [400, '{}'],
    [401, '{"field":"signature","description":"no"}'],
    [500, ''],
    [200, '{'],
    [200, '{"isInStock":"maybe"}'],
    [200, '['.repeat(1_000)],
    [302, ''],
  ] as const) {
    const { request } = await sellerWith(status, answer)
    await expect(request(sellerQuotes, wanted, signal), answer).rejects.toMatchObject({
      status: 503,
      message: 'The provider does not answer',
    })
  }
})

test('when the client leaves, the request ends with the reason of the client', async () => {
  const { request } = await sellerWith(200, '[]')
  const left = new Error('left')
  await expect(request(sellerQuotes, wanted, AbortSignal.abort(left))).rejects.toBe(left)
})
