import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { openPolkadotChain } from './startPolkadotChain.ts'

/** A chain that has its address, and was not started. */
async function open(port = 0) {
  const chain = await openPolkadotChain({ port })
  onTestFinished(() => chain.close())
  return chain
}

const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'system_chain', params: [] })
const refusal = {
  jsonrpc: '2.0',
  id: 1,
  error: { code: -32_000, message: 'The Polkadot chain does not run yet' },
}

test('until the chain runs, its address refuses calls, and says that it is not ready', async () => {
  const { url } = await open()
  const post = (path: string, body: string) => fetch(url + path, { method: 'POST', body })
  expect(await (await post('/', call)).json()).toEqual(refusal)
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ isSyncing: true })
  const funded = await post('/devnet/fund', '{"address":"x","amount":"1"}')
  expect(funded.status).toBe(400)
  expect(await funded.json()).toEqual({ error: refusal.error.message })
  const socket = new WebSocket(url.replace('http:', 'ws:'))
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  socket.send(call)
  const [answer] = await once(socket, 'message')
  expect(JSON.parse(String(answer))).toEqual(refusal)
})

test('any page may ask, by POST only', async () => {
  const { url } = await open()
  const preflight = await fetch(url, { method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect((await fetch(url)).status).toBe(405)
  expect((await fetch(url, { method: 'POST', body: 'x'.repeat(4_000_001) })).status).toBe(413)
})

test('if the port is taken, another one is used', async () => {
  const first = await open()
  const second = await open(Number(new URL(first.url).port))
  expect(second.url).not.toBe(first.url)
  expect((await fetch(`${second.url}/health`)).ok).toBe(true)
})

test('a chain that was closed does not start, and its port is free', async () => {
  const chain = await open()
  await chain.close()
  await chain.close()
  await expect(fetch(chain.url)).rejects.toThrow('fetch failed')
  await expect(chain.start()).rejects.toThrow(/abort/i)
})
