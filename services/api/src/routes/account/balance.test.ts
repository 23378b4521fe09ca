import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  http,
  parseAbi,
  parseEther,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { accountBalance, type TokenBalance } from '@latchkey/protocol/api'
import { startDevnet, type Devnet } from '@latchkey/devnet'
import { addressOf, developmentMnemonic } from '@latchkey/devnet/accounts'
import { chainOfDeployment } from '../../../../../devnet/src/chainOfDeployment.ts'
import { createApi } from '../../createApi.ts'
import type { ApiOptions } from '../../options.ts'
import { neverOverloaded } from '../../testing/neverOverloaded.ts'
import { sendJson, startFakeNode } from '../../testing/startFakeNode.ts'
import { gasBurner, placeCode, placeTextContract } from '../../testing/strangeTokens.ts'

let devnet: Devnet
const opened: { close: () => Promise<unknown> }[] = []
beforeAll(async () => void (devnet = await startDevnet({ ports: 'free' })), 60_000)
afterEach(
  async () => void (await Promise.all(opened.splice(0).map((resource) => resource.close()))),
)
afterAll(() => devnet.close())

const owner = addressOf('everyday user')
const native = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const configs = () => devnet.chains.map((chain) => chainOfDeployment(chain.deployment, chain.url))

function first() {
  const [chain] = devnet.chains
  if (!chain) throw new Error('The devnet has no chain')
  return chain
}

async function start(options: Partial<ApiOptions> = {}) {
  const api = createApi({ ...neverOverloaded, chains: configs(), ...options })
  opened.push(api)
  const { url } = await api.listen({ port: 0 })
  const request = async (query: string, account: string = owner) => {
    const response = await fetch(`${url}/v1/account/${account}/balance?currency=usd${query}`)
    return {
      response,
      balances: response.ok ? v.parse(accountBalance.answer, await response.json()).balances : [],
    }
  }
  return { url, request }
}

const row = (balances: TokenBalance[], symbol: string, networkId: string = first().networkId) =>
  balances.find((entry) => entry.symbol === symbol && entry.chainId === networkId)

test('a balance has exactly the amounts on all chains', async () => {
  const { request, url } = await start()
  const { balances, response } = await request('')
  expect(response.headers.get('cache-control')).toBe('no-store')
  for (const { url: node, networkId, deployment } of devnet.chains) {
    const client = createPublicClient({ transport: http(node) })
    const coins = await client.getBalance({ address: owner })
    const native = deployment.nativeCurrency.symbol
    expect(row(balances, native, networkId)).toMatchObject({
      quantity: { decimals: '18', numeric: formatUnits(coins, 18) },
    })
    expect(row(balances, native, networkId)).not.toHaveProperty('address')
    for (const { address, symbol, name, decimals } of deployment.tokens) {
      const amount = await client.readContract({
        address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [owner],
      })
      const expected =
        amount === 0n
          ? undefined
          : {
              name,
              address: `${networkId}:${address.toLowerCase()}`,
              quantity: { decimals: String(decimals), numeric: formatUnits(amount, decimals) },
              iconUrl: `${url}/public/getTokenImage/${symbol}`,
            }
      if (expected) expect(row(balances, symbol, networkId)).toMatchObject(expected)
      else expect(row(balances, symbol, networkId)).toBeUndefined()
    }
  }
  const values = balances.map((entry) => entry.value ?? 0)
  expect(values).toEqual([...values].sort((a, b) => b - a))
})

test('the value of a token follows the price of the pools', async () => {
  const { balances } = await (await start()).request(`&chainId=${first().networkId}`)
  expect(balances.every((entry) => entry.chainId === first().networkId)).toBe(true)
  expect(row(balances, 'USDC')?.price).toBe(1)
  const { deployment, url } = first()
  const router = parseAbi(['function getAmountsOut(uint256, address[]) view returns (uint256[])'])
  // an amount that is too small to move the price
  const args = [10n ** 12n, [deployment.dex.weth, deployment.dex.usd]] as const
  const [, dollars = 0n] = await createPublicClient({ transport: http(url) }).readContract({
    address: deployment.dex.router,
    abi: router,
    functionName: 'getAmountsOut',
    args: [args[0] * 10n ** 3n, args[1]],
  })
  const price = row(balances, 'ETH')?.price ?? 0
  // the router's answer includes its fee of 0.3 %
  expect(price / (Number(dollars) / 1e6 / 1e-3)).toBeCloseTo(1 / 0.997, 3)
  expect(row(balances, 'ETH')?.value).toBeCloseTo(
    Number(row(balances, 'ETH')?.quantity.numeric) * price,
    6,
  )
})

