import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { errorBody } from '@latchkey/protocol/api'
import { profileRecord } from '@latchkey/protocol/profile'
import { createApi, type Api } from '../../createApi.ts'
import { namesOfOwner } from '../../names/nameStore.ts'
import { chainAt } from '../../testing/chainAt.ts'
import { nameClient, newAccount, signBody, withNames } from '../../testing/nameClient.ts'
import { neverOverloaded } from '../../testing/neverOverloaded.ts'

const start = 1_800_000_000
const onMainnet = 2 ** 31 + 1
let now = start * 1_000
let api: Api
let url: string
beforeAll(async () => {
  api = createApi({
    ...neverOverloaded,
    chains: [chainAt('http://127.0.0.1:1')],
    database: 'memory',
    clock: { now: () => now },
    rateLimit: false,
  })
  url = await withNames((await api.listen({ port: 0 })).url)
}, 90_000)
afterAll(() => api.close())

const client = nameClient(() => url)
const register: typeof client.register = (account, name, more) =>
  client.register(account, name, { timestamp: now / 1_000, ...more })
const reasonOf = ({ body }: { body: unknown }) => v.parse(errorBody, body).reasons[0]
let made = 0
const freeName = () => `name${(made += 1)}.reown.id`

test('an account registers the name that it signed, for its network and for Ethereum', async () => {
  const account = newAccount()
  const { status, body, headers } = await register(account, 'alice.reown.id', {
    chainId: 10,
    attributes: { bio: 'hi @ https://a.example/?b=1&c=2+3' },
  })
  expect(status).toBe(200)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  const entry = { address: account.address, created_at: '2027-01-15T08:00:00.000Z' }
  const record = {
    name: 'alice.reown.id',
    registered_at: '2027-01-15T08:00:00.000Z',
    updated_at: null,
    attributes: { bio: 'hi @ https://a.example/?b=1&c=2+3' },
    addresses: { 60: entry, [String(2 ** 31 + 10)]: entry },
  }
  expect(v.parse(profileRecord, body)).toEqual(record)
  for (const written of ['alice.reown.id', 'Alice.Reown.ID', 'ａlice.reown.id'])
    expect(
      (await client.request(`account/${encodeURIComponent(written)}?apiVersion=2`)).body,
    ).toEqual(record)
  expect((await client.request('account/alice.reown.id')).headers.get('cache-control')).toBe(
    'no-cache',
  )
  expect((await client.request(`reverse/${account.address.toLowerCase()}`)).body).toEqual([record])
})

test('an unregistered name of a zone gets 404 for clients of the first version, and an impossible name gets 400', async () => {
  const statusOf = async (name: string, query = '') => {
    const answer = await client.request(`account/${name}${query}`)
    return [answer.status, answer.status === 200 ? answer.body : reasonOf(answer)?.field]
  }
  expect(await statusOf('nobody.reown.id')).toEqual([404, 'name'])
  expect(await statusOf('nobody.reown.id', '?apiVersion=2')).toEqual([200, []])
  for (const name of [
    'ab.reown.id',
    'a.alice.reown.id',
    'al_ice.reown.id',
    '.reown.id',
    'ab--cd.reown.id',
    `${'a'.repeat(65)}.wcn.id`,
  ])
    expect(await statusOf(name, '?apiVersion=2')).toEqual([400, 'name'])
  // the zone itself is not a registered name, so it is looked up in ENS
  expect(await statusOf('reown.id', '?apiVersion=2')).toEqual([200, []])
})

test('an account registers a name in the other zone, and the coin type of ether is stored once', async () => {
  const account = newAccount()
  expect(await register(account, 'bobby.wcn.id', { body: { coin_type: 60 } })).toMatchObject({
    status: 200,
    body: { name: 'bobby.wcn.id', addresses: { 60: { address: account.address } } },
  })
  expect(
    Object.keys(
      v.parse(profileRecord, (await client.request('account/bobby.wcn.id')).body).addresses,
    ),
  ).toEqual(['60'])
})

