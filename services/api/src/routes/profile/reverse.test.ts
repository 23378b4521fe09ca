import { expect, test } from 'vitest'
import type { ApiOptions } from '../../options.ts'
import { reasonOf, startIsolatedApis } from '../../testing/startIsolatedApis.ts'
import { nameClient, newAccount, signBody, withNames } from '../../testing/nameClient.ts'

const { start } = startIsolatedApis()
const startNames = async (options: Partial<ApiOptions> = {}) =>
  withNames((await start({ database: 'memory', ...options })).url)

test('an account without a name has an empty list, or 404 for clients of the first version, in any spelling of its address', {
  timeout: 90_000,
}, async () => {
  const url = await startNames()
  const client = nameClient(() => url)
  const account = newAccount()
  expect(
    await client.request(`reverse/${account.address}?apiVersion=2&sender=${account.address}`),
  ).toMatchObject({ status: 200, body: [] })
  const none = await fetch(`${url}/v1/profile/reverse/${account.address}`)
  expect([none.status, await reasonOf(none)]).toMatchObject([404, { field: 'address' }])
  for (const name of ['zeta.reown.id', 'alpha.wcn.id'])
    expect((await client.register(account, name)).status).toBe(200)
  for (const written of [
    account.address,
    account.address.toLowerCase(),
    `0x${account.address.slice(2).toUpperCase()}`,
  ])
    expect((await client.request(`reverse/${written}`)).body).toMatchObject([
      { name: 'zeta.reown.id' },
      { name: 'alpha.wcn.id' },
    ])
  const wrong = await fetch(`${url}/v1/profile/reverse/alice`)
  expect([wrong.status, await reasonOf(wrong)]).toMatchObject([400, { field: 'address' }])
})

test.each([
  ['without a database', {}],
  ['without a zone', { database: 'memory', names: { zones: [] } }],
])('%s no name can be registered, and names from ENS are still looked up', async (_, options) => {
  const { url } = await start(options)
  const client = nameClient(() => url)
  const account = newAccount()
  const refused = await client.register(account, 'alice.reown.id')
  expect(refused).toMatchObject({ status: 400, body: { reasons: [{ field: 'name' }] } })
  expect((await client.request(`reverse/${account.address}?apiVersion=2`)).body).toEqual([])
  expect((await client.request('suggestions/alice')).status).toBe(400)
  // names are off, so this one is looked up in ENS, which this chain does not have
  expect((await client.request('account/alice.reown.id?apiVersion=2')).body).toEqual([])
})

test('only the zones of the options are served, in their order', { timeout: 90_000 }, async () => {
  const url = await startNames({ names: { zones: ['shop.example', 'club.example'], window: 60 } })
  const client = nameClient(() => url)
  expect((await client.register(newAccount(), 'alice.club.example')).status).toBe(200)
  expect((await client.register(newAccount(), 'alice.reown.id')).status).toBe(400)
  expect((await client.request('suggestions/alice')).body).toMatchObject({
    suggestions: [{ name: 'alice.shop.example', registered: false }],
  })
  expect(
    (
      await client.register(newAccount(), 'bobby.club.example', {
        timestamp: Math.floor(Date.now() / 1_000) - 70,
      })
    ).body,
  ).toMatchObject({ reasons: [{ field: 'timestamp' }] })
})

test('while the database cannot be reached, requests for names and `/health` get 503', {
  timeout: 90_000,
}, async () => {
  const { url } = await start({ database: 'postgres://127.0.0.1:1/none' })
  const began = performance.now()
  const response = await fetch(`${url}/v1/profile/reverse/${newAccount().address}`)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(performance.now() - began).toBeLessThan(5_000)
  expect((await fetch(`${url}/health`)).status).toBe(503)
})

