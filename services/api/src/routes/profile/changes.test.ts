import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { errorBody } from '@latchkey/protocol/api'
import { coinTypeOf, etherCoinType } from '@latchkey/protocol/coinType'
import { createApi, type Api } from '../../createApi.ts'
import { chainAt } from '../../testing/chainAt.ts'
import { nameClient, newAccount, signBody, withNames } from '../../testing/nameClient.ts'
import { neverOverloaded } from '../../testing/neverOverloaded.ts'

const start = 1_800_000_000
const onOptimism = 2 ** 31 + 10
let now = start * 1_000
let api: Api
let url: string
beforeAll(async () => {
  const down = chainAt('http://127.0.0.1:1')
  api = createApi({
    ...neverOverloaded,
    chains: [down, { ...down, networkId: 'eip155:1' }],
    database: 'memory',
    clock: { now: () => now },
  })
  url = await withNames((await api.listen({ port: 0 })).url)
}, 90_000)
afterAll(() => api.close())

const client = nameClient(() => url)
const reasonOf = ({ body }: { body: unknown }) => v.parse(errorBody, body).reasons[0]?.field
let made = 0

/** Makes an account that has registered a name. */
async function owner() {
  const [account, name] = [newAccount(), `name${(made += 1)}.reown.id`]
  expect((await client.register(account, name, { timestamp: start })).status).toBe(200)
  return { account, name }
}

test('the owner of a name replaces all its attributes at once', async () => {
  const { account, name } = await owner()
  now = (start + 7) * 1_000
  const answer = await client.change(name, 'attributes', {
    account,
    message: { attributes: { bio: 'new' } },
    timestamp: start + 1,
  })
  expect(answer).toMatchObject({ status: 200, body: { bio: 'new' } })
  expect((await client.request(`account/${name}`)).body).toMatchObject({
    attributes: { bio: 'new' },
    updated_at: '2027-01-15T08:00:07.000Z',
  })
  expect(
    (
      await client.change(name, 'attributes', {
        account,
        message: { name, attributes: {} },
        timestamp: start + 2,
      })
    ).body,
  ).toEqual({})
  expect((await client.request(`account/${name}`)).body).toMatchObject({ attributes: {} })
})

test('the owner of a name sets an address for a network, and the name does not become a name of that address', async () => {
  const { account, name } = await owner()
  const other = newAccount()
  const answer = await client.change(name, 'address', {
    account,
    message: { coin_type: onOptimism, address: other.address },
    timestamp: start + 1,
  })
  expect(answer).toMatchObject({
    status: 200,
    body: { [onOptimism]: { address: other.address, created_at: expect.any(String) as string } },
  })
  expect((await client.request(`account/${name}`)).body).toMatchObject({
    addresses: { 60: { address: account.address }, [onOptimism]: { address: other.address } },
  })
  expect((await client.request(`reverse/${other.address}?apiVersion=2`)).body).toEqual([])
  expect(
    await fetch(`${url}/v1/identity/${other.address}`).then((response) => response.json()),
  ).toMatchObject({ name: null })
})

test('an account whose name has another address on Ethereum is shown without the name', async () => {
  const { account, name } = await owner()
  await client.change(name, 'address', {
    account,
    message: { coin_type: 60, address: newAccount().address },
    timestamp: start + 1,
  })
  expect(
    await fetch(`${url}/v1/identity/${account.address}`).then((response) => response.json()),
  ).toMatchObject({ name: null })
  // on another network the name still has the account's address
  expect((await client.request(`reverse/${account.address}`)).status).toBe(200)
})

test('an account cannot change the name of another account, or an unregistered name', async () => {
  const { name } = await owner()
  const { account: foreignAccount } = await owner()
  const foreign = await client.change(name, 'attributes', {
    account: foreignAccount,
    message: { attributes: {} },
    timestamp: start + 1,
  })
  expect([foreign.status, reasonOf(foreign)]).toEqual([401, 'address'])
  const unregistered = await client.change('nobodys.reown.id', 'attributes', {
    account: foreignAccount,
    message: { attributes: {} },
    timestamp: start + 1,
  })
  expect([unregistered.status, reasonOf(unregistered)]).toEqual([400, 'name'])
  const outside = await client.change('lena.eth', 'attributes', {
    account: foreignAccount,
    message: { attributes: {} },
    timestamp: start + 1,
  })
  expect([outside.status, reasonOf(outside)]).toEqual([400, 'name'])
})

test('a change with the address of the owner but the signature of another account is refused', async () => {
  const { account, name } = await owner()
  const answer = await client.change(name, 'address', {
    account: newAccount(),
    message: { coin_type: 60, address: newAccount().address },
    timestamp: start + 1,
    chainId: 10,
    body: { address: account.address },
  })
  expect([answer.status, reasonOf(answer)]).toEqual([401, 'signature'])
})

