import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { ApiError } from '../apiError.ts'
import type { Env } from '../http/env.ts'
import { NodesError } from '../providers/nodes.ts'
import type { Service } from '../service.ts'
import { bundler } from './bundler.ts'

/** The endpoint, with a bundler that stores operations while its node knows no chain. */
function start() {
  const stored: unknown[] = []
  const route = bundler({
    checkProject() {},
    smartAccounts: {
      async bundle(_: string, { method, params }: { method: string; params: unknown[] }) {
        if (method === 'eth_chainId') throw new NodesError('No node answered')
        stored.push(params[0])
        return '0x1'
      },
    },
  } as unknown as Pick<Service, 'checkProject' | 'smartAccounts'>) // the parts that it uses
  const app = new Hono<Env>()
    .use((call, next) => {
      call.set('share', { spend() {}, hold() {} } as unknown as Env['Variables']['share']) // as above
      return next()
    })
    .post(route.path, (call) => route.answer(call))
    .onError((error, call) => call.text('', error instanceof ApiError ? error.status : 500))
  const ask = (body: unknown) =>
    app.request('/v1/bundler?chainId=eip155:1', { method: 'POST', body: JSON.stringify(body) })
  return { ask, stored }
}
const request = (id: number, method: string) => ({ jsonrpc: '2.0', id, method, params: [id] })

test('a stored operation is answered though a later request of its batch meets a dead node', async () => {
  const { ask, stored } = start()
  const answer = await ask([
    request(1, 'eth_sendUserOperation'),
    request(2, 'eth_chainId'),
    request(3, 'eth_sendUserOperation'),
  ])
  expect([answer.status, await answer.json()]).toEqual([
    200,
    [
      { jsonrpc: '2.0', id: 1, result: '0x1' },
      {
        jsonrpc: '2.0',
        id: 2,
        error: { code: -32_603, message: 'Chain temporarily unavailable' },
      },
      { jsonrpc: '2.0', id: 3, result: '0x1' },
    ],
  ])
  expect(stored).toEqual([1, 3])
})

test('a request alone gets status 503 when no node answers', async () => {
  const { ask } = start()
  expect((await ask(request(1, 'eth_chainId'))).status).toBe(503)
  const inList = await ask([request(1, 'eth_chainId')])
  expect(inList.status).toBe(503)
})
