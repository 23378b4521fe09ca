import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An API that knows one account on one network, and answers in the form of our API. */
export type HistoryApi = { url: string; close: () => Promise<void> }

/** Rows of a page, and milliseconds between two transactions, which makes fourteen a day. */
const page = { rows: 50, apart: 6_171_000 }
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = (index: number) => `0x${index.toString(16).padStart(64, '0')}`

/** Serves `count` transactions of an account in pages, the newest first. */
export async function serveHistory(count: number): Promise<HistoryApi> {
  const newest = Date.now()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://api')
    if (request.method === 'OPTIONS') return send(response, {})
    if (pathname === '/v1/supported-chains') return send(response, { http: ['eip155:1'], ws: [] })
    if (pathname.endsWith('/balance')) return send(response, { balances: [] })
    if (pathname.startsWith('/v1/identity/'))
      return send(response, {
        name: null,
        avatar: null,
        resolvedAt: new Date(newest).toISOString(),
      })
    if (!pathname.endsWith('/history')) return void response.writeHead(404, headers).end()
    const [, , , account = ''] = pathname.split('/')
    const start = Number(searchParams.get('cursor') ?? 0)
    const end = Math.min(count, start + page.rows)
    send(response, {
      data: Array.from({ length: end - start }, (_, index) =>
        entryOf(start + index, account, newest),
      ),
      next: end < count ? String(end) : null,
    })
  })
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(0, '127.0.0.1', resolve),
  )
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  // a server on TCP has a port
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-max-age': '600',
}

function send(response: ServerResponse, body: unknown): void {
  response
    .writeHead(200, { ...headers, 'content-type': 'application/json' })
    .end(JSON.stringify(body))
}

/** A transaction of the history: a coin sent or received, and a trade for every seventh index. */
function entryOf(index: number, account: string, newest: number) {
  const type = index % 7 === 0 ? 'trade' : index % 2 ? 'send' : 'receive'
  const move = (direction: 'in' | 'out', symbol: string) => ({
    fungible_info: { name: symbol, symbol, icon: { url: null }, flags: { is_spam: false } },
    nft_info: null,
    direction,
    sender: direction === 'in' ? friend : account,
    recipient: direction === 'in' ? account : friend,
    quantity: { numeric: `${index}.5` },
    value: null,
    price: null,
  })
  return {
    id: `eip155:1:${hash(index)}`,
    metadata: {
      operationType: type,
      hash: hash(index),
      minedAt: new Date(newest - index * page.apart).toISOString(),
      status: 'confirmed',
      nonce: index,
      application: null,
      chain: 'eip155:1',
      sentFrom: type === 'receive' ? friend : account,
      sentTo: type === 'receive' ? account : friend,
    },
    transfers: [
      ...(type === 'receive' ? [] : [move('out', 'ETH')]),
      ...(type === 'send' ? [] : [move('in', 'USDC')]),
    ],
  }
}