test('a message that names its service is refused by every other service, also as a change', {
  timeout: 90_000,
}, async () => {
  const [url, other] = await Promise.all(
    ['https://api.shop.example/names', 'https://api.other.example:8443'].map((publicUrl) =>
      startNames({ publicUrl, names: { services: ['shop.example'] } }),
    ),
  )
  if (url === undefined || other === undefined) throw new Error('Both have started')
  const account = newAccount()
  const signed = (message: object) => signBody({ account, message })
  const answerOf = async (at: string, path: string, body: unknown) => {
    const { status, body: answer } = await nameClient(() => at).request(path, body)
    // any other answer is a refusal
    return status === 200 ? 200 : (answer as { reasons: [{ field: string }] }).reasons[0].field
  }
  const own = await signed({ name: 'alice.reown.id', service: 'api.shop.example', attributes: {} })
  expect([await answerOf(other, 'account', own), await answerOf(url, 'account', own)]).toEqual([
    'service',
    200,
  ])
  for (const [at, service] of [
    [url, 'SHOP.example'],
    [other, 'api.other.example:8443'],
    [other, 'shop.example'],
  ] as const)
    expect(
      await answerOf(
        at,
        'account',
        await signed({ name: `name${service.length}.reown.id`, service, attributes: {} }),
      ),
      service,
    ).toBe(200)
  for (const service of [
    'api.other.example',
    'api.shop.example.',
    'https://api.shop.example',
    'example',
    'evil-api.shop.example',
  ])
    expect(
      await answerOf(
        url,
        'account',
        await signed({ name: 'bobby.reown.id', service, attributes: {} }),
      ),
      service,
    ).toBe('service')
  const change = await signBody({
    account,
    message: {
      name: 'alice.reown.id',
      service: 'api.other.example:8443',
      attributes: { bio: 'x' },
    },
    timestamp: Math.floor(Date.now() / 1_000) + 5,
  })
  expect(await answerOf(url, 'account/alice.reown.id/attributes', change)).toBe('service')
  expect(
    await answerOf(
      url,
      'account/alice.reown.id/address',
      await signBody({
        account,
        message: { service: 'api.other.example:8443', coin_type: 60, address: account.address },
        timestamp: Math.floor(Date.now() / 1_000) + 5,
      }),
    ),
  ).toBe('service')
})

test('with `isServiceNeeded`, a message without a service is refused', {
  timeout: 90_000,
}, async () => {
  const url = await startNames({
    publicUrl: 'https://api.shop.example',
    names: { isServiceNeeded: true },
  })
  const client = nameClient(() => url)
  expect(await client.register(newAccount(), 'alice.reown.id')).toMatchObject({
    status: 400,
    body: { reasons: [{ field: 'service' }] },
  })
  expect(
    (
      await client.register(newAccount(), 'alice.reown.id', {
        message: { name: 'alice.reown.id', service: 'api.shop.example' },
      })
    ).status,
  ).toBe(200)
})

/** The time of the clock, in seconds since 1970. */
const second = 1_800_000_000

test('the registrations of one client are limited, and those of all clients to fifty times as many', {
  timeout: 90_000,
}, async () => {
  const url = await startNames({
    trustProxy: 1,
    clock: { now: () => second * 1_000 },
    limits: { loopDelay: false, registrations: { max: 2, refill: 1, everySeconds: 3_600 } },
  })
  let made = 0
  const register = async (from: string, name = `name${(made += 1)}.reown.id`) =>
    fetch(`${url}/v1/profile/account`, {
      method: 'POST',
      headers: { 'x-forwarded-for': from },
      body: JSON.stringify(
        await signBody({ account: newAccount(), message: { name }, timestamp: second }),
      ),
    })
  const one = []
  for (const name of ['one1.reown.id', 'two1.reown.id', 'two1.reown.id', 'three1.reown.id'])
    one.push((await register('1.1.1.1', name)).status)
  expect(one).toEqual([200, 200, 400, 429])
  const others = await Promise.all(
    Array.from({ length: 102 }, (_, index) => register(`2.2.2.${index >> 1}`)),
  )
  expect(others.filter(({ status }) => status === 200)).toHaveLength(98)
  const refused = others.filter(({ status }) => status === 503)
  expect([refused.length, refused[0]?.headers.get('retry-after')]).toEqual([4, '72'])
})
