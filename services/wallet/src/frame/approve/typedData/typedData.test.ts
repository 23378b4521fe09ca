import fc from 'fast-check'
import { TypedDataEncoder } from 'ethers'
import { bytesToHex, hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { Fault } from '../../bridge/Fault.ts'
import type { Network } from '../../wallet/network.ts'
import { messages } from '../transaction/messages.ts'
import { describeEffect } from '../transaction/describeEffect.ts'
import { hashOfShown } from './hashOfShown.ts'
import { kindOfTypedData } from './kindOfTypedData.ts'
import { fieldsOf, readTypedData } from './readTypedData.ts'
import { typeText } from './readTypes.ts'
import type { Field, TypedData } from './readTypedData.ts'

const [token, owner, spender] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
]
const domain = { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: token }
const field = (name: string, type: string) => ({ name, type })
/** The members of a struct in the notation of EIP-712: `address owner,uint256 value`. */
const members = (text: string) =>
  text.split(',').map((member) => field(member.split(' ')[1] ?? '', member.split(' ')[0] ?? ''))
const data = (primaryType: string, message: object, types: object) =>
  readTypedData(JSON.stringify({ domain, types, primaryType, message }))
/** The hash that is signed. viem's own types require literal types. */
const hashOf = (typed: object) => hashTypedData(typed as Parameters<typeof hashTypedData>[0])

const at = { account: owner, networkId: 'eip155:1' }
/** The allowances of a permit; undefined for other data. */
const readPermit = (typed: TypedData) => {
  const { kind, effects } = kindOfTypedData(typed, at)
  return kind === 'permit' || kind === 'conditionalPermit' ? effects : undefined
}
const faultOfPermit = (typed: TypedData, account: string) =>
  kindOfTypedData(typed, { ...at, account }).fault

const erc2612 = members(
  'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline',
)
const dai = members('address holder,address spender,uint256 nonce,uint256 expiry,bool allowed')
const details = members('address token,uint160 amount,uint48 expiration,uint48 nonce')
const permissions = members('address token,uint256 amount')
const permit = { owner, spender, value: String(2n ** 256n - 1n), nonce: 0, deadline: 9_999_999_999 }

test('each signed value is shown in the one form of its type', () => {
  const types = {
    Mail: members('Person[] to,string text,bytes4 kind,int8 weight,uint256 at'),
    Person: [field('wallet', 'address')],
  }
  const read = data(
    'Mail',
    {
      to: [{ wallet: '0xABcdEFABcdEFabcdEfAbCdefabcdeFABcDEFabCD' }],
      text: 'Hi',
      kind: '0xAB010203',
      weight: -3,
      at: '0x10',
    },
    types,
  )
  expect(fieldsOf(read)).toEqual([
    {
      name: 'to',
      type: 'Person[]',
      fields: [
        {
          name: '1',
          type: 'Person',
          fields: [
            {
              name: 'wallet',
              type: 'address',
              value: '0xabcdefabcdefabcdefabcdefabcdefabcdefabcd',
            },
          ],
        },
      ],
    },
    { name: 'text', type: 'string', value: 'Hi' },
    { name: 'kind', type: 'bytes4', value: '0xab010203' },
    { name: 'weight', type: 'int8', value: '-3' },
    { name: 'at', type: 'uint256', value: '16' },
  ])
})

test('a member that is not part of the type is rejected at any depth', () => {
  const types = { Mail: [field('to', 'Person[]')], Person: [field('name', 'string')] }
  expect(() => data('Mail', { to: [], hidden: 1 }, types)).toThrow('parameters')
  expect(() => data('Mail', { to: [{ name: 'Bob', note: 'not signed' }] }, types)).toThrow(
    'parameters',
  )
  expect(() =>
    data('Permit', { ...permit, allowed: false, expiry: 0 }, { Permit: erc2612 }),
  ).toThrow('parameters')
})

