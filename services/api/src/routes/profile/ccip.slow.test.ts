import fc from 'fast-check'
import * as v from 'valibot'
import {
  concat,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  namehash,
  numberToHex,
  recoverAddress,
  size,
  slice,
  stringToHex,
  toHex,
  zeroAddress,
  type Hex,
} from 'viem'
import { packetToBytes } from 'viem/ens'
import { expect, test } from 'vitest'
import { errorBody } from '@latchkey/protocol/api'
import { profileLookup } from '@latchkey/protocol/profile'
import { addressOf, gatewaySigner } from '@latchkey/devnet/accounts'
import { questionAbi, resolveAbi } from '../../names/gateway/readQuestion.ts'
import type { ApiOptions } from '../../options.ts'
import { nameClient, newAccount, withNames } from '../../testing/nameClient.ts'
import { startTestApis } from '../../testing/startTestApis.ts'

const apis = startTestApis()
const sender = addressOf('trader')
const names = { gateway: { signer: gatewaySigner.privateKey } }
const now = 1_795_185_697_000
const named = { database: 'memory', names, clock: { now: () => now } } as const

const startUnasked = (options: Partial<ApiOptions> = {}) => apis.start({ ...named, ...options })
const start = async (options: Partial<ApiOptions> = {}) => withNames(await startUnasked(options))
const get = (url: string, data: string, of: string = sender) =>
  fetch(`${url}/v1/profile/ccip/${of}/${data}`)
const postTo = (url: string, body: string) =>
  fetch(`${url}/v1/profile/ccip`, { method: 'POST', body })
const post = (url: string, data: string, of: string = sender) =>
  postTo(url, JSON.stringify({ data, sender: of }))

const resolve = (name: Hex, call: Hex) =>
  encodeFunctionData({ abi: resolveAbi, args: [name, call] })
const encoded = (name: string) => toHex(packetToBytes(name))
const addr = (name: string) =>
  resolve(
    encoded(name),
    encodeFunctionData({ abi: questionAbi, functionName: 'addr', args: [namehash(name)] }),
  )
const coin = (name: string, coinType: bigint) =>
  resolve(
    encoded(name),
    encodeFunctionData({
      abi: questionAbi,
      functionName: 'addr',
      args: [namehash(name), coinType],
    }),
  )
const text = (name: string, key: string) =>
  resolve(
    encoded(name),
    encodeFunctionData({ abi: questionAbi, functionName: 'text', args: [namehash(name), key] }),
  )
const nameOf = (name: string) =>
  resolve(
    encoded(name),
    encodeFunctionData({ abi: questionAbi, functionName: 'name', args: [namehash(name)] }),
  )
const contenthash = (name: string) =>
  resolve(
    encoded(name),
    encodeFunctionData({ abi: questionAbi, functionName: 'contenthash', args: [namehash(name)] }),
  )

