import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { encodeErrorResult, offchainLookupAbiItem } from 'viem'
import * as v from 'valibot'
import { errorBody } from '@latchkey/protocol/api'
import { identity } from '@latchkey/protocol/identity'
import { addressOf } from '@latchkey/devnet/accounts'
import type { ApiOptions } from '../options.ts'
import { deferred } from '@latchkey/server/testing/deferred'
import { sendJson, startFakeNode } from '../testing/startFakeNode.ts'
import { startTestApis } from '../testing/startTestApis.ts'
import { chainClient } from '../testing/traffic.ts'

const { devnet, configs, start: startApi, opened } = startTestApis()

async function start(options: Partial<ApiOptions> = {}) {
  const url = await startApi(options)
  return async (account: string) => {
    const response = await fetch(`${url}/v1/identity/${account}`)
    return { response, ...v.parse(identity.answer, await response.json()) }
  }
}

test('the identity of an account has its name, and the picture of an NFT that the account owns', async () => {
  const { name, avatar, resolvedAt, response } = await (
    await start({ clock: { now: () => 1_000 } })
  )(addressOf('collector'))
  expect(name).toBe('lena.eth')
  expect(avatar).toMatch(/^data:image\/svg\+xml;base64,/)
  expect(resolvedAt).toBe('1970-01-01T00:00:01.000Z')
  expect(response.headers.get('cache-control')).toBe('max-age=300')
})

test('a picture inside the record is the avatar', async () => {
  expect(await (await start())(addressOf('whale').toLowerCase())).toMatchObject({
    name: 'moby.eth',
    avatar: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
  })
})

test('an account has no name if it claims the name of another account, claims no name, or is on another network', async () => {
  const request = await start()
  for (const account of [
    addressOf('trader'),
    addressOf('everyday user'),
    addressOf('empty'),
    '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q',
  ])
    expect(await request(account)).toMatchObject({ name: null, avatar: null })
})

test('the picture of an NFT that another account owns is not the avatar', async () => {
  const client = chainClient(devnet().chains[0]?.url ?? '')
  const [lights] = devnet().chains[0]?.deployment.collections ?? []
  const snapshot = await client.snapshot()
  const data =
    // a call of safeTransferFrom
    `0x42842e0e${[addressOf('collector'), addressOf('whale'), '1'].map((part) => part.replace('0x', '').padStart(64, '0')).join('')}` as const
  const hash = await client.sendTransaction({
    account: addressOf('collector'),
    to: lights?.address,
    data,
    chain: null,
    gas: 500_000n,
  })
  expect((await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })).status).toBe(
    'success',
  )
  expect(await (await start())(addressOf('collector'))).toMatchObject({
    name: 'lena.eth',
    avatar: null,
  })
  await client.revert({ id: snapshot })
})

test('a name is cached for five minutes', async () => {
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
  await Promise.all([request(addressOf('whale')), request(addressOf('whale').toLowerCase())])
  const once = requests.length
  now = 299_999
  expect((await request(addressOf('whale'))).response.headers.get('cache-control')).toBe(
    'max-age=1',
  )
  expect(requests).toHaveLength(once)
  now = 300_000
  await request(addressOf('whale'))
  expect(requests).toHaveLength(2 * once)
})

test('the API answers 503 with Retry-After while the chain with the names is down, and null if no chain has names', async () => {
  const [config] = configs()
  const url = await startApi({
    chains: config ? [{ ...config, rpcUrls: ['http://127.0.0.1:1'] }] : [],
  })
  const response = await fetch(`${url}/v1/identity/${addressOf('whale')}`)
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(v.parse(errorBody, await response.json()).reasons[0]?.description).toBe(
    'Names are unavailable',
  )
  expect((await fetch(`${url}/v1/identity/0x12`)).status).toBe(400)
  const { ensUniversalResolver: _, ...nameless } = config ?? { rpcUrls: [] as string[] }
  // an entry without this optional field is still a chain of the list
  const request = await start({ chains: [nameless as NonNullable<typeof config>] })
  expect(await request(addressOf('whale'))).toMatchObject({ name: null, avatar: null })
})

test('an endless answer of the server of a name is cut after 64 KiB, and the name is null', async () => {
  const aborted = deferred()
  const write = (response: ServerResponse) =>
    void (response.write('x'.repeat(1_000))
      ? setImmediate(write, response)
      : response.once('drain', () => write(response)))
  const server = await startFakeNode((_, response) =>
    write(response.on('close', () => aborted.resolve())),
  )
  const [config] = configs()
  const resolver = config?.ensUniversalResolver ?? '0x'
  const lookup = encodeErrorResult({
    abi: [offchainLookupAbiItem],
    args: [resolver, [`${server.url}/{data}`], '0x12', '0x12345678', '0x'],
  })
  const node = await startFakeNode((_, response) =>
    sendJson(response, {
      jsonrpc: '2.0',
      id: 1,
      error: { code: 3, message: 'execution reverted', data: lookup },
    }),
  )
  opened.push(server)
  opened.push(node)
  const chains = config ? [{ ...config, rpcUrls: [node.url] }] : []
  expect(
    await (await start({ chains, ensOffchain: { hosts: [new URL(server.url).host] } }))(
      addressOf('whale'),
    ),
  ).toMatchObject({ name: null })
  await aborted.promise
  const [requests] = server.requests
  expect(await (await start({ chains, ensOffchain: true }))(addressOf('whale'))).toMatchObject({
    name: null,
  })
  // the server was not called, because its address is not public
  expect(server.requests).toEqual([requests])
})