test('the balance of an empty account has only the row of the coin', async () => {
  const { balances } = await (await start()).request(
    `&chainId=${first().networkId}`,
    `0x${'00'.repeat(19)}aa`,
  )
  expect(balances).toMatchObject([
    { symbol: 'ETH', value: 0, quantity: { decimals: '18', numeric: '0' } },
  ])
})

test("prices in ether and bitcoin follow the pools, and prices in other currencies the operator's rates", async () => {
  const { url, request } = await start({
    rates: async (currency) => (currency === 'eur' ? 0.5 : undefined),
  })
  const dollars = row((await request('')).balances, 'ETH')?.price ?? 0
  const priceIn = async (currency: string, symbol: string) => {
    const response = await fetch(`${url}/v1/account/${owner}/balance?currency=${currency}`)
    return response.ok
      ? row(v.parse(accountBalance.answer, await response.json()).balances, symbol)?.price
      : response.status
  }
  expect(await priceIn('eth', 'ETH')).toBeCloseTo(1, 9)
  expect(await priceIn('btc', 'WBTC')).toBeCloseTo(1, 9)
  expect(await priceIn('eur', 'ETH')).toBeCloseTo(dollars / 2, 6)
  expect(await priceIn('jpy', 'ETH')).toBe(400)
})

test('the balance of an account is cached for ten seconds, and read without the cache after `forceUpdate`', async () => {
  let time = 0
  const { request } = await start({ clock: { now: () => time } })
  const account = mnemonicToAccount(developmentMnemonic, { addressIndex: 30 }).address
  const client = createTestClient({ mode: 'anvil', transport: http(first().url) })
  const coins = async (query = '') =>
    row((await request(`&chainId=${first().networkId}${query}`, account)).balances, 'ETH')?.quantity
      .numeric
  const forced = `&forceUpdate=${first().networkId}:${native}`
  await client.setBalance({ address: account, value: parseEther('1') })
  expect(await coins()).toBe('1')
  await client.setBalance({ address: account, value: parseEther('2') })
  expect(await coins()).toBe('1')
  expect(await coins(forced)).toBe('2')
  expect(await coins()).toBe('2')
  await client.setBalance({ address: account, value: 123_456_789_012_345_678_901n })
  time = 9_999
  expect(await coins()).toBe('2')
  time = 10_000
  expect(await coins()).toBe('123.456789012345678901')
})

test('concurrent requests for a balance send the node the same three requests as a single one', async () => {
  const { url } = first()
  const relay = await startFakeNode((body, response) => {
    void fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      .then((answer) => answer.json())
      .then((answer) => sendJson(response, answer))
  })
  opened.push(relay)
  const [config] = configs()
  const { request } = await start({
    chains: config ? [{ ...config, rpcUrls: [relay.url] }] : [],
  })
  const answers = await Promise.all(Array.from({ length: 50 }, () => request('')))
  for (const { balances } of answers) expect(balances).toEqual(answers[0]?.balances)
  expect(answers[0]?.balances.length).toBeGreaterThan(1)
  // one request for the holdings, one for the pools, and one for their reserves
  expect(relay.requests).toHaveLength(3)
})

test('balances are cached separately for each network and account', async () => {
  const { request } = await start()
  const networks = devnet.chains.map((chain) => chain.networkId)
  const [one, other] = await Promise.all(
    networks.map(async (networkId) => (await request(`&chainId=${networkId}`)).balances),
  )
  expect(one?.every((entry) => entry.chainId === networks[0])).toBe(true)
  expect(other?.every((entry) => entry.chainId === networks[1])).toBe(true)
  expect((await request('', owner.toLowerCase())).balances).toEqual((await request('')).balances)
  expect((await request('', addressOf('whale'))).balances).not.toEqual((await request('')).balances)
})

test('a token outside the list is added with its own metadata when the request names it', async () => {
  const [config] = configs()
  const listed = config?.tokens.filter((token) => token.symbol !== 'DAI') ?? []
  const dai = config?.tokens.find((token) => token.symbol === 'DAI')?.address ?? '0x'
  const { request } = await start({ chains: config ? [{ ...config, tokens: listed }] : [] })
  expect(row((await request('')).balances, 'DAI')).toBeUndefined()
  const found = row((await request(`&forceUpdate=${first().networkId}:${dai}`)).balances, 'DAI')
  expect(found).toMatchObject({
    name: 'Dai Stablecoin',
    quantity: { decimals: '18' },
    iconUrl: expect.stringMatching(/\/DAI\?drawn=0$/),
  })
  expect(found?.price).toBeCloseTo(1, 1)
  expect(row((await request('')).balances, 'DAI')).toBeUndefined()
})