test('a contract may sign only for the network of its registration, and elsewhere gets 401 without a request to a node', async () => {
  const { account, name } = await owner() // it has registered on network 1
  const changed = async (body: object) => {
    const answer = await client.change(name, 'attributes', {
      account,
      message: { attributes: {} },
      timestamp: start + 1,
      body: { signature: '0x1234', ...body },
    })
    return [answer.status, reasonOf(answer)]
  }
  expect(await changed({ coin_type: coinTypeOf(77) })).toEqual([401, 'signature'])
  // both coin types mean the network of the registration: its node is requested, and does not
  // answer
  for (const coin_type of [etherCoinType, coinTypeOf(1)])
    expect(await changed({ coin_type })).toEqual([503, 'chainId'])
})

test('a message is refused if it is repeated, older than another one, for another name, or of another kind', async () => {
  const { account, name } = await owner()
  const second = `second${made}.reown.id`
  const registration = await signBody({
    account,
    message: { name: second, attributes: {} },
    timestamp: start,
  })
  expect((await client.request('account', registration)).status).toBe(200)
  const send = async (to: string, body: unknown) => {
    const answer = await client.request(`account/${to}/attributes`, body)
    return answer.status === 200 ? 200 : reasonOf(answer)
  }
  // the message of a registration has the form of a change, too
  expect(await send(second, registration)).toBe('timestamp')
  expect(await send(name, registration)).toBe('name')
  const [older, newer] = [
    await signBody({ account, message: { attributes: { bio: 'older' } }, timestamp: start + 10 }),
    await signBody({ account, message: { attributes: { bio: 'newer' } }, timestamp: start + 11 }),
  ]
  expect(await send(name, newer)).toBe(200)
  expect([await send(name, newer), await send(name, older), await send(second, newer)]).toEqual([
    'timestamp',
    'timestamp',
    'timestamp',
  ])
  expect((await client.request(`account/${name}`)).body).toMatchObject({
    attributes: { bio: 'newer' },
  })
  expect((await client.request(`account/${second}`)).body).toMatchObject({ attributes: {} })
})

test('of concurrent changes each timestamp is accepted once, and the change with the latest one stays', async () => {
  const { account, name } = await owner()
  const bodies = await Promise.all(
    [1, 2, 3, 4, 5, 5, 5].map((second, index) =>
      signBody({
        account,
        message: { attributes: { bio: `${second} of ${index}` } },
        timestamp: start + second,
      }),
    ),
  )
  const statuses = (
    await Promise.all(bodies.map((body) => client.request(`account/${name}/attributes`, body)))
  ).map(({ status }) => status)
  expect(statuses.slice(4).filter((status) => status === 200)).toHaveLength(1)
  expect((await client.request(`account/${name}`)).body).toMatchObject({
    attributes: { bio: expect.stringMatching(/^5 of/) as string },
  })
})

test.each<[string, number, string, 'attributes' | 'address', object]>([
  ['no attributes', 422, '', 'attributes', {}],
  [
    'another attribute',
    400,
    'attributes',
    'attributes',
    { attributes: { url: 'https://a.example' } },
  ],
  ['another name', 400, 'name', 'attributes', { name: 'other.reown.id', attributes: {} }],
  ['no address', 422, '', 'address', { coin_type: 60 }],
  [
    'a coin type outside the EVM networks',
    400,
    'coin_type',
    'address',
    { coin_type: 0, address: newAccount().address },
  ],
  [
    'an address in small letters',
    400,
    'address',
    'address',
    { coin_type: 60, address: newAccount().address.toLowerCase() },
  ],
])('a change with %s is refused', async (_, status, field, changed, message) => {
  const { account, name } = await owner()
  const answer = await client.change(name, changed, { account, message, timestamp: start + 1 })
  expect([answer.status, reasonOf(answer)]).toEqual([status, field])
})

test('a change from the future is refused, and a registration from the future does not block later changes', async () => {
  now = start * 1_000
  const [account, name] = [newAccount(), `ahead${(made += 1)}.reown.id`]
  const ahead = await signBody({
    account,
    message: { name, attributes: { bio: 'of the registration' } },
    timestamp: start + 300,
  })
  expect((await client.request('account', ahead)).status).toBe(200)
  const change = (bio: string, timestamp: number) =>
    client.change(name, 'attributes', { account, message: { attributes: { bio } }, timestamp })
  for (const timestamp of [start + 11, start + 60, start + 300])
    expect(reasonOf(await change('far ahead', timestamp))).toBe('timestamp')
  now = (start + 11) * 1_000
  expect((await change('own', start + 11)).status).toBe(200)
  expect((await change('a bit ahead', start + 21)).status).toBe(200)
  now = (start + 22) * 1_000
  expect((await change('own again', start + 22)).status).toBe(200)
  // a registration that was signed for a later time is never accepted as a change
  for (const later of [290, 300, 450]) {
    now = (start + later) * 1_000
    expect(reasonOf(await client.request(`account/${name}/attributes`, ahead))).toBe('timestamp')
  }
  expect((await client.request(`account/${name}`)).body).toMatchObject({
    attributes: { bio: 'own again' },
  })
  now = (start + 7) * 1_000
})

test('a change outside the time window is refused', async () => {
  const { account, name } = await owner()
  const answer = await client.change(name, 'attributes', {
    account,
    message: { attributes: {} },
    timestamp: start + 400,
  })
  expect([answer.status, reasonOf(answer)]).toEqual([400, 'timestamp'])
})
