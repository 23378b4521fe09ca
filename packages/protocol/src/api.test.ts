import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { accountBalance, errorBody, fungiblePrice, rpcProxy, supportedChains } from './api.ts'
import { accountHistory } from './history.ts'
import { accountNfts } from './nfts.ts'
import { getWallets } from './walletList.ts'
import { nativeTokenId } from './nativeToken.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const token = `eip155:1:${address}`
const fits = (schema: Parameters<typeof safeParse>[0], value: unknown) =>
  safeParse(schema, value).success

test('the endpoints have the methods and paths of the contract', () => {
  expect(
    [supportedChains, accountBalance, fungiblePrice, rpcProxy].map(
      ({ method, path }) => `${method} ${path}`,
    ),
  ).toEqual([
    'GET /v1/supported-chains',
    'GET /v1/account/{address}/balance',
    'POST /v1/fungible/price',
    'POST /v1',
  ])
})

test('a balance request needs an address, a currency and complete ids of networks and tokens', () => {
  const { query } = accountBalance
  expect(fits(query, { address, currency: 'usd' })).toBe(true)
  expect(
    fits(query, {
      address,
      currency: 'usd',
      chainId: 'eip155:1',
      forceUpdate: `${token},${nativeTokenId('eip155:1')}`,
      st: 'latchkey',
      sv: '1',
      projectId: 'a',
    }),
  ).toBe(true)
  expect(fits(query, { address })).toBe(false)
  expect(fits(query, { address: '0xab', currency: 'usd' })).toBe(false)
  expect(fits(query, { address, currency: 'shells' })).toBe(false)
  expect(fits(query, { address, currency: 'usd', chainId: '1' })).toBe(false)
  expect(fits(query, { address, currency: 'usd', forceUpdate: `${token},` })).toBe(false)
  expect(fits(query, { address, currency: 'usd', projectId: 'a'.repeat(65) })).toBe(false)
})

test('a request with more than 100 tokens is refused', () => {
  const list = (count: number) => Array.from({ length: count }, () => token)
  expect(
    fits(accountBalance.query, { address, currency: 'usd', forceUpdate: list(100).join(',') }),
  ).toBe(true)
  expect(
    fits(accountBalance.query, { address, currency: 'usd', forceUpdate: list(101).join(',') }),
  ).toBe(false)
  expect(fits(fungiblePrice.body, { currency: 'usd', addresses: list(100) })).toBe(true)
  expect(fits(fungiblePrice.body, { currency: 'usd', addresses: list(101) })).toBe(false)
  expect(fits(fungiblePrice.body, { currency: 'usd', addresses: [] })).toBe(false)
})

test('a list that is too long is refused before its items are checked', () => {
  const faults = (schema: Parameters<typeof safeParse>[0], value: unknown) =>
    safeParse(schema, value).issues?.length
  expect(faults(fungiblePrice.body, { currency: 'usd', addresses: Array(130_000).fill(0) })).toBe(1)
  // each member of the union reports one fault
  expect(faults(rpcProxy.body, Array(130_000).fill(0))).toBeLessThan(4)
  expect(
    faults(accountBalance.query, { address, currency: 'usd', forceUpdate: ','.repeat(250_000) }),
  ).toBeLessThan(4)
})

test('in an answer the length of each list is checked before its rows', () => {
  const faults = (schema: Parameters<typeof safeParse>[0], value: unknown) =>
    safeParse(schema, value).issues?.length
  const many = (count: number) => Array(count).fill('eip155:1')
  expect(fits(supportedChains.answer, { http: many(1_000), ws: [] })).toBe(true)
  expect(faults(supportedChains.answer, { http: Array(130_000).fill(0), ws: [] })).toBe(1)
  for (const endpoint of [accountHistory, accountNfts])
    expect(faults(endpoint.answer, { data: Array(1_001).fill(0) })).toBe(1)
  expect(faults(fungiblePrice.answer, { fungibles: Array(101).fill(0) })).toBe(1)
  // only the first 1,000 rows are read; they have the highest values
  expect(faults(accountBalance.answer, { balances: Array(130_000).fill(0) })).toBe(1_000)
  expect(
    safeParse(getWallets.answer, {
      count: 1,
      data: Array.from({ length: 130_000 }, (_, index) => ({ id: `${index}`, name: 'Fox' })),
    }).output,
  ).toMatchObject({ data: { length: 100 } })
})

test('a row of a balance may omit only the optional parts of the contract', () => {
  const row = {
    name: 'Ether',
    symbol: 'ETH',
    price: 0,
    quantity: { decimals: '18', numeric: '1' },
    iconUrl: '',
  }
  expect(fits(accountBalance.answer, { balances: [row] })).toBe(true)
  expect(
    fits(accountBalance.answer, { balances: [{ ...row, quantity: { decimals: 18, numeric: 1 } }] }),
  ).toBe(false)
  for (const quantity of [
    { decimals: '18', numeric: '-1' },
    { decimals: '18', numeric: '1e9' },
    { decimals: '18', numeric: '1.' },
    { decimals: '', numeric: '1' },
    { decimals: '1.5', numeric: '1' },
  ])
    expect(fits(accountBalance.answer, { balances: [{ ...row, quantity }] })).toBe(false)
  expect(
    fits(accountBalance.answer, {
      balances: [
        {
          ...row,
          quantity: { decimals: '255', numeric: `${2n ** 256n - 1n}.${'0'.repeat(254)}1` },
        },
      ],
    }),
  ).toBe(true)
  expect(fits(accountBalance.answer, { balances: [{ ...row, name: undefined }] })).toBe(false)
  expect(fits(accountBalance.answer, {})).toBe(false)
})

test('the body for a node is one request or a batch of 1 to 100 requests', () => {
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
  expect(fits(rpcProxy.body, request)).toBe(true)
  expect(fits(rpcProxy.body, Array(100).fill(request))).toBe(true)
  expect(fits(rpcProxy.body, Array(101).fill(request))).toBe(false)
  expect(fits(rpcProxy.body, [])).toBe(false)
  expect(fits(rpcProxy.body, { ...request, jsonrpc: '1.0' })).toBe(false)
  expect(fits(rpcProxy.body, { ...request, method: '' })).toBe(false)
  expect(fits(rpcProxy.body, { ...request, params: 'all' })).toBe(false)
  expect(fits(rpcProxy.query, { chainId: 'eip155:1' })).toBe(true)
  expect(fits(rpcProxy.query, {})).toBe(false)
})

test('an error body has the status `FAILED` and a list of reasons', () => {
  expect(
    fits(errorBody, {
      status: 'FAILED',
      reasons: [{ field: 'x', name: 'x', description: 'Invalid' }],
    }),
  ).toBe(true)
  expect(fits(errorBody, { status: 'OK', reasons: [] })).toBe(false)
})