test('the name of a hostile token is cleaned and shortened', async () => {
  const token = `0x${'ab'.repeat(20)}` as const
  await placeTextContract(first().url, token, `USDC\u202E\u0000 <b>&"\n${'x'.repeat(500)}`)
  const { request } = await start()
  const { balances } = await request(
    `&chainId=${first().networkId}&forceUpdate=${first().networkId}:${token}`,
  )
  const found = balances.find((entry) => entry.address?.endsWith(token))
  expect(found).toMatchObject({
    symbol: `USDC <b>&"${'x'.repeat(54)}`,
    price: 0,
    quantity: { decimals: '32', numeric: `0.${'0'.repeat(30)}32` },
  })
  expect(found).not.toHaveProperty('value')
  expect(balances.at(-1)).toBe(found)
})

test('an address that is not a token, or whose contract burns all gas, does not affect the other rows', async () => {
  const burner = `0x${'cd'.repeat(20)}` as const
  await placeCode(first().url, burner, gasBurner)
  const { request } = await start()
  const id = (address: string) => `${first().networkId}:${address}`
  const { response, balances } = await request(
    `&chainId=${first().networkId}&forceUpdate=${[burner, owner, `0x${'01'.repeat(20)}`, native].map(id).join()}`,
  )
  expect(response.status).toBe(200)
  expect(balances).toEqual((await request(`&chainId=${first().networkId}`)).balances)
})

describe('a listed token whose amount cannot be read', () => {
  const networkId = 'eip155:31337'
  const token = () =>
    first().deployment.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x'

  /**
   * Starts a node in front of the chain. Combined calls that include the token revert; the test
   * answers the call of the token alone.
   */
  async function startBroken(
    alone: (
      response: ServerResponse,
      pass: () => Promise<void>,
      restore: () => Promise<void>,
    ) => Promise<void>,
  ) {
    const client = createPublicClient({ transport: http(first().url) })
    const code = (await client.getCode({ address: token() })) ?? '0x'
    const restore = () => placeCode(first().url, token(), code)
    await placeCode(first().url, token(), '0x5f5ffd') // code that reverts every call
    opened.push({ close: restore })
    const node = await startFakeNode(async (body, response) => {
      const pass = async () =>
        sendJson(
          response,
          await (
            await fetch(first().url, {
              method: 'POST',
              body,
              headers: { 'content-type': 'application/json' },
            })
          ).json(),
        )
      const { method, params } = JSON.parse(body)
      return method === 'eth_call' && params[0].to.toLowerCase() === token().toLowerCase()
        ? alone(response, pass, restore)
        : pass()
    })
    opened.push(node)
    return start({ chains: [chainOfDeployment(first().deployment, node.url)] })
  }

  test('is read again on its own', async () => {
    const { request } = await startBroken(async (_, pass, restore) => restore().then(pass))
    expect(Number(row((await request('')).balances, 'USDC')?.quantity.numeric)).toBeGreaterThan(0)
  })

  test('is left out when its contract reverts, and the other tokens stay', async () => {
    const { balances } = await (await startBroken((_, pass) => pass())).request('')
    expect(row(balances, 'USDC')).toBeUndefined()
    expect(row(balances, 'DAI')).toBeDefined()
  })

  test.each<[string, (response: ServerResponse) => Promise<void>]>([
    ['the connection is closed', async (response) => void response.destroy()],
    [
      'its limit is reached',
      async (response) =>
        sendJson(response, {
          jsonrpc: '2.0',
          id: 1,
          error: { code: -32005, message: 'limit exceeded' },
        }),
    ],
    [
      'its error is internal',
      async (response) =>
        sendJson(response, {
          jsonrpc: '2.0',
          id: 1,
          error: { code: -32603, message: 'Internal error' },
        }),
    ],
    [
      'the error has an unknown text',
      async (response) =>
        sendJson(response, {
          jsonrpc: '2.0',
          id: 1,
          error: { code: 19, message: 'Temporary failure. Please retry' },
        }),
    ],
    [
      'its result is a number',
      async (response) => sendJson(response, { jsonrpc: '2.0', id: 1, result: 5 }),
    ],
  ])('causes status 503, not a balance of zero, when the node fails: %s', async (_, fail) => {
    expect((await (await startBroken(fail)).request(`&chainId=${networkId}`)).response.status).toBe(
      503,
    )
  })
})

