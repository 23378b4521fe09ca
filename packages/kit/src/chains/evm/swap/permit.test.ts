import fc from 'fast-check'
import { formatNetworkId } from '@latchkey/protocol/caip'
import {
  domainSeparator,
  encodeAbiParameters,
  keccak256,
  serializeCompactSignature,
  serializeSignature,
  signatureToCompactSignature,
  stringToHex,
} from 'viem'
import type { Hex } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { reasonOf, startTestKit } from '../../../session/startTestKit.ts'
import type { Chain } from '../provider/chain.ts'
import { quantityOf, word } from '../provider/quantity.ts'
import { startTestPage } from '../startTestPage.ts'
import { deadlineOf, readPermitDomain, signPermit } from './permit.ts'

const networkId = formatNetworkId('eip155', 31_337)
const [token, owner, spender] = ['1', 'a', 'b'].map((digit) => `0x${digit.repeat(40)}`) as [
  Hex,
  Hex,
  Hex,
] // as many elements as digits
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const separatorOf = (domain: {
  name?: string
  version?: string
  chainId?: number
  verifyingContract?: Hex
  salt?: Hex
}) =>
  domainSeparator({
    domain: { name: 'A Token', version: '1', chainId: 31_337, verifyingContract: token, ...domain },
  })
const selectors = {
  separator: '0x3644e515',
  nonces: '0x7ecebe00',
  name: '0x06fdde03',
  version: '0x54fd4d50',
  typeHash: '0x30adf81f',
} as const
const standardType = keccak256(
  stringToHex('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'),
)
/** DAI's permit of 2019, with `allowed` in place of the amount. */
const olderType = keccak256(
  stringToHex('Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)'),
)

type Answers = Partial<Record<keyof typeof selectors | 'code', unknown>>

beforeEach(() => void startTestPage())

/** A node with one token, which gives these answers. A call without an answer reverts. */
function chainWith(answers: Answers): Chain {
  const request: Chain['request'] = async (method, [call]) => {
    // the cast: the kit sends the call
    const data = method === 'eth_getCode' ? '' : (call as { data: string }).data.slice(0, 10)
    const name =
      method === 'eth_getCode'
        ? 'code'
        : (Object.keys(selectors) as (keyof typeof selectors)[]).find(
            (one) => selectors[one] === data,
          )
    const answer = name === undefined ? undefined : answers[name]
    if (answer === undefined) throw new Error('execution reverted')
    return answer
  }
  return { request, quantity: async (...args) => quantityOf(await request(...args)) }
}

const usual: Answers = {
  separator: separatorOf({}),
  nonces: `0x${word(7n)}`,
  name: text('A Token'),
  code: '0x',
}
const read = (changes: Answers) =>
  readPermitDomain(chainWith({ ...usual, ...changes }), { token, owner, networkId })

test('the token’s domain has the version that matches the token’s domain separator', async () => {
  expect(await read({})).toEqual({ name: 'A Token', version: '1', nonce: 7n })
  expect(await read({ typeHash: standardType })).toMatchObject({ version: '1' })
  expect(await read({ separator: separatorOf({ version: '2' }) })).toMatchObject({ version: '2' })
  expect(
    await read({ separator: separatorOf({ version: '3.1' }), version: text('3.1') }),
  ).toMatchObject({ version: '3.1' })
  // the reported version is not used, because it does not match the token's domain separator
  expect(await read({ version: text('9') })).toMatchObject({ version: '1' })
})

test.for([
  ['the form of 2019', { typeHash: olderType }],
  ['another version than it reports', { separator: separatorOf({ version: '5' }) }],
  ['another chain', { separator: separatorOf({ chainId: 1 }) }],
  ['another contract', { separator: separatorOf({ verifyingContract: spender }) }],
  ['another name', { separator: separatorOf({ name: 'Another Token' }) }],
  ['a salt', { separator: separatorOf({ salt: `0x${'5'.repeat(64)}` }) }],
  ['no nonces', { nonces: undefined }],
  ['no domain', { separator: undefined }],
  ['an invalid name', { name: `0x${word(5n)}` }],
  ['no name', { name: undefined }],
  ['an owner who is a contract', { code: '0x6080' }],
  ['an owner with a delegation', { code: '0xef0100' }],
  ['an owner with unknown code', { code: undefined }],
] as const)('the token’s permit is not used: %s', async ([, changes]) => {
  expect(await read(changes as Answers)).toBeUndefined() // `undefined` makes the call revert
})

test('any answer of a token gives the token’s domain or no domain', async () => {
  const answer = fc.oneof(
    fc.anything(),
    fc.string().map((hex) => `0x${hex}`),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('separator', 'nonces', 'name', 'version', 'typeHash', 'code'),
      answer,
      async (part, value) => {
        const known = { name: 'A Token', version: '1' }
        expect((await read({ [part]: value })) ?? known).toMatchObject(known)
      },
    ),
  )
})