test.each<[string, number, string, Partial<Parameters<typeof register>[2]> & { name?: string }]>([
  ['a message that is not JSON', 422, '', { message: 'alice' }],
  ['a message without a name', 422, '', { message: { attributes: {} } }],
  ['a message without a time', 422, '', { message: '{"name":"free1.reown.id"}' }],
  ['a time in text', 422, '', { message: '{"name":"free1.reown.id","timestamp":"1800000000"}' }],
  ['a time below zero', 422, '', { message: '{"name":"free1.reown.id","timestamp":-1}' }],
  ['a part of a second', 422, '', { timestamp: start + 0.5 }],
  ['attributes that are not texts', 422, '', { attributes: { bio: 1 } }],
  ['a list of attributes', 400, 'attributes', { attributes: ['bio'] }],
  ['a message nested deeper than needed', 422, '', { attributes: { bio: [['x']] } }],
  ['capitals', 400, 'name', { name: 'Free1.reown.id' }],
  ['a character that is not allowed', 400, 'name', { name: 'fr_ee.reown.id' }],
  ['another script', 400, 'name', { name: 'аlice.reown.id' }],
  ['two parts', 400, 'name', { name: 'reown.id' }],
  ['four parts', 400, 'name', { name: 'a.free1.reown.id' }],
  ['two letters', 400, 'name', { name: 'ab.reown.id' }],
  ['65 letters', 400, 'name', { name: `${'a'.repeat(65)}.reown.id` }],
  ['another zone', 400, 'name', { name: 'free1.example.id' }],
  ['a zone that begins the same', 400, 'name', { name: 'free1.reown.id.' }],
  ['a label in the form of IDNA', 400, 'name', { name: 'xn--80ak6aa92e.reown.id' }],
  ['hyphens that ENS does not allow', 400, 'name', { name: 'ab--cd.reown.id' }],
  ['a hyphen at its beginning', 400, 'name', { name: '-alice.reown.id' }],
  ['a hyphen at its end', 400, 'name', { name: 'alice-.reown.id' }],
  ['hyphens alone', 400, 'name', { name: '---.reown.id' }],
  ['two hyphens as third and fourth character', 400, 'name', { name: 'al--ice.reown.id' }],
  ['the beginning of an address', 400, 'name', { name: '0x00000000000000aa.reown.id' }],
  ['a coin type outside the EVM networks', 400, 'coin_type', { body: { coin_type: 0 } }],
  ['a coin type without its bit', 400, 'coin_type', { body: { coin_type: 1 } }],
  ['a chain that is not known', 400, 'coin_type', { chainId: 78 }],
  ['a name that is registered', 400, 'name', { name: 'taken.reown.id' }],
  ['a message of five minutes and a second ago', 400, 'timestamp', { timestamp: start - 301 }],
  ['a message of the future', 400, 'timestamp', { timestamp: start + 301 }],
  [
    'the name of another service',
    400,
    'service',
    { message: { name: 'free1.reown.id', service: 'api.other.example' } },
  ],
  [
    'an empty name of a service',
    400,
    'service',
    { message: { name: 'free1.reown.id', service: '' } },
  ],
  ['a service that is not a text', 422, '', { message: { name: 'free1.reown.id', service: 1 } }],
  ['milliseconds', 400, 'timestamp', { timestamp: start * 1_000 }],
  ['another attribute', 400, 'attributes', { attributes: { avatar: 'x' } }],
  ['an empty attribute', 400, 'attributes', { attributes: { bio: '' } }],
  ['an attribute of 256 letters', 400, 'attributes', { attributes: { bio: 'x'.repeat(256) } }],
  ['an attribute with other characters', 400, 'attributes', { attributes: { bio: '<b>' } }],
  ['an attribute of two lines', 400, 'attributes', { attributes: { bio: 'a\n' } }],
  [
    'an address in small letters',
    400,
    'address',
    { body: { address: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' } },
  ],
  ['an invalid address', 400, 'address', { body: { address: 'alice' } }],
  [
    'the address of another account',
    401,
    'signature',
    { body: { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' } },
  ],
  [
    'another message than was signed',
    401,
    'signature',
    { body: { message: `{"name":"free1.reown.id","attributes":{},"timestamp":${start}} ` } },
  ],
  ['an empty signature', 401, 'signature', { body: { signature: '0x' } }],
  [
    'a signature that is not a point of the curve',
    401,
    'signature',
    { body: { signature: `0x${'ff'.repeat(65)}` } },
  ],
  ['the longest signature', 401, 'signature', { body: { signature: `0x${'12'.repeat(32_767)}` } }],
  ['a signature that is not hex', 400, 'signature', { body: { signature: 'x' } }],
  [
    'a signature without bounds',
    400,
    'signature',
    { body: { signature: `0x${'00'.repeat(40_000)}` } },
  ],
  ['a message without bounds', 400, 'message', { body: { message: ' '.repeat(20_000) } }],
  ['a body without a coin type', 400, 'coin_type', { body: { coin_type: null } }],
  ['a coin type of 2³² and more', 400, 'coin_type', { body: { coin_type: 2 ** 32 } }],
])(
  'the API refuses %s with %d for %j',
  async (_, status, field, { name = 'free1.reown.id', ...more }) => {
    if (name === 'taken.reown.id') await register(newAccount(), name)
    const answer = await register(newAccount(), name, {
      message: { name, attributes: more.attributes ?? {} },
      ...more,
    })
    expect(answer.status).toBe(status)
    expect(reasonOf(answer)).toEqual({
      field,
      name: field,
      description: expect.any(String) as string,
    })
    expect((await client.request('account/free1.reown.id?apiVersion=2')).body).toEqual([])
  },
)

test('the API checks a registration in the order of the contract', async () => {
  const all = {
    message: { name: 'no!', attributes: { x: 'y' } },
    timestamp: 1,
    body: { coin_type: 0, address: '0x', signature: '0x' },
  }
  expect(reasonOf(await register(newAccount(), '', all))).toMatchObject({ field: 'name' })
  await register(newAccount(), 'ordered.reown.id')
  const named = { ...all, message: { name: 'ordered.reown.id', attributes: { x: 'y' } } }
  expect(reasonOf(await register(newAccount(), '', named))).toMatchObject({ field: 'coin_type' })
  const onChain = { ...named, body: { ...all.body, coin_type: onMainnet } }
  expect(reasonOf(await register(newAccount(), '', onChain))).toMatchObject({
    field: 'name',
    description: 'Name is already registered: ordered.reown.id',
  })
  const free = { ...onChain, message: { name: 'ordered2.reown.id', attributes: { x: 'y' } } }
  expect(reasonOf(await register(newAccount(), '', free))).toMatchObject({ field: 'timestamp' })
  expect(reasonOf(await register(newAccount(), '', { ...free, timestamp: start }))).toMatchObject({
    field: 'attributes',
  })
})

test('a message is valid for five minutes before and after its time, and a name can be registered once', async () => {
  const account = newAccount()
  const [early, late] = [freeName(), freeName()]
  expect((await register(account, early, { timestamp: start - 300 })).status).toBe(200)
  expect((await register(account, late, { timestamp: start + 300 })).status).toBe(200)
  const signed = await signBody({ account, message: { name: freeName() }, timestamp: start })
  expect((await client.request('account', signed)).status).toBe(200)
  expect(reasonOf(await client.request('account', signed))).toMatchObject({ field: 'name' })
})

test('the API accepts a body of any content type, and refuses other methods', async () => {
  const body = JSON.stringify(
    await signBody({ account: newAccount(), message: { name: freeName() }, timestamp: start }),
  )
  expect(
    (
      await fetch(`${url}/v1/profile/account`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body,
      })
    ).status,
  ).toBe(200)
  for (const [path, allow] of [
    ['account', 'POST'],
    ['account/a.reown.id', 'GET'],
    ['account/a.reown.id/attributes', 'POST'],
    ['reverse/0x0', 'GET'],
    ['suggestions/abc', 'GET'],
  ] as const) {
    const response = await fetch(`${url}/v1/profile/${path}`, { method: 'DELETE' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
  }
})

test('the number of names of an account is limited', async () => {
  const account = newAccount()
  for (let index = 0; index < namesOfOwner; index += 1)
    expect((await register(account, freeName())).status).toBe(200)
  const full = await register(account, 'onemore.reown.id')
  expect([full.status, reasonOf(full)]).toEqual([
    400,
    {
      field: 'address',
      name: 'address',
      description: `An account may register ${namesOfOwner} names`,
    },
  ])
  expect((await client.request('account/onemore.reown.id?apiVersion=2')).body).toEqual([])
})

test('a contract’s signature on a network that is not served gets 401, and one whose node is down gets 503', async () => {
  const unserved = await register(newAccount(), 'contract.reown.id', {
    chainId: 1,
    body: { signature: '0x1234' },
  })
  expect([unserved.status, reasonOf(unserved)?.field]).toEqual([401, 'signature'])
  const down = await register(newAccount(), 'contract.reown.id', {
    chainId: 77,
    body: { signature: '0x1234' },
  })
  expect([down.status, reasonOf(down)?.field, down.headers.get('retry-after')]).toEqual([
    503,
    'chainId',
    '5',
  ])
  // the signature of a key can be checked without a node
  expect((await register(newAccount(), 'contract.reown.id', { chainId: 77 })).status).toBe(200)
})

test('an account without a name from ENS is shown with its oldest registered name, without delay', async () => {
  const account = newAccount()
  const identityOf = async () => {
    const response = await fetch(`${url}/v1/identity/${account.address}`)
    return { ...((await response.json()) as object), cached: response.headers.get('cache-control') }
  }
  expect(await identityOf()).toMatchObject({ name: null, cached: 'no-cache' })
  const [first, second] = [freeName(), freeName()]
  await register(account, first)
  expect(await identityOf()).toMatchObject({ name: first, avatar: null })
  now += 1_000
  await register(account, second)
  expect(await identityOf()).toMatchObject({ name: first })
})

test('any invalid request gets an error with its reason, and stores no name', {
  timeout: 60_000,
}, async () => {
  const { app } = api
  const account = newAccount()
  const valid = await signBody({
    account,
    message: { name: 'never.reown.id' },
    timestamp: start - 100_000,
  })
  const hostile = fc.oneof(
    fc.anything({ withNullPrototype: true }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('__proto__', '\u0000', 'a'.repeat(20_000), 2 ** 31, 1e300, -0, [], {}),
  )
  const bodies = fc.oneof(
    fc
      .tuple(fc.constantFrom('message', 'signature', 'coin_type', 'address'), hostile)
      .map(([key, value]) => ({ ...valid, [key]: value })),
    fc.tuple(fc.constantFrom('name', 'attributes', 'timestamp'), hostile).map(([key, value]) => ({
      ...valid,
      message: JSON.stringify({ ...(JSON.parse(valid.message) as object), [key]: value }),
    })),
    hostile,
  )
  await fc.assert(
    fc.asyncProperty(
      bodies,
      fc.constantFrom(
        'account',
        'account/never.reown.id/attributes',
        'account/never.reown.id/address',
      ),
      async (body, path) => {
        const response = await app.request(`/v1/profile/${path}`, {
          method: 'POST',
          body: JSON.stringify(body) ?? '',
        })
        expect([400, 401, 413, 422]).toContain(response.status)
        expect(v.parse(errorBody, await response.json()).reasons[0]?.description).toMatch(
          /^[^\n]{1,250}$/,
        )
      },
    ),
    { numRuns: 1_000 },
  )
  expect((await client.request('account/never.reown.id?apiVersion=2')).body).toEqual([])
})

test.each([
  [undefined, 'amy', 400],
  [undefined, 'anna', 200],
  [3, 'amy', 200],
  [3, 'al', 400],
  [6, 'alicia', 200],
  [6, 'alice', 400],
])(
  'where a name has at least %j characters, 4 by default, the registration of "%s" gets %d',
  async (least, label, status) => {
    const other = createApi({
      ...neverOverloaded,
      chains: [chainAt('http://127.0.0.1:1')],
      database: 'memory',
      names: { ...(least !== undefined && { least }) },
      clock: { now: () => now },
      rateLimit: false,
    })
    try {
      const at = await withNames((await other.listen({ port: 0 })).url)
      const answer = await nameClient(() => at).register(newAccount(), `${label}.reown.id`, {
        timestamp: now / 1_000,
      })
      expect(answer.status).toBe(status)
      if (status === 400)
        expect(reasonOf(answer)).toMatchObject({
          field: 'name',
          description: `The first part of a name has ${least ?? 4} to 64 characters`,
        })
      expect(
        (await nameClient(() => at).request(`account/${label}.reown.id?apiVersion=2`)).status,
        // a name of three characters may have been registered earlier
      ).toBe(label === 'al' ? 400 : 200)
    } finally {
      await other.close()
    }
  },
  90_000,
)