test('the amount of a token is read again right after a transfer', async () => {
  const { request } = await start()
  const { deployment, url, networkId } = first()
  const receiver = mnemonicToAccount(developmentMnemonic, { addressIndex: 31 }).address
  expect(row((await request(`&chainId=${networkId}`, receiver)).balances, 'USDC')).toBeUndefined()
  const account = mnemonicToAccount(developmentMnemonic)
  const wallet = createWalletClient({
    account,
    transport: http(url),
    chain: {
      id: deployment.chainId,
      name: deployment.name,
      nativeCurrency: deployment.nativeCurrency,
      rpcUrls: { default: { http: [url] } },
    },
  })
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [receiver, 1_500_000n],
  })
  const hash = await wallet.sendTransaction({ to: deployment.dex.usd, data })
  await createPublicClient({ transport: http(url), pollingInterval: 20 }).waitForTransactionReceipt(
    { hash },
  )
  const { balances } = await request(
    `&chainId=${networkId}&forceUpdate=${networkId}:${deployment.dex.usd}`,
    receiver,
  )
  expect(row(balances, 'USDC')).toMatchObject({
    value: 1.5,
    quantity: { decimals: '6', numeric: '1.5' },
  })
})

test('when no node describes a token that the request names, the answer names the chain as unavailable, and listed tokens stay', async () => {
  const token = `0x${'ab'.repeat(20)}` as const
  await placeTextContract(first().url, token, 'ODD')
  const node = await startFakeNode(async (body, response) => {
    // the selector of balanceOf
    const isHeld = body.includes('70a08231') && body.includes(token.slice(2))
    if (isHeld)
      return sendJson(response, {
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32603, message: 'Internal error' },
      })
    return sendJson(
      response,
      await (
        await fetch(first().url, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
        })
      ).json(),
    )
  })
  opened.push(node)
  const { request } = await start({
    chains: [chainOfDeployment(first().deployment, node.url)],
  })
  const { response, balances } = await request(`&forceUpdate=${first().networkId}:${token}`)
  expect(response.headers.get('x-latchkey-unavailable')).toBe(first().networkId)
  expect(row(balances, 'USDC')).toBeDefined()
  expect((await request('')).response.headers.get('x-latchkey-unavailable')).toBeNull()
})

test('the next node replaces a failing one, whatever its error message', async () => {
  const broken = await startFakeNode((_, response) =>
    sendJson(response, {
      jsonrpc: '2.0',
      id: 1,
      error: { code: 19, message: 'Temporary failure. Please retry' },
    }),
  )
  opened.push(broken)
  const [config] = configs()
  const { request } = await start({
    chains: config ? [{ ...config, rpcUrls: [broken.url, first().url] }] : [],
  })
  expect(row((await request('')).balances, 'USDC')).toBeDefined()
  expect(broken.requests.length).toBeGreaterThan(0)
})

test('the API answers for the available chains and names the unavailable ones', async () => {
  const [alive, dead] = configs()
  if (!alive || !dead) throw new Error('The devnet has too few chains')
  const { request } = await start({
    chains: [alive, { ...dead, rpcUrls: ['http://127.0.0.1:1'] }],
  })
  const { response, balances } = await request('')
  expect(response.status).toBe(200)
  expect(response.headers.get('x-latchkey-unavailable')).toBe(dead.networkId)
  expect(new Set(balances.map((entry) => entry.chainId))).toEqual(new Set([alive.networkId]))
  const alone = (await request(`&chainId=${dead.networkId}`)).response
  expect(alone.status).toBe(503)
  expect(Number(alone.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await alone.json()).toMatchObject({
    status: 'FAILED',
    reasons: [{ field: 'chainId', name: 'chainId', description: 'Token Balance Unavailable' }],
  })
})

test.each(['0x', '0x1234', 'nonsense', null, 7, { result: '0x' }, `0x${'f'.repeat(4096)}`])(
  'a node that answers `eth_call` with %j counts as down',
  async (result) => {
    const standIn = await startFakeNode((_, response) =>
      sendJson(response, { jsonrpc: '2.0', id: 1, result }),
    )
    opened.push(standIn)
    const { request } = await start({
      chains: configs().map((config) => ({ ...config, rpcUrls: [standIn.url] })),
    })
    expect((await request('')).response.status).toBe(503)
  },
)

test("the URLs of pictures have the operator's public URL, or the host that a trusted proxy reports", async () => {
  const iconOf = async (options: Partial<ApiOptions>) => {
    const { url } = await start(options)
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example.org' }
    const response = await fetch(`${url}/v1/account/${owner}/balance?currency=usd`, { headers })
    return (
      v.parse(accountBalance.answer, await response.json()).balances[0]?.iconUrl ?? ''
    ).replace(url, 'self')
  }
  expect(await iconOf({ publicUrl: 'https://cdn.example.org/api/' })).toBe(
    'https://cdn.example.org/api/public/getTokenImage/ETH',
  )
  expect(await iconOf({ trustProxy: 1 })).toBe('https://api.example.org/public/getTokenImage/ETH')
  expect(await iconOf({})).toBe('self/public/getTokenImage/ETH')
})