test.each([
  'no JSON',
  '5',
  'null',
  '[]',
  '{}',
  JSON.stringify({ domain, types: {}, primaryType: 'Mail', message: {} }),
  JSON.stringify({ domain, types: { EIP712Domain: [] }, primaryType: 'EIP712Domain', message: {} }),
  JSON.stringify({ domain, types: { Mail: [{ name: 'a' }] }, primaryType: 'Mail', message: {} }),
  JSON.stringify({ domain, types: { Mail: [] }, primaryType: 'toString', message: {} }),
  JSON.stringify({
    domain: { chainId: 'one' },
    types: { Mail: [] },
    primaryType: 'Mail',
    message: {},
  }),
  JSON.stringify({
    domain,
    types: { Mail: [field('a', 'string'), field('a', 'uint256')] },
    primaryType: 'Mail',
    message: { a: 'b' },
  }),
  JSON.stringify({
    domain,
    types: { Mail: [field('a,uint256 b', 'string')] },
    primaryType: 'Mail',
    message: { 'a,uint256 b': 'b' },
  }),
  JSON.stringify({
    domain,
    types: { 'Mail(string a)': [field('a', 'string')] },
    primaryType: 'Mail(string a)',
    message: { a: 'b' },
  }),
  JSON.stringify({
    domain,
    types: { Mail: [field('a', 'toString')] },
    primaryType: 'Mail',
    message: { a: {} },
  }),
  JSON.stringify({
    domain,
    types: { Mail: [field('a', 'uint')] },
    primaryType: 'Mail',
    message: { a: 1 },
  }),
  // names that libraries read in different ways, or that every object inherits
  JSON.stringify({
    domain,
    types: { Mail: [field('a', 'Inner:A')], 'Inner:A': [field('b', 'string')] },
    primaryType: 'Mail',
    message: { a: { b: '' } },
  }),
  JSON.stringify({
    domain,
    types: { 'Mail:A': [field('a', 'string')] },
    primaryType: 'Mail:A',
    message: { a: '' },
  }),
  JSON.stringify({
    domain,
    types: { Mail: [field('a', 'In$')], In$: [field('b', 'string')] },
    primaryType: 'Mail',
    message: { a: { b: '' } },
  }),
  `{"domain":{"name":"A"},"types":{"__proto__":[{"name":"a","type":"string"}]},"primaryType":"__proto__","message":{"a":"b"}}`,
  `{"domain":{"name":"A"},"types":{"Mail":[{"name":"__proto__","type":"string"}]},"primaryType":"Mail","message":{"__proto__":"b"}}`,
  JSON.stringify({
    domain,
    types: { constructor: [field('a', 'string')] },
    primaryType: 'constructor',
    message: { a: '' },
  }),
  JSON.stringify({
    domain,
    types: { Mail: [field('a', 'toString')], toString: [field('b', 'string')] },
    primaryType: 'Mail',
    message: { a: { b: '' } },
  }),
  JSON.stringify({
    domain,
    types: { Máil: [field('a', 'string')] },
    primaryType: 'Máil',
    message: { a: '' },
  }),
  JSON.stringify({
    domain,
    types: { Node: [field('next', 'Node[]')] },
    primaryType: 'Node',
    message: { next: [] },
  }),
  JSON.stringify({
    domain,
    types: { A: [field('b', 'B[]')], B: [field('a', 'A[]')] },
    primaryType: 'A',
    message: { b: [] },
  }),
  JSON.stringify({
    domain,
    types: { Mail: [field('a', 'uint256[02]')] },
    primaryType: 'Mail',
    message: { a: [1, 2] },
  }),
  JSON.stringify({
    domain,
    types: { Mail: [field('a', 'uint256[0]')] },
    primaryType: 'Mail',
    message: { a: [] },
  }),
  JSON.stringify({
    domain,
    types: { Mail: [field('a', 'uint257')] },
    primaryType: 'Mail',
    message: { a: 1 },
  }),
  JSON.stringify({
    domain,
    types: { Mail: [field('a', 'bytes33')] },
    primaryType: 'Mail',
    message: { a: '0x' },
  }),
  JSON.stringify({
    domain,
    types: { Mail: [field('a', `string${'[]'.repeat(50_000)}`)] },
    primaryType: 'Mail',
    message: { a: [] },
  }),
  JSON.stringify({
    domain,
    types: { Mail: [field('a'.repeat(257), 'string')] },
    primaryType: 'Mail',
    message: { ['a'.repeat(257)]: '' },
  }),
  JSON.stringify({
    domain,
    types: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`Mail${index}`, []])),
    primaryType: 'Mail1',
    message: {},
  }),
  JSON.stringify({
    domain,
    types: { Mail: [field('a', ' string')] },
    primaryType: 'Mail',
    message: { a: '' },
  }),
  JSON.stringify({
    domain,
    types: { Mail: [field('a', 'address')], address: [field('b', 'string')] },
    primaryType: 'Mail',
    message: { a: { b: '' } },
  }),
])('invalid typed data is rejected (%#)', (text) => {
  expect(() => readTypedData(text)).toThrow('parameters')
})

