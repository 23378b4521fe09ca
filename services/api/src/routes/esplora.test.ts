import { expect, onTestFinished, test } from 'vitest'
import { startTestBitcoin } from '@latchkey/devnet/bitcoin/testing/startTestBitcoin'
import { createApi } from '../createApi.ts'
import type { ApiOptions, LogLine } from '../options.ts'
import { bitcoinChainAt } from '../testing/bitcoinChainAt.ts'
import { bitcoinWallet } from '../testing/bitcoinWallet.ts'
import { chainAt } from '../testing/chainAt.ts'
import { neverOverloaded } from '../testing/neverOverloaded.ts'
import { startFakeNode } from '../testing/startFakeNode.ts'

const wallet = bitcoinWallet(31)
const friend = bitcoinWallet(32)

/** Starts a chain, and an API in front of it. `others` are Esploras before the chain's own. */
async function start(options: Partial<ApiOptions> = {}, others: readonly string[] = []) {
  const chain = await startTestBitcoin()
  const config = bitcoinChainAt(...others, chain.url)
  const api = createApi({ ...neverOverloaded, chains: [config], ...options })
  onTestFinished(() => api.close())
  const base = `/v1/esplora/${config.networkId}`
  const request = async (path: string, init?: RequestInit) => api.app.request(base + path, init)
  return { chain, config, api, request }
}

/** Starts an Esplora of the regtest chain that answers other paths as the test wants. */
async function startFake(answer: (path: string) => { status: number; body: string }) {
  const node = await startFakeNode((_, response, { url = '' }) => {
    if (url === '/block-height/0')
      return void response.end('0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206')
    const { status, body } = answer(url)
    response.writeHead(status).end(body)
  })
  onTestFinished(node.close)
  return node
}

test('answers of an Esplora are passed on as they are, and refusals keep their status and their text', async () => {
  const { chain, request } = await start()
  chain.fund(wallet.payment, 70_000n)
  for (const path of [
    `/address/${wallet.payment}`,
    `/address/${wallet.payment}/utxo`,
    '/fee-estimates',
    '/blocks/tip/height',
    `/tx/${'0'.repeat(64)}`,
    '/block-height/99999999',
  ]) {
    const [own, direct] = [await request(path), await fetch(chain.url + path)]
    expect([path, own.status, await own.text()]).toEqual([path, direct.status, await direct.text()])
    expect(own.headers.get('x-content-type-options')).toBe('nosniff')
    expect(own.headers.get('content-type')).toMatch(
      own.status === 200 && path !== '/blocks/tip/height' ? /^application\/json/ : /^text\/plain/,
    )
  }
})

test('a transaction is sent, and its refusal has the node’s reason', async () => {
  const { chain, request } = await start()
  chain.fund(wallet.payment, 70_000n)
  const coins = await wallet.coins(chain.url)
  const hex = wallet.sign(coins, [{ to: friend.payment, amount: 20_000n }])
  const send = (body: string) => request('/tx', { method: 'POST', body })
  const sent = await send(hex)
  expect(sent.status).toBe(200)
  const txid = await sent.text()
  expect(await (await request(`/tx/${txid}/status`)).json()).toEqual({ confirmed: false })
  const again = wallet.sign(coins, [{ to: friend.payment, amount: 20_500n }])
  const refused = await send(again)
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('insufficient fee')
  for (const [body, status] of [
    ['zz', 400],
    ['', 400],
    ['abc', 400],
    ['00'.repeat(400_001), 413],
  ] as const)
    expect((await send(body)).status).toBe(status)
})

test('a transaction goes to no second Esplora after one has refused it', async () => {
  const refusing = await startFake((path) =>
    path === '/tx' ? { status: 400, body: 'no '.repeat(10) } : { status: 503, body: '' },
  )
  const { chain, request } = await start({}, [refusing.url])
  chain.fund(wallet.payment, 70_000n)
  const hex = wallet.sign(await wallet.coins(chain.url), [{ to: friend.payment, amount: 20_000n }])
  const answer = await request('/tx', { method: 'POST', body: hex })
  expect([answer.status, await answer.text()]).toEqual([400, 'no '.repeat(10)])
  expect((await chain.get('/mempool/txids')).body).toEqual([])
})

