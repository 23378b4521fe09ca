import { expect, onTestFinished, test } from 'vitest'
import { kusamaAssetHubId } from '@latchkey/protocol/chains/polkadotNetworks'
import { nativeTokenId } from '@latchkey/protocol/nativeToken'
import { createApi } from '../createApi.ts'
import type { ApiOptions } from '../options.ts'
import type { PolkadotChainConfig } from '../chains/polkadot/polkadotChain.ts'
import { chainAt } from '../testing/chainAt.ts'
import { neverOverloaded } from '../testing/neverOverloaded.ts'
import { polkadotChainAt } from '../testing/polkadotChainAt.ts'
import { sendJson, startFakeNode } from '../testing/startFakeNode.ts'

const genesis = '0x68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f'
const { networkId } = polkadotChainAt()
const account = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'

type Request = { method: string; params: readonly unknown[]; id: number }

/** Starts an API with a node whose block 0 has this hash. `asked`: what else the node got. */
async function start({
  hash = genesis,
  config = {},
  ...options
}: { hash?: string; config?: Partial<PolkadotChainConfig> } & Omit<ApiOptions, 'chains'> = {}) {
  const asked: string[] = []
  const node = await startFakeNode((body, response) => {
    const content = JSON.parse(body) as Request | readonly Request[]
    const answerTo = ({ method, params, id }: Request) => {
      const isIdentity = method === 'chain_getBlockHash' && params[0] === 0
      if (!isIdentity) asked.push(method)
      return { jsonrpc: '2.0', id, result: isIdentity ? hash : '0x00' }
    }
    sendJson(
      response,
      Array.isArray(content) ? content.map(answerTo) : answerTo(content as Request),
    )
  })
  const api = createApi({
    ...neverOverloaded,
    ...options,
    chains: [chainAt('http://127.0.0.1:1'), { ...polkadotChainAt(node.url), ...config }],
  })
  onTestFinished(async () => void (await Promise.all([api.close(), node.close()])))
  const request = async (body: object, network: string = networkId) => {
    const response = await api.app.request(`/v1?chainId=${network}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  return { api, asked, request }
}

const call = (method: string, params: readonly unknown[] = [], id = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const refused = {
  status: 200,
  body: { error: { code: -32601, message: 'Requested RPC call is not allowed' } },
}

const allowed: readonly (readonly [string, ...unknown[]])[] = [
  ['author_submitExtrinsic', '0x00'],
  ['chain_getBlock'],
  ['chain_getBlockHash', 7],
  ['chain_getFinalizedHead'],
  ['chain_getHeader'],
  ['payment_queryInfo', '0x00'],
  ['state_call', 'AccountNonceApi_account_nonce', '0x00'],
  ['state_call', 'DryRunApi_dry_run_call', '0x00'],
  ['state_call', 'Metadata_metadata_at_version', '0x0f000000'],
  ['state_call', 'TransactionPaymentApi_query_info', '0x00'],
  ['state_getMetadata'],
  ['state_getRuntimeVersion'],
  ['state_getStorage', '0x00'],
  ['system_accountNextIndex', account],
]

test('the API forwards what the kit asks of a node, alone and in a batch', async () => {
  const { request, asked } = await start()
  for (const [method, ...params] of allowed)
    expect(await request(call(method, params)), method).toMatchObject({
      status: 200,
      body: { id: 1, result: '0x00' },
    })
  const { body } = await request(allowed.map(([method, ...params], id) => call(method, params, id)))
  expect(body).toMatchObject(allowed.map((_, id) => ({ id, result: '0x00' })))
  expect(asked).toEqual([...allowed, ...allowed].map(([method]) => method))
})

test.each([
  ['author_insertKey'],
  ['author_pendingExtrinsics'],
  ['author_submitAndWatchExtrinsic'],
  ['author_rotateKeys'],
  ['chain_subscribeNewHeads'],
  ['dev_newBlock'],
  ['dev_setStorage'],
  ['state_getPairs'],
  ['state_getKeysPaged'],
  ['state_queryStorage'],
  ['state_traceBlock'],
  ['system_addReservedPeer'],
  ['system_dryRun'],
  ['system_peers'],
  ['eth_sendRawTransaction'],
  ['State_call'],
  ['__proto__'],
  ['state_call'],
  ['state_call', 'Core_execute_block', '0x00'],
  ['state_call', 'TaggedTransactionQueue_validate_transaction', '0x00'],
  ['state_call', 'metadata_metadata_at_version', '0x00'],
  ['state_call', ['Metadata_metadata_at_version'], '0x00'],
])('the API does not forward %s %s', async (method, ...params) => {
  const { request, asked } = await start()
  expect(await request(call(method, params))).toMatchObject(refused)
  expect(await request({ jsonrpc: '2.0', id: 1, method, params: { 0: params[0] } })).toMatchObject(
    refused,
  )
  expect(asked).toEqual([])
})

test('the API forwards what the operator allows by name, with all its parameters', async () => {
  const extraMethods = ['system_dryRun', 'state_call']
  const { request, asked } = await start({ config: { extraMethods } })
  await request(call('system_dryRun', ['0x00']))
  await request(call('state_call', ['Core_version', '0x00']))
  expect(asked).toEqual(extraMethods)
})

test('a node whose block 0 has another hash gets no request', async () => {
  const { request, asked } = await start({ hash: `0x${'45'.repeat(32)}` })
  expect((await request(call('chain_getHeader'))).status).toBe(503)
  expect(asked).toEqual([])
})

test('the API refuses a network that is not in its list, and an id that is no genesis hash', async () => {
  const { request } = await start()
  expect((await request(call('chain_getHeader'), kusamaAssetHubId)).status).toBe(400)
  expect(() =>
    createApi({ chains: [{ ...polkadotChainAt('http://127.0.0.1:1'), networkId: 'polkadot:1' }] }),
  ).toThrow('polkadot:68d56f15f85d3136970ec16946040bc1')
})

test('the network is listed as supported, and its accounts have no balance and no history', async () => {
  const { api } = await start()
  expect(await (await api.app.request('/v1/supported-chains')).json()).toEqual({
    http: ['eip155:77', networkId],
    ws: [],
  })
  const evm = `0x${'1'.repeat(40)}`
  for (const path of [
    `${account}/balance?currency=usd`,
    `${account}/balance?currency=usd&chainId=${networkId}`,
    `${account}/history`,
    `${account}/nfts`,
    `${evm}/balance?currency=usd&chainId=${networkId}`,
    `${evm}/history?chainId=${networkId}`,
  ])
    expect((await api.app.request(`/v1/account/${path}`)).status, path).toBe(400)
})

test('the operator’s price of the coin is passed on; without one there is none', async () => {
  const id = nativeTokenId(networkId)
  const ask = async (prices: ApiOptions['prices']) => {
    const { api } = await start({ prices })
    return api.app.request('/v1/fungible/price', {
      method: 'POST',
      body: JSON.stringify({ currency: 'usd', addresses: [id] }),
    })
  }
  expect(await (await ask(async (asked) => (asked === id ? 7.5 : undefined))).json()).toMatchObject(
    {
      fungibles: [{ price: 7.5, symbol: 'DOT', decimals: 10 }],
    },
  )
  expect((await ask(async () => undefined)).status).toBe(400)
  expect((await ask(undefined)).status).toBe(400)
})