test.each([
  ['string', 5],
  ['string', '\ud800'],
  ['bool', 'true'],
  ['bool', 1],
  ['address', '0x1'],
  ['address', 1],
  ['address', '0xABcdEFABcdEFabcdEfAbCdefabcdeFABcDEFabCd'],
  ['address', `0X${'1'.repeat(40)}`],
  ['address', `0x${'1'.repeat(41)}`],
  ['address', `${'1'.repeat(40)}`],
  ['bytes', '0xa'],
  ['bytes', 'text'],
  ['bytes4', '0x00'],
  ['uint8', 256],
  ['uint8', -1],
  ['int8', 128],
  ['uint256', '1e3'],
  ['uint256', ''],
  ['uint256', ' 1'],
  ['uint256', 2 ** 60],
  ['uint256', null],
  ['uint256[]', 1],
  ['uint256[2]', [1]],
])('a value that is not a valid %s is rejected: %j', (type, value) => {
  expect(() => data('One', { value }, { One: [field('value', type)] })).toThrow('parameters')
})

test('endless fields, too many fields and missing values are rejected', () => {
  const message: { next?: object } = {}
  message.next = message
  expect(() =>
    readTypedData({
      domain,
      types: { Node: [field('next', 'Node')] },
      primaryType: 'Node',
      message,
    }),
  ).toThrow('parameters')
  expect(() =>
    data(
      'Many',
      { list: Array.from({ length: 1_000 }, () => 1) },
      { Many: [field('list', 'uint256[]')] },
    ),
  ).toThrow('parameters')
  expect(() => data('One', {}, { One: [field('value', 'uint256')] })).toThrow('parameters')
})

test('the displayed domain is the signed domain', () => {
  const salt = `0x${'89'.padStart(64, '0')}`
  const read = (given: object, type?: object) =>
    readTypedData({
      domain: given,
      types: { Mail: [field('text', 'string')], ...(type && { EIP712Domain: type }) },
      primaryType: 'Mail',
      message: { text: 'hi' },
    })
  const whole = members('string name,string version,uint256 chainId,address verifyingContract')
  expect(hashOf(read(domain, whole))).toBe(hashOf(read(domain)))
  expect(read({ ...domain, chainId: '0x1', salt }).domain).toEqual({ ...domain, chainId: 1n, salt })
  expect(hashOf(read({ name: 'A', version: '' }))).not.toBe(hashOf(read({ name: 'A' })))
  // members that would be shown, but not signed
  expect(() =>
    read({ ...domain, salt }, members('string name,string version,bytes32 salt')),
  ).toThrow('parameters')
  expect(() => read(domain, [])).toThrow('parameters')
  expect(() => read({ ...domain, extra: 1 })).toThrow('parameters')
  // members that would be signed, but not shown
  expect(() => read({ name: 'A' }, members('string name,string version'))).toThrow('parameters')
  expect(() => read({ chainId: 1 }, members('string chainId'))).toThrow('parameters')
  expect(() => read({ name: 'A' }, members('string name,string name'))).toThrow('parameters')
  // an order of members that differs from the standard, as some libraries sign it
  expect(() => read({ name: 'A', version: '1' }, members('string version,string name'))).toThrow(
    'parameters',
  )
})

