import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApi } from '../../createApi.ts'
import type { ApiOptions } from '../../options.ts'
import { neverOverloaded } from '../../testing/neverOverloaded.ts'
import { testChainReader, type ChainInTest } from '../conformance.ts'
import { chainReaders } from '../registry.ts'
import { fake } from './fake.ts'
import { fakeAddress } from './fakeKeys.ts'
import { startFakeLedger } from './startFakeLedger.ts'

const networkId = 'bip122:000000000019d6689c085ae165831e93'
const [payment, ordinals, friend] = [
  '00'.padEnd(20, '1'),
  '01'.padEnd(20, '2'),
  '00'.padEnd(20, '3'),
  // the three digits make three keys
].map((digits) => `0x${digits}` as const) as [`0x${string}`, `0x${string}`, `0x${string}`]
const readers = [...chainReaders, fake]

let chain: ChainInTest
let ledger: Awaited<ReturnType<typeof startFakeLedger>>
beforeAll(async () => {
  ledger = await startFakeLedger(networkId)
  const config = {
    networkId,
    name: 'Fake',
    nativeCurrency: { name: 'Fake', symbol: 'FAKE', decimals: 2 },
    rpcUrls: [ledger.url],
  }
  // the type of the options has only the chains of the registry
  const chains = [config] as unknown as ApiOptions['chains']
  const addresses = [payment, ordinals].map(fakeAddress)
  const text = addresses.join('.')
  chain = {
    api: createApi({ ...neverOverloaded, chains }, readers),
    kind: fake,
    readers,
    config,
    account: [text, text.toUpperCase()],
    addresses,
    friend: fakeAddress(friend),
    invalid: [
      `${text}a`,
      `${addresses[0]}.${addresses[0]}`,
      `F${text.slice(1)}`,
      'fk1',
      `${text}.${text}`,
    ],
    foreign: '0x000000000000000000000000000000000000dEaD',
    hasNfts: false,
    identities: { own: networkId, foreign: 'bip122:000000000933ea01ad0ee984209779ba' },
    methods: { forwarded: 'fake_amount', refused: 'fake_stop' },
    send: async (amount) => ledger.pay(payment, friend, amount),
  }
})
afterAll(async () => {
  await chain.api.close()
  await ledger.close()
})

testChainReader(() => chain)

test('an account with two addresses has the coins of both, and a payment between them has the direction `self`', async () => {
  const hash = ledger.pay(payment, ordinals, 500n)
  const request = async (path: string) =>
    (await chain.api.app.request(`/v1/account/${path}`)).json()
  const [both] = chain.account
  const one = fakeAddress(ordinals)
  expect(await request(`${one}/balance?currency=usd`)).toMatchObject({
    balances: [{ quantity: { numeric: '15' } }],
  })
  const { data } = await request(`${both}/history`)
  expect(data[0]).toMatchObject({ metadata: { hash }, transfers: [{ direction: 'self' }] })
  expect((await request(`${one}/history`)).data).toMatchObject([
    { metadata: { hash }, transfers: [{ direction: 'in' }] },
  ])
})

test('the second page of a history contains the remaining entries, without duplicates', async () => {
  for (let count = 0; count < 60; count += 1) ledger.pay(ordinals, friend, 1n)
  const path = `/v1/account/${fakeAddress(friend)}/history`
  const first = await (await chain.api.app.request(path)).json()
  expect(first.data).toHaveLength(50)
  const second = await (await chain.api.app.request(`${path}?cursor=${first.next}`)).json()
  expect(second.next).toBe(null)
  const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThanOrEqual(60)
})
