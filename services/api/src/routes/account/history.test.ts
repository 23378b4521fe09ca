import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { errorBody } from '@latchkey/protocol/api'
import { accountHistory } from '@latchkey/protocol/history'
import { addressOf } from '@latchkey/devnet/accounts'
import { chainAt } from '../../testing/chainAt.ts'
import { startTestHistory, wordOf, type TestHistory } from '../../testing/startTestHistory.ts'
import { sendJson, startStandIn } from '../../testing/startStandIn.ts'

const opened: { close: () => Promise<unknown> }[] = []
let world: TestHistory
beforeAll(async () => void (world = await startTestHistory()), 120_000)
afterEach(async () => void (await Promise.all(opened.splice(0).map((one) => one.close()))))
afterAll(() => world.close())

const me = addressOf('everyday user')

test('tells all of an account on all chains, newest first, 50 a page', async () => {
  const entries = await world.everything()
  expect((await world.ask()).data).toHaveLength(50)
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  const times = entries.map(({ metadata }) => Date.parse(metadata.minedAt))
  expect(times).toEqual([...times].sort((one, other) => other - one))
  for (const { networkId } of world.devnet.chains) {
    const own = await world.everything(`chainId=${networkId}`)
    expect(own).toEqual(entries.filter(({ metadata }) => metadata.chain === networkId))
    expect(own.length).toBeGreaterThan(0)
  }
  expect(await world.everything('chainId=31337')).toEqual(await world.everything('chainId=eip155:31337'))
})

test('pages stay as they are while blocks come', async () => {
  const before = await world.everything()
  const { next } = await world.ask()
  await world.happen({ from: me, to: addressOf('newcomer'), value: 7n })
  const after = await world.ask(`cursor=${next}`)
  expect(after.data).toEqual(before.slice(50, 100))
  expect((await world.everything()).slice(1)).toEqual(before)
})

async function refusal(base: string, path: string) {
  const response = await fetch(`${base}${path}`)
  const { reasons } = v.parse(errorBody, await response.json())
  return { status: response.status, field: reasons[0]?.field, retryAfter: response.headers.get('retry-after') }
}

test.each([
  ['chainId', 'chainId=eip155:999'], ['', 'chainId=solana'], ['currency', 'currency=eur'], ['cursor', 'cursor=nonsense'], ['onramp', 'onramp=coinbase'],
  ['chainId', `cursor=${Buffer.from('{"at":1,"places":{"eip155:999":[1,1]}}').toString('base64url')}`],
])('refuses a wrong %s: %s', async (field, query) => {
  expect(await refusal(world.url, `/v1/account/${me}/history?${query}`)).toMatchObject({ status: 400, field })
})

test('a chain whose history nobody knows is refused: an empty list would say that nothing happened', async () => {
  const { api: other, url: base } = await world.start({ chains: [chainAt('http://127.0.0.1:1')] })
  opened.push(other)
  for (const path of ['history', 'nfts', 'history?chainId=eip155:77', 'nfts?chainId=eip155:77']) expect(await refusal(base, `/v1/account/${me}/${path}`)).toMatchObject({ status: 400, field: 'chainId' })
})

test('a chain that is not indexed yet is told by the next source, and without one it is 503 with Retry-After', async () => {
  const down = chainAt('http://127.0.0.1:1')
  const row = { blockNumber: '5', timeStamp: '1700000000', hash: wordOf('ab'), from: me, to: addressOf('trader'), value: '5', nonce: '1', transactionIndex: '0', input: '0x', contractAddress: '', gasUsed: '1', gasPrice: '1' }
  const service = await startStandIn((_, response, request) => sendJson(response, (request.url ?? '').includes('action=txlist&') ? { status: '1', message: 'OK', result: [row] } : { status: '0', message: 'No transactions found', result: [] }))
  const broken = await startStandIn((_, response) => response.writeHead(500).end())
  opened.push(service, broken)
  const index = { pollEvery: 30 }
  const historyApis = [{ kind: 'blockscout' as const, url: broken.url }, { kind: 'etherscan' as const, url: service.url }]
  const { api: with_, url: base } = await world.start({ chains: [{ ...down, index, historyApis }], database: 'postgres://127.0.0.1:1/none' })
  const { api: without, url: other } = await world.start({ chains: [{ ...down, index }], database: 'postgres://127.0.0.1:1/none' })
  opened.push(with_, without)
  expect((await world.ask('', me, base)).data).toMatchObject([{ metadata: { hash: row.hash, operationType: 'send', chain: 'eip155:77' }, transfers: [{ direction: 'out', quantity: { numeric: '0.000000000000000005' }, price: null }] }])
  expect(broken.asked).toHaveLength(3)
  expect(await refusal(other, `/v1/account/${me}/history`)).toMatchObject({ status: 503, retryAfter: '5' })
  expect(await refusal(other, `/v1/account/${me}/nfts`)).toMatchObject({ status: 503, retryAfter: '5' })
})

test('amounts of tokens whose decimals no node tells are not told otherwise: the chain is named as one that is down', async () => {
  const strange = wordOf('ee').replace(/^0x0{24}/, '0x')
  const row = { blockNumber: '5', timeStamp: '1999999999', hash: wordOf('ab'), from: addressOf('trader'), to: me, value: '5000000', contractAddress: strange }
  const service = await startStandIn((_, response, request) => sendJson(response, (request.url ?? '').includes('action=tokentx&') ? { status: '1', message: 'OK', result: [row] } : { status: '0', message: 'No transactions found', result: [] }))
  opened.push(service)
  const down = { ...chainAt('http://127.0.0.1:1'), historyApis: [{ kind: 'etherscan' as const, url: service.url }] }
  const { api: alone, url: base } = await world.start({ chains: [down] })
  const { api: beside, url: other } = await world.start({ chains: [...world.configs(), down], database: 'memory' })
  opened.push(alone, beside)
  expect(await refusal(base, `/v1/account/${me}/history`)).toMatchObject({ status: 503, retryAfter: '5' })
  await Promise.all(world.devnet.chains.map(({ networkId }) => beside.settled(networkId)))
  const response = await fetch(`${other}/v1/account/${me}/history`)
  expect(response.headers.get('x-latchkey-unavailable')).toBe('eip155:77')
  const page = v.parse(accountHistory.answer, await response.json())
  expect(page.data.map(({ id }) => id)).toEqual((await world.ask()).data.map(({ id }) => id))
  expect((await world.ask(`cursor=${page.next}`, me, other)).data).toHaveLength(50)
})

test('counts without naming anybody, and logs nobody', async () => {
  const text = await (await fetch(`${world.url}/metrics`)).text()
  expect(text).toMatch(/^latchkey_api_requests_total\{route="\/v1\/account\/:address\/history",status="200"\} \d+$/m)
  expect(text).toMatch(/^latchkey_api_index_head\{chain="eip155:31337"\} \d+$/m)
  for (const told of [text, JSON.stringify(world.lines)]) expect(told.toLowerCase()).not.toContain(me.slice(2).toLowerCase())
})