/** Reads an answer, and checks that it was signed for the request. */
async function readAnswer(response: Response, request: Hex): Promise<Hex> {
  expect(response.status).toBe(200)
  const { data } = v.parse(profileLookup.answer, await response.json())
  const [result, expires, signature] = decodeAbiParameters(
    [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
    data as Hex,
  ) // its schema has checked that it is hex
  expect(expires).toBe(BigInt(now / 1_000 + 300))
  const hash = keccak256(
    concat([
      '0x1900',
      sender,
      numberToHex(expires, { size: 8 }),
      keccak256(request),
      keccak256(result),
    ]),
  )
  expect(await recoverAddress({ hash, signature })).toBe(gatewaySigner.address)
  return result
}
const answerOf = async (url: string, request: Hex) => readAnswer(await get(url, request), request)
const textIn = (result: Hex) => decodeAbiParameters([{ type: 'string' }], result)[0]
const bytesIn = (result: Hex) => decodeAbiParameters([{ type: 'bytes' }], result)[0]
const addressIn = (result: Hex) => decodeAbiParameters([{ type: 'address' }], result)[0]

const owner = newAccount()
const register = async (
  url: string,
  name: string,
  more: { attributes?: object; chainId?: number } = {},
) =>
  expect(
    await nameClient(() => url).register(owner, name, {
      chainId: 31_337,
      timestamp: now / 1_000,
      ...more,
    }),
  ).toMatchObject({ status: 200 })
const reverseOf = (of: string, namespace = 'addr') =>
  `${of.slice(2).toLowerCase()}.${namespace}.reverse`
const own = 2n ** 31n + 31_337n

test('the gateway answers from the record of a name, with a signature for a few minutes', async () => {
  const url = await start()
  await register(url, 'alice.reown.id', { attributes: { bio: 'Hello' } })
  expect(addressIn(await answerOf(url, addr('alice.reown.id')))).toBe(owner.address)
  const lower = owner.address.toLowerCase()
  expect([
    bytesIn(await answerOf(url, coin('alice.reown.id', 60n))),
    bytesIn(await answerOf(url, coin('alice.reown.id', own))),
  ]).toEqual([lower, lower])
  expect([
    textIn(await answerOf(url, text('alice.reown.id', 'bio'))),
    textIn(await answerOf(url, text('alice.reown.id', 'description'))),
  ]).toEqual(['Hello', 'Hello'])
  expect(bytesIn(await answerOf(url, contenthash('alice.reown.id')))).toBe('0x')
  expect(textIn(await answerOf(url, nameOf('alice.reown.id')))).toBe('')
})

test('an address on a network without one in the record is empty', async () => {
  const url = await start()
  await register(url, 'alice.reown.id')
  for (const coinType of [
    0n,
    1n,
    61n,
    2n ** 31n,
    2n ** 31n + 1n,
    2n ** 31n + 31_338n,
    2n ** 32n + 60n,
    2n ** 256n - 1n,
  ])
    expect(bytesIn(await answerOf(url, coin('alice.reown.id', coinType)))).toBe('0x')
})

test('an unregistered name, and a missing text of a name, are empty', async () => {
  const url = await start()
  await register(url, 'alice.reown.id')
  for (const name of [
    'nobody.reown.id',
    'reown.id',
    'a.alice.reown.id',
    'Alice.reown.id',
    'alice.wcn.id',
    'lena.eth',
    'x'.repeat(200),
  ]) {
    expect([
      addressIn(await answerOf(url, addr(name))),
      bytesIn(await answerOf(url, coin(name, 60n))),
      textIn(await answerOf(url, text(name, 'bio'))),
    ]).toEqual([zeroAddress, '0x', ''])
  }
  for (const key of [
    '',
    'url',
    'avatar',
    'description',
    '__proto__',
    'constructor',
    'toString',
    'bio\0',
  ])
    expect(textIn(await answerOf(url, text('alice.reown.id', key)))).toBe('')
})

test('the name of an account is its oldest name that resolves to the account', async () => {
  let time = now
  const url = await start({ clock: { now: () => time } })
  await register(url, 'alice.reown.id')
  time = now + 5_000
  await register(url, 'able.wcn.id', { chainId: 31_338 })
  time = now
  const answerFor = async (name: string) => textIn(await answerOf(url, nameOf(name)))
  expect([
    await answerFor(reverseOf(owner.address)),
    await answerFor(reverseOf(owner.address, (2n ** 31n + 31_337n).toString(16))),
    await answerFor(reverseOf(owner.address, (2n ** 31n + 31_338n).toString(16))),
  ]).toEqual(['alice.reown.id', 'alice.reown.id', 'able.wcn.id'])
  for (const name of [
    reverseOf(sender),
    reverseOf(owner.address, 'default'),
    reverseOf(owner.address, '0'),
    reverseOf(owner.address, `0${own.toString(16)}`),
    reverseOf(owner.address, `${'f'.repeat(9)}`),
    `0x${reverseOf(owner.address)}`,
    `a.${reverseOf(owner.address)}`,
    'addr.reverse',
  ])
    expect([name, await answerFor(name)]).toEqual([name, ''])
  expect([
    addressIn(await answerOf(url, addr(reverseOf(owner.address)))),
    textIn(await answerOf(url, text(reverseOf(owner.address), 'bio'))),
  ]).toEqual([zeroAddress, ''])
})

test('the gateway accepts a request in the path, with and without .json, and in a body', async () => {
  const url = await start()
  const request = addr('nobody.reown.id')
  for (const response of [
    await get(url, request),
    await get(url, `${request}.json`),
    await get(url, request, sender.toLowerCase()),
    await post(url, request),
  ]) {
    expect(addressIn(await readAnswer(response, request))).toBe(zeroAddress)
    expect([
      response.headers.get('access-control-allow-origin'),
      response.headers.get('cache-control'),
      response.headers.get('content-type'),
    ]).toEqual(['*', 'no-store', 'application/json'])
  }
})

async function reasonOf(response: Response): Promise<unknown> {
  const [reason] = v.parse(errorBody, await response.json()).reasons
  return [response.status, reason?.field, reason?.description]
}

test('the gateway refuses a request that does not concern a name', async () => {
  const url = await start()
  const call = encodeFunctionData({
    abi: questionAbi,
    functionName: 'addr',
    args: [namehash('alice.reown.id')],
  })
  const name = encoded('alice.reown.id')
  expect(await reasonOf(await get(url, '0x'))).toEqual([
    400,
    'data',
    'Expected a call of resolve(bytes,bytes)',
  ])
  expect(await reasonOf(await get(url, call))).toEqual([
    400,
    'data',
    'Expected a call of resolve(bytes,bytes)',
  ])
  expect(await reasonOf(await get(url, slice(resolve(name, call), 0, 100)))).toEqual([
    400,
    'data',
    'Expected a call of resolve(bytes,bytes)',
  ])
  for (const other of [
    '0x',
    '0x01',
    '0xac9650d8',
    `0xd5fa2b00${call.slice(10)}`,
    slice(call, 0, 30),
  ] as const)
    expect(await reasonOf(await get(url, resolve(name, other)))).toEqual([
      400,
      'data',
      'The resolver has no such function',
    ])
  for (const wrong of [
    '0x',
    '0x00',
    slice(name, 0, size(name) - 1),
    concat([name, '0x00']),
    '0x0361',
    '0xff00',
    '0x01ff00',
    '0x03612e6200',
    '0x80',
    concat([...Array.from({ length: 130 }, () => '0x0161' as const), '0x00']),
  ] as const)
    expect(await reasonOf(await get(url, resolve(wrong, call)))).toEqual([
      400,
      'data',
      'The name is not in DNS encoding',
    ])
  expect(await reasonOf(await get(url, resolve(encoded('bob.reown.id'), call)))).toEqual([
    400,
    'data',
    'The call is for another name',
  ])
  for (const data of ['0xzz', '0x123', '1234', '0x12.json.json', '0x12.js', '%00'])
    expect(await reasonOf(await get(url, data))).toEqual([400, 'data', 'Invalid hex'])
  expect(await reasonOf(await get(url, `0x${'00'.repeat(4_097)}`))).toEqual([
    400,
    'data',
    'The request is too long',
  ])
  expect(await reasonOf(await get(url, addr('alice.reown.id'), '0x12'))).toEqual([
    400,
    'sender',
    'Invalid address',
  ])
  expect(await reasonOf(await postTo(url, '{}'))).toEqual([400, 'sender', 'sender is missing'])
  expect(await reasonOf(await postTo(url, '{'))).toEqual([400, '', 'The body is not JSON'])
  expect((await postTo(url, ' '.repeat(300_000))).status).toBe(413)
  expect((await fetch(`${url}/v1/profile/ccip/${sender}/0x`, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${url}/v1/profile/ccip`)).status).toBe(405)
})

const bytes = (max: number) => fc.uint8Array({ maxLength: max }).map((array) => toHex(array))
const hostileCall = fc.oneof(
  bytes(200),
  fc
    .tuple(
      fc.constantFrom<Hex>(
        '0x3b3b57de',
        '0xf1cb7e06',
        '0x59d1d43c',
        '0x691f3431',
        '0xbc1c58d1',
        '0xac9650d8',
      ),
      bytes(200),
    )
    .map(concat),
  fc.tuple(fc.bigInt(0n, 2n ** 256n - 1n), fc.string()).map(([node, key]) =>
    encodeFunctionData({
      abi: questionAbi,
      functionName: 'text',
      args: [numberToHex(node, { size: 32 }), key],
    }),
  ),
)
const hostile = fc.oneof(
  bytes(400),
  fc.tuple(bytes(300), hostileCall).map(([name, call]) => resolve(name, call)),
  fc
    .tuple(fc.string({ minLength: 1 }), hostileCall)
    .map(([name, call]) => resolve(stringToHex(name), call)),
  fc
    .tuple(fc.array(fc.bigInt(0n, 2n ** 256n - 1n), { maxLength: 20 }))
    .map(([words]) =>
      concat(['0x9061b923', ...words.map((word) => numberToHex(word, { size: 32 }))]),
    ),
  fc.tuple(fc.domain(), fc.string()).map(([name, key]) => text(name, key)),
  fc
    .tuple(fc.domain(), fc.bigInt(0n, 2n ** 256n - 1n))
    .map(([name, coinType]) => coin(name, coinType)),
)

const empty = [
  encodeAbiParameters([{ type: 'bytes' }], ['0x']),
  encodeAbiParameters([{ type: 'string' }], ['']),
  encodeAbiParameters([{ type: 'address' }], [zeroAddress]),
]

test('the gateway answers any unknown request with an empty result, or refuses it', async () => {
  const url = await start({ rateLimit: false })
  await fc.assert(
    fc.asyncProperty(hostile, async (request) => {
      const [got, posted] = await Promise.all([get(url, request), post(url, request)])
      expect(posted.status).toBe(got.status)
      if (got.status === 400) return void v.parse(errorBody, await got.json())
      const result = await readAnswer(got, request)
      expect(empty).toContain(result)
    }),
    { numRuns: 400 },
  )
})

test('without a signer, requests to the gateway get 404', async () => {
  for (const url of [
    await start({ names: {} }),
    await start({ names: undefined, database: undefined }),
  ]) {
    expect([
      (await get(url, addr('alice.reown.id'))).status,
      (await get(url, 'x')).status,
      (await post(url, addr('alice.reown.id'))).status,
    ]).toEqual([404, 404, 404])
  }
})

test('a request to the gateway costs as much as other requests for names, and its data is not logged', async () => {
  const lines: string[] = []
  const url = await startUnasked({
    rateLimit: { max: 12, refill: 1, everySeconds: 3_600 },
    log: (line) => lines.push(JSON.stringify(line)),
  })
  const statuses = []
  for (let i = 0; i < 3; i++) statuses.push((await get(url, addr('alice.reown.id'))).status)
  expect(statuses).toEqual([200, 200, 429])
  expect(lines.map((line) => JSON.parse(line).route)).toEqual(
    Array.from({ length: 3 }, () => '/v1/profile/ccip/:sender/:data'),
  )
  expect(lines.join()).not.toMatch(/0x/)
})

test('where the API admits only listed projects, the gateway requires a project id', async () => {
  const url = await startUnasked({ projects: ['ens'] })
  const request = addr('alice.reown.id')
  expect(await reasonOf(await get(url, request))).toEqual([
    400,
    'projectId',
    'projectId is missing',
  ])
  expect(
    (await fetch(`${url}/v1/profile/ccip/${sender}/${request}.json?projectId=ens`)).status,
  ).toBe(200)
})