test('the next Esplora is used when one fails, does not have it, or says too much', async () => {
  const failing = await startFake((path) =>
    path.includes('hex')
      ? { status: 404, body: 'Transaction not found' }
      : path.includes('utxo')
        ? { status: 400, body: 'x'.repeat(5_000) }
        : { status: 500, body: 'secret' },
  )
  const { chain, request } = await start({}, [failing.url])
  const txid = chain.fund(wallet.payment, 70_000n)
  expect((await request('/blocks/tip/height')).status).toBe(200)
  expect((await request(`/address/${wallet.payment}/utxo`)).status).toBe(200)
  const hex = await request(`/tx/${txid}/hex`)
  expect([hex.status, hex.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
  const count = failing.requests.length
  expect(await (await request(`/tx/${txid}/hex`)).text()).toBe(await hex.text())
  expect(failing.requests).toHaveLength(count)
})

test('bytes that their hash contradicts are neither passed on nor cached: the next Esplora is used', async () => {
  const lie = `0200000001${'00'.repeat(36)}00ffffffff01${'00'.repeat(9)}00000000`
  const lying = await startFake((path) =>
    path.endsWith('/hex')
      ? { status: 200, body: lie }
      : { status: path.endsWith('/header') ? 200 : 503, body: '00'.repeat(80) },
  )
  const { chain, request } = await start({}, [lying.url])
  const txid = chain.fund(wallet.payment, 70_000n)
  const block = (await chain.get('/blocks/tip/hash')).body
  for (const path of [`/tx/${txid}/hex`, `/block/${String(block)}/header`]) {
    const answer = await request(path)
    expect([answer.status, await answer.text()]).toEqual([
      200,
      await (await fetch(chain.url + path)).text(),
    ])
  }
  const unknown = await request(`/tx/${'1'.repeat(64)}/hex`)
  expect([unknown.status, unknown.headers.get('cache-control')]).toEqual([404, 'no-store'])
})

test('without an Esplora that answers, the error is that of the API, and names no Esplora', async () => {
  const failing = await startFake(() => ({ status: 500, body: 'secret' }))
  const api = createApi({ ...neverOverloaded, chains: [bitcoinChainAt(failing.url)] })
  onTestFinished(() => api.close())
  const answer = await api.app.request(
    `/v1/esplora/${bitcoinChainAt().networkId}/blocks/tip/height`,
  )
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ reasons: [{ field: 'transport' }] })
})

test('only chains with Esploras are passed on, for known projects, and logs contain no address', async () => {
  const lines: LogLine[] = []
  const { request, api } = await start({
    chains: [chainAt('http://127.0.0.1:9')],
    projects: ['shop'],
    log: (line) => void lines.push(line),
  })
  const path = `/address/${wallet.payment}`
  expect((await request(`${path}?projectId=shop`)).status).toBe(400)
  expect((await api.app.request(`/v1/esplora/eip155:77${path}?projectId=shop`)).status).toBe(400)
  expect((await api.app.request(`/v1/esplora/eip155:77${path}`)).status).toBe(400)
  expect((await api.app.request(`/v1/esplora/eip155:77${path}?projectId=x`)).status).toBe(401)
  expect(lines).toHaveLength(4)
  expect(JSON.stringify(lines)).not.toContain(wallet.payment)
})

test('an account of Bitcoin has no name, and its identity is no fault of the request', async () => {
  const { api } = await start()
  for (const address of [wallet.payment, wallet.payment.toUpperCase(), friend.payment]) {
    const response = await api.app.request(`/v1/identity/${address}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ name: null, avatar: null })
  }
  expect((await api.app.request(`/v1/identity/${wallet.payment}!`)).status).toBe(400)
})
