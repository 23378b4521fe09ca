import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startSolanaChain, type SolanaChain } from '@latchkey/devnet/solana/startSolanaChain'
import { solanaAddressOf } from '@latchkey/devnet/solana/solanaAccounts'
import { createApi } from '../createApi.ts'
import { chainAt } from '../testing/chainAt.ts'
import { neverOverloaded } from '../testing/neverOverloaded.ts'
import { solanaChainAt } from '../testing/solanaChainAt.ts'
import type { SolanaChainConfig } from '../chains/solana/solanaChain.ts'

let chain: SolanaChain
const opened: { close: () => Promise<unknown> }[] = []
beforeAll(async () => void (chain = await startSolanaChain({ isHeld: true })), 60_000)
afterEach(
  async () => void (await Promise.all(opened.splice(0).map((resource) => resource.close()))),
)
afterAll(() => chain.close())

async function start(config: Partial<SolanaChainConfig> = {}): Promise<string> {
  const api = createApi({
    ...neverOverloaded,
    chains: [chainAt('http://127.0.0.1:1'), { ...solanaChainAt(chain.url), ...config }],
  })
  opened.push(api)
  return (await api.listen({ port: 0 })).url
}

async function request(url: string, body: object, network: string = chain.networkId) {
  const response = await fetch(`${url}/v1?chainId=${network}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as unknown }
}

const call = (method: string, params: readonly unknown[] = [], id = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const me = solanaAddressOf('everyday user')

test('the API forwards methods that read the chain, and transactions', async () => {
  const url = await start()
  expect(await request(url, call('getBalance', [me]))).toMatchObject({
    status: 200,
    body: { id: 1, result: { value: expect.any(Number) } },
  })
  const { body } = await request(url, [call('getSlot', [], 1), call('getLatestBlockhash', [], 2)])
  expect(body).toMatchObject([
    { id: 1, result: expect.any(Number) },
    { id: 2, result: { value: { blockhash: expect.any(String) } } },
  ])
  // the node itself refuses the invalid transaction
  expect(await request(url, call('sendTransaction', ['1']))).toMatchObject({
    body: { error: { code: -32602 } },
  })
})

test('the API refuses methods that scan the chain or request coins, and methods of other chains, unless the operator allows them', async () => {
  const url = await start()
  for (const method of [
    'requestAirdrop',
    'getProgramAccounts',
    'eth_chainId',
    'eth_sendRawTransaction',
    'net_version',
    'getbalance',
    '__proto__',
  ]) {
    expect(await request(url, call(method, [me, 5])), method).toMatchObject({
      status: 200,
      body: { error: { code: -32601, message: 'Requested RPC call is not allowed' } },
    })
  }
  expect(await request(url, call('getSlot'), 'eip155:77')).toMatchObject({
    body: { error: { code: -32601 } },
  })
  const allowing = await start({ extraMethods: ['requestAirdrop'] })
  expect(
    await request(allowing, call('requestAirdrop', [solanaAddressOf('empty'), 1_000_000_000])),
  ).toMatchObject({ body: { result: expect.any(String) } })
})

test('the API sends no request to a node of another network', async () => {
  const url = await start({ networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
  expect(
    await request(url, call('getBalance', [me]), 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
  ).toMatchObject({ status: 503 })
  expect((await request(url, call('getBalance', [me]), chain.networkId)).status).toBe(400)
})

test('the network is listed as supported, and an account on it has no name', async () => {
  const url = await start()
  expect(await (await fetch(`${url}/v1/supported-chains`)).json()).toEqual({
    http: ['eip155:77', chain.networkId],
    ws: [],
  })
  expect(await (await fetch(`${url}/v1/identity/${me}`)).json()).toMatchObject({
    name: null,
    avatar: null,
  })
})

test('the API refuses a request for an account on a network of another kind', async () => {
  const url = await start()
  const evm = `0x${'1'.repeat(40)}`
  for (const path of [
    `${me}/balance?currency=usd&chainId=eip155:77`,
    `${evm}/balance?currency=usd&chainId=${chain.networkId}`,
    `${me}/history?chainId=eip155:77`,
    `${evm}/nfts?chainId=${chain.networkId}`,
    `${me}1111/nfts`,
    `${me}/history?onramp=sandbox`,
  ]) {
    expect((await fetch(`${url}/v1/account/${path}`)).status, path).toBe(400)
  }
})