test('permits of tokens are decoded, and the deadline of a permit does not limit its allowance', () => {
  expect(readPermit(data('Permit', { ...permit, value: '25' }, { Permit: erc2612 }))).toEqual([
    { kind: 'allow', token, spender, amount: 25n },
  ])
  const of = (allowed: boolean) =>
    readPermit(
      data('Permit', { holder: owner, spender, nonce: 0, expiry: 0, allowed }, { Permit: dai }),
    )
  expect(of(true)).toEqual([{ kind: 'allow', token, spender, amount: 2n ** 256n - 1n }])
  expect(of(false)).toEqual([{ kind: 'allow', token, spender, amount: 0n }])
})

test('a permit for an unlimited amount has the level `danger`', () => {
  const [effect] = readPermit(data('Permit', permit, { Permit: erc2612 })) ?? []
  const network: Network = {
    networkId: 'eip155:1',
    name: 'Ethereum',
    namespace: 'eip155',
    reference: '1',
    currency: { symbol: 'ETH', decimals: 18 },
  }
  expect(
    effect &&
      describeEffect(effect, {
        account: owner,
        network,
        value: 0n,
        tokens: new Map(),
        words: messages.texts,
        locale: 'en',
      }).level,
  ).toBe('danger')
})

test('single and batch permits of Permit2 are decoded', () => {
  const one = { token, amount: '5', expiration: '7', nonce: '0' }
  const effect = (until: bigint) => ({ kind: 'allow', token, spender, amount: 5n, until })
  const single = (list: '' | '[]') => ({
    [list ? 'PermitBatch' : 'PermitSingle']: members(
      `PermitDetails${list} details,address spender,uint256 sigDeadline`,
    ),
    PermitDetails: details,
  })
  expect(
    readPermit(data('PermitSingle', { details: one, spender, sigDeadline: 1 }, single(''))),
  ).toEqual([effect(7n)])
  expect(
    readPermit(data('PermitBatch', { details: [one, one], spender, sigDeadline: 1 }, single('[]'))),
  ).toEqual([effect(7n), effect(7n)])
  expect(
    readPermit(data('PermitBatch', { details: [], spender, sigDeadline: 1 }, single('[]'))),
  ).toBeUndefined()
  const rest = 'address spender,uint256 nonce,uint256 deadline'
  const message = { spender, nonce: 0, deadline: 9 }
  const permitted = { token, amount: 5 }
  const witness = { Order: [field('note', 'string')], TokenPermissions: permissions }
  expect(
    readPermit(
      data(
        'PermitTransferFrom',
        { permitted, ...message },
        {
          PermitTransferFrom: members(`TokenPermissions permitted,${rest}`),
          TokenPermissions: permissions,
        },
      ),
    ),
  ).toEqual([effect(9n)])
  expect(
    readPermit(
      data(
        'PermitBatchTransferFrom',
        { permitted: [permitted], ...message },
        {
          PermitBatchTransferFrom: members(`TokenPermissions[] permitted,${rest}`),
          TokenPermissions: permissions,
        },
      ),
    ),
  ).toEqual([effect(9n)])
  const withWitness = (text: string, more: object) =>
    readPermit(
      data(
        'PermitWitnessTransferFrom',
        { permitted, ...message, ...more },
        { PermitWitnessTransferFrom: members(`TokenPermissions permitted,${text}`), ...witness },
      ),
    )
  expect(withWitness(`${rest},Order witness`, { witness: { note: '' } })).toEqual([effect(9n)])
  expect(withWitness(rest, {})).toBeUndefined()
  expect(
    withWitness(`${rest},Order witness,uint256 more`, { witness: { note: '' }, more: 1 }),
  ).toBeUndefined()
})

test('the permit of one NFT is decoded, and the fault of a permit is found', () => {
  const piece = data(
    'Permit',
    { spender, tokenId: 0, nonce: 0, deadline: 9 },
    { Permit: members('address spender,uint256 tokenId,uint256 nonce,uint256 deadline') },
  )
  expect(readPermit(piece)).toEqual([
    { kind: 'allow', token: domain.verifyingContract, spender, amount: 0n, isPiece: true },
  ])
  expect(faultOfPermit(piece, owner)).toBeUndefined()
  const own = data('Permit', permit, { Permit: erc2612 })
  expect([faultOfPermit(own, owner), faultOfPermit(own, spender)]).toEqual([undefined, 'owner'])
  const types = {
    PermitTransferFrom: members(
      'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline',
    ),
    TokenPermissions: permissions,
  }
  const message = { permitted: { token, amount: 5 }, spender, nonce: 0, deadline: 9 }
  const faultAt = (verifyingContract: string) =>
    faultOfPermit(
      readTypedData({
        domain: { name: 'Permit2', chainId: 1, verifyingContract },
        types,
        primaryType: 'PermitTransferFrom',
        message,
      }),
      owner,
    )
  expect([faultAt('0x000000000022D473030F116dDEE9F6B43aC78BA3'), faultAt(token)]).toEqual([
    undefined,
    'contract',
  ])
})