/** A node that knows only these blocks, with their times in seconds since 1970. */
function chainAt(times: Readonly<Record<string, unknown>>): Chain {
  const request: Chain['request'] = async (_, [block]) => {
    const timestamp = times[String(block)]
    if (timestamp === undefined) throw new Error('unknown block')
    return timestamp === null
      ? null
      : { timestamp: typeof timestamp === 'number' ? `0x${timestamp.toString(16)}` : timestamp }
  }
  return { request, quantity: async (...args) => quantityOf(await request(...args)) }
}

const now = Date.UTC(2026, 10, 29)

test('a permit expires half an hour after the time of the newest block', async () => {
  const time = fc.integer({ min: 0, max: Math.floor(now / 1_000) + 400 * 86_400 })
  await fc.assert(
    fc.asyncProperty(time, fc.option(time), async (latest, pending) => {
      expect(await deadlineOf(chainAt({ latest, pending }), now)).toBe(
        BigInt(Math.max(latest, pending ?? 0)) + 1_800n,
      )
    }),
  )
  expect(await deadlineOf(chainAt({ latest: 5 }), now)).toBe(1_805n)
  expect(await deadlineOf(chainAt({ pending: 5 }), now)).toBe(1_805n)
})

test.each([
  {},
  { latest: null },
  { latest: 'soon', pending: '5' },
  { latest: `0x${'f'.repeat(64)}` },
])('deadlineOf returns nothing if the chain does not report its time: %j', async (times) => {
  expect(await deadlineOf(chainAt(times), now)).toBeUndefined()
})

test('deadlineOf returns nothing if the node reports a time years ahead', async () => {
  const late = fc.integer({
    min: Math.floor(now / 1_000) + 3 * 366 * 86_400,
    max: Number.MAX_SAFE_INTEGER,
  })
  await fc.assert(
    fc.asyncProperty(late, fc.constantFrom('latest', 'pending'), async (time, block) => {
      expect(
        await deadlineOf(chainAt({ latest: 5, pending: 5, [block]: time }), now),
      ).toBeUndefined()
    }),
  )
})

test('a signature becomes the arguments of permit in both forms of `v`; an invalid signature is rejected', async () => {
  const { kit } = startTestKit()
  let signature: unknown
  const args: unknown[] = []
  Object.assign(kit, {
    request: (one: { params: [string, string] }) => (
      args.push(JSON.parse(one.params[1])), Promise.resolve(signature)
    ),
  })
  const sign = () =>
    signPermit(
      kit,
      { token, owner, spender, amount: 25n, deadline: 99n },
      { name: 'A Token', version: '1', nonce: 7n },
      { networkId, signal: undefined },
    )
  const [r, s] = ['4'.repeat(64), '5'.repeat(64)]
  for (const [given, expected] of [
    [0, 27n],
    [1, 28n],
    [27, 27n],
    [28, 28n],
  ] as const) {
    signature = `0x${r}${s}${given.toString(16).padStart(2, '0')}`
    expect(await sign()).toBe(
      `0x${word(owner)}${word(spender)}${word(25n)}${word(99n)}${word(expected)}${r}${s}`,
    )
  }
  expect(args[0]).toMatchObject({
    primaryType: 'Permit',
    domain: { name: 'A Token', version: '1', chainId: 31_337, verifyingContract: token },
    message: { owner, spender, value: '25', nonce: '7', deadline: '99' },
  })
  for (const none of [
    undefined,
    null,
    '0x',
    `0x${r}`,
    `0x${r}${s}`.slice(0, -2),
    `0x${'12'.repeat(192)}`,
    `0x${r}${s}1b1b`,
    `${r}${s}1b`,
    {},
  ]) {
    signature = none
    expect(await reasonOf(sign())).toMatchObject({ code: 'answerInvalid' })
  }
})

test('a compact signature of 64 bytes gives the same arguments as a signature of 65 bytes', async () => {
  const { kit } = startTestKit()
  let signature = ''
  Object.assign(kit, { request: () => Promise.resolve(signature) })
  const sign = (text: string) => {
    signature = text
    return signPermit(
      kit,
      { token, owner, spender, amount: 25n, deadline: 99n },
      { name: 'A Token', version: '1', nonce: 7n },
      { networkId, signal: undefined },
    )
  }
  // `s` is small, because wallets use the smaller of the two values that `s` can have
  const number = fc.bigInt({ min: 1n, max: (1n << 254n) - 1n })
  await fc.assert(
    fc.asyncProperty(number, number, fc.constantFrom(0, 1), async (r, s, yParity) => {
      const parts = { r: `0x${word(r)}`, s: `0x${word(s)}`, yParity } as const
      expect(await sign(serializeCompactSignature(signatureToCompactSignature(parts)))).toBe(
        await sign(serializeSignature(parts)),
      )
    }),
  )
})
