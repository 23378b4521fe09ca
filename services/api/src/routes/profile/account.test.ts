import { expect, test } from 'vitest'
import * as v from 'valibot'
import { encodeFunctionData, parseAbi } from 'viem'
import { namehash } from 'viem/ens'
import { errorBody } from '@latchkey/protocol/api'
import { profileAccount } from '@latchkey/protocol/profile'
import { addressOf } from '@latchkey/devnet/accounts'
import type { ApiOptions } from '../../options.ts'
import { sendJson, startFakeNode } from '../../testing/startFakeNode.ts'
import { startTestApis } from '../../testing/startTestApis.ts'
import { chainClient } from '../../testing/traffic.ts'

const { configs, start: startApi, opened } = startTestApis()

async function start(options: Partial<ApiOptions> = {}) {
  const url = await startApi(options)
  return async (name: string, query = '?apiVersion=2') => {
    const response = await fetch(`${url}/v1/profile/account/${encodeURIComponent(name)}${query}`)
    return { response, status: response.status, body: (await response.json()) as unknown }
  }
}

/** The reason in an answer that refuses a name. */
const reasonIn = (body: unknown) => v.parse(errorBody, body).reasons[0]

test('the profile of a name has its account, and its picture as a data URI', async () => {
  const { body, response } = await (await start({ clock: { now: () => 1_000 } }))('lena.eth')
  expect(v.parse(profileAccount.answer, body)).toEqual({
    name: 'lena.eth',
    registered_at: null,
    updated_at: null,
    attributes: { avatar: expect.stringMatching(/^data:image\/svg\+xml;base64,/) as string },
    addresses: { 60: { address: addressOf('collector'), created_at: null } },
  })
  expect(response.headers.get('cache-control')).toBe('max-age=300')
})

test('every spelling of a name has the same profile', async () => {
  const request = await start()
  for (const written of ['Moby.ETH', 'ｍｏｂｙ.eth'])
    expect((await request(written)).body).toMatchObject({
      name: 'moby.eth',
      addresses: { 60: { address: addressOf('whale') } },
    })
})

test('an unregistered name has an empty list, or 404 for clients of the first version', async () => {
  const request = await start()
  expect(await request('nobody.eth')).toMatchObject({ status: 200, body: [] })
  const old = await request('nobody.eth', '')
  expect(old.status).toBe(404)
  expect(reasonIn(old.body)).toMatchObject({ field: 'name', description: 'Nobody has this name' })
})

test.each([
  ['alice', 'A name has at least two parts'],
  ['lena..eth', 'Invalid name'],
  ['le na.eth', 'Invalid name'],
  ['a\u202e.eth', 'Invalid name'],
  ['lena\u0435.eth', 'Invalid name'], // one of the letters is Cyrillic
  [`${addressOf('whale')}.eth`, 'A name may not look like an address'],
  [`lena.${addressOf('whale').slice(0, 20)}.eth`, 'A name may not look like an address'],
  ['x'.repeat(256), 'The name is too long'],
])('the API refuses the name %j', async (name, description) => {
  const { status, body } = await (await start())(name)
  expect(status).toBe(400)
  expect(reasonIn(body)).toMatchObject({ field: 'name', description })
})

test('a name is cached for five minutes, in any spelling', async () => {
  let now = 0
  const requests: string[] = []
  const [config] = configs()
  const relay = await startFakeNode((body, response) => {
    requests.push(body)
    void fetch(config?.rpcUrls[0] ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
      .then((answer) => answer.json())
      .then((answer) => sendJson(response, answer))
  })
  opened.push(relay)
  const request = await start({
    chains: config ? [{ ...config, rpcUrls: [relay.url] }] : [],
    clock: { now: () => now },
  })
  await Promise.all([request('moby.eth'), request('MOBY.eth'), request('nobody.eth')])
  const once = requests.length
  now = 299_999
  await Promise.all([request('moby.eth'), request('nobody.eth')])
  expect(requests).toHaveLength(once)
  now = 300_000
  await request('moby.eth')
  expect(requests.length).toBeGreaterThan(once)
})

test('the API answers 503 while the chain with the names is down, and an empty list if no chain has names', async () => {
  const [config] = configs()
  const down = await (
    await start({ chains: config ? [{ ...config, rpcUrls: ['http://127.0.0.1:1'] }] : [] })
  )('moby.eth')
  expect(down.status).toBe(503)
  expect(down.response.headers.get('retry-after')).toBe('5')
  const { ensUniversalResolver: _, ...nameless } = config ?? { rpcUrls: [] as string[] }
  expect(
    await (await start({ chains: [nameless as NonNullable<typeof config>] }))('moby.eth'),
  ).toMatchObject({ status: 200, body: [] }) // a chain without ENS, which is an optional field
})

test("a profile has the name's addresses on the served networks and on Ethereum", async () => {
  const [config] = configs()
  const client = chainClient(config?.rpcUrls[0] ?? '')
  const abi = parseAbi([
    'function registry() view returns (address)',
    'function resolver(bytes32) view returns (address)',
    'function setAddr(bytes32, uint256, bytes)',
  ])
  const registry = await client.readContract({
    address: config?.ensUniversalResolver ?? '0x',
    abi,
    functionName: 'registry',
  })
  const resolver = await client.readContract({
    address: registry,
    abi,
    functionName: 'resolver',
    args: [namehash('moby.eth')],
  })
  const [second, unserved] = [2n ** 31n + 31_338n, 2n ** 31n + 10n]
  for (const [coinType, bytes] of [
    [second, addressOf('saver')],
    [unserved, addressOf('trader')],
    [2n ** 31n + 31_337n, '0x1234'],
  ] as const)
    await client.sendTransaction({
      account: addressOf('deployer'),
      to: resolver,
      data: encodeFunctionData({
        abi,
        functionName: 'setAddr',
        args: [namehash('moby.eth'), coinType, bytes],
      }),
      chain: null,
    })
  await client.mine({ blocks: 1 }) // anvil answers before it has mined a sent transaction
  const { body } = await (await start())('moby.eth')
  expect(v.parse(profileAccount.answer, body)).toMatchObject({ name: 'moby.eth' })
  expect((body as { addresses: object }).addresses).toEqual({
    60: { address: addressOf('whale'), created_at: null },
    [String(second)]: { address: addressOf('saver'), created_at: null },
  }) // the block's time was parsed just before
})