test('data that only resembles a permit is not decoded as one', () => {
  expect(
    readPermit(
      data('Mail', { spender, value: 1 }, { Mail: members('address spender,uint256 value') }),
    ),
  ).toBeUndefined()
  expect(
    readPermit(
      readTypedData({
        domain: { name: 'USD Coin' },
        types: { Permit: erc2612 },
        primaryType: 'Permit',
        message: permit,
      }),
    ),
  ).toBeUndefined()
  fc.assert(
    fc.property(fc.shuffledSubarray(erc2612), (order) => {
      const message = Object.fromEntries(
        order.map(({ name }) => [name, permit[name as keyof typeof permit]]),
      ) // the cast is safe: each name is a member of the permit
      const isWhole =
        order.map(({ name }) => name).join() === erc2612.map(({ name }) => name).join()
      expect(readPermit(data('Permit', message, { Permit: order })) !== undefined).toBe(isWhole)
    }),
  )
})

/** Any struct of atomic types, lists and another struct, with a message of it. */
const anyTyped = fc.letrec<{
  atom: { type: string; value: unknown }
  any: { type: string; value: unknown }
}>((tie) => ({
  atom: fc.oneof(
    fc.string({ unit: 'grapheme' }).map((value) => ({ type: 'string', value })),
    fc.boolean().map((value) => ({ type: 'bool', value })),
    fc
      .bigInt({ min: 0n, max: 2n ** 160n - 1n })
      .map((number) => ({ type: 'address', value: `0x${number.toString(16).padStart(40, '0')}` })),
    fc
      .bigInt({ min: 0n, max: 2n ** 256n - 1n })
      .map((number) => ({ type: 'uint256', value: String(number) })),
    fc.integer({ min: -128, max: 127 }).map((value) => ({ type: 'int8', value })),
    fc
      .uint8Array({ maxLength: 40 })
      .map((bytes) => ({ type: 'bytes', value: `0x${Buffer.from(bytes).toString('hex')}` })),
  ),
  any: fc.oneof(
    tie('atom'),
    fc.tuple(tie('atom'), fc.nat(3)).map(([{ type, value }, length]) => ({
      type: `${type}[]`,
      value: Array.from({ length }, () => value),
    })),
    tie('atom').map(({ type, value }) => ({ type: `${type}[1]`, value: [value] })),
  ),
}))
const anyStruct = fc.array(anyTyped.any, { minLength: 1, maxLength: 5 }).map((list) => ({
  type: list.map(({ type }, index) => field(`m${index}`, type)),
  value: Object.fromEntries(list.map(({ value }, index) => [`m${index}`, value])),
}))

const anyWhole = fc.tuple(anyStruct, anyStruct, anyDomain()).map(([outer, inner, domainOf]) => ({
  domain: domainOf,
  types: {
    Outer: [
      ...outer.type,
      field('inner', 'Inner'),
      field('list', 'Inner[]'),
      field('table', 'Inner[1][2]'),
    ],
    Inner: inner.type,
  },
  primaryType: 'Outer',
  message: {
    ...outer.value,
    inner: inner.value,
    list: [inner.value, inner.value],
    table: [[inner.value], [inner.value]],
  },
}))

test('the signed hash is that of the given data, and the displayed fields are enough to compute it', () => {
  fc.assert(
    fc.property(anyWhole, (given) => {
      const read = readTypedData(JSON.stringify(given))
      expect(hashOf(read)).toBe(hashOf(given))
      // the shown fields alone give the same hash
      expect(hashOf({ ...read, message: messageOf(fieldsOf(read), read) })).toBe(hashOf(given))
    }),
    { numRuns: 60 },
  )
})

test('the hash of the displayed fields equals the hashes of viem and of ethers', () => {
  fc.assert(
    fc.property(anyWhole, (given) => {
      const read = readTypedData(JSON.stringify(given))
      const hash = bytesToHex(hashOfShown({ ...read, fields: fieldsOf(read) }))
      expect(hash).toBe(hashOf(given))
      expect(hash).toBe(TypedDataEncoder.hash(given.domain, given.types, given.message))
    }),
    { numRuns: 200 },
  )
})

test('typed data that the wallet accepts has the same hash in viem and in ethers', () => {
  const name = fc.constantFrom(
    ...['A', 'B', 'A1', '_', 'C'].flatMap((plain) => Array<string>(8).fill(plain)),
    'a$',
    'A:B',
    '__proto__',
    'constructor',
    'string',
    'bytes33',
    'uint',
    'Ä',
  )
  const type = fc
    .tuple(
      fc.oneof(name, fc.constantFrom('string', 'uint8', 'bytes')),
      fc.constantFrom('', '', '', '[]', '[1]', '[1][]', '[0]', '[01]'),
    )
    .map((parts) => parts.join(''))
  const anyTypes = fc.dictionary(name, fc.array(fc.record({ name, type }), { maxLength: 3 }), {
    maxKeys: 4,
  })
  const valueOf = (
    types: Record<string, readonly { name: string; type: string }[]>,
    wanted: string,
    depth = 0,
  ): unknown => {
    if (wanted.endsWith(']'))
      return wanted.endsWith('[]')
        ? []
        : [valueOf(types, wanted.replace(/\[\d+\]$/, ''), depth + 1)]
    if (depth < 8 && Object.hasOwn(types, wanted))
      return Object.fromEntries(
        (types[wanted] ?? []).map((member) => [
          member.name,
          valueOf(types, member.type, depth + 1),
        ]),
      )
    return wanted === 'uint8' ? 7 : wanted === 'bytes' ? '0x01' : 'text'
  }
  let count = 0
  fc.assert(
    fc.property(anyTypes, name, (types, primaryType) => {
      // invalid if no struct has the name of the primary type
      const given = { domain, types, primaryType, message: valueOf(types, primaryType) as object }
      const read = readOrNone(given)
      if (!read) return
      count += 1
      const hash = bytesToHex(hashOfShown({ ...read, fields: fieldsOf(read) }))
      expect(hash).toBe(hashOf(read))
      // ethers derives the primary type, and refuses additional types
      const used = Object.fromEntries(
        Object.entries(types).filter(([struct]) =>
          new RegExp(`(?:^|\\))${struct.replace('$', '\\$')}\\(`).test(
            typeText(read.types, primaryType),
          ),
        ),
      )
      expect(hash).toBe(
        TypedDataEncoder.hash(
          domain,
          used as Record<string, { name: string; type: string }[]>,
          given.message,
        ),
      )
    }),
    { numRuns: 3_000 },
  )
  expect(count).toBeGreaterThan(20)
})

function readOrNone(given: object): TypedData | undefined {
  try {
    return readTypedData(JSON.stringify(given))
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}

/**
 * A domain with any of the standard's members. viem drops empty texts from a domain whose type
 * it has to derive.
 */
function anyDomain() {
  return fc.record(
    {
      name: fc.string({ minLength: 1 }),
      version: fc.string({ minLength: 1 }),
      chainId: fc.nat(),
      verifyingContract: fc.constant(token),
      salt: fc.constant(`0x${'ab'.repeat(32)}`),
    },
    { requiredKeys: [] },
  )
}

function messageOf(fields: readonly Field[], { types }: TypedData): object {
  const valueOf = ({ type, value, fields: inside = [] }: Field): unknown => {
    if (type.endsWith(']')) return inside.map(valueOf)
    if (Object.hasOwn(types, type))
      return Object.fromEntries(inside.map((one) => [one.name, valueOf(one)]))
    return type === 'bool' ? value === 'true' : value
  }
  return Object.fromEntries(fields.map((one) => [one.name, valueOf(one)]))
}
