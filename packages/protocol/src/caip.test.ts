import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatAccountId,
  formatNetworkId,
  InvalidCaipError,
  isAccountId,
  isNetworkId,
  parseAccountId,
  parseNetworkId,
} from './caip.ts'
import { namespaces } from './namespace.ts'

const letters = [...'-_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']
const others = namespaces.filter((namespace) => namespace === 'solana')
const network = fc.oneof(
  fc.tuple(
    fc.constantFrom('bip122' as const, 'polkadot' as const),
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 }),
  ),
  fc.tuple(fc.constant('eip155' as const), fc.integer({ min: 1 }).map(String)),
  fc.tuple(
    fc.constantFrom(...others),
    fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 32 }),
  ),
)
const address = fc.string({
  unit: fc.constantFrom(...letters.filter((letter) => letter !== '_'), '.', '%'),
  minLength: 1,
  maxLength: 128,
})

test('`parseNetworkId` returns the two parts that `formatNetworkId` joined', () => {
  fc.assert(
    fc.property(network, ([namespace, reference]) => {
      const networkId = formatNetworkId(namespace, reference)
      expect(parseNetworkId(networkId)).toEqual({ namespace, reference, networkId })
    }),
  )
})

test('`parseAccountId` returns the three parts that `formatAccountId` joined', () => {
  fc.assert(
    fc.property(network, address, ([namespace, reference], account) => {
      const networkId = formatNetworkId(namespace, reference)
      const accountId = formatAccountId(networkId, account)
      expect(parseAccountId(accountId)).toEqual({
        namespace,
        reference,
        networkId,
        address: account,
        accountId,
      })
    }),
  )
})

test('an account id is not a network id, and a network id is not an account id', () => {
  expect(isNetworkId('eip155:1')).toBe(true)
  expect(isNetworkId('eip155:1:0xab')).toBe(false)
  expect(isAccountId('eip155:1:0xab')).toBe(true)
  expect(isAccountId('eip155:1')).toBe(false)
})

test('`formatNetworkId` accepts the reference as a number', () => {
  expect(formatNetworkId('eip155', 8453)).toBe('eip155:8453')
})

const malformed: readonly (readonly [why: string, value: unknown])[] = [
  ['empty', ''],
  ['one part', 'eip155'],
  ['four parts', 'eip155:1:0xab:1'],
  ['no namespace', ':1:0xab'],
  ['unknown namespace', 'cosmos:1:0xab'],
  ['name of a built-in property', 'constructor:1:0xab'],
  ['upper-case namespace', 'EIP155:1:0xab'],
  ['no reference', 'eip155::0xab'],
  ['a chain of words', 'eip155:mainnet:0xab'],
  ['chain zero', 'eip155:0:0xab'],
  ['leading zero', 'eip155:01:0xab'],
  ['negative chain', 'eip155:-1:0xab'],
  ['hex chain', 'eip155:0x1:0xab'],
  ['reference of 33 characters', `solana:${'a'.repeat(33)}:b`],
  ['no address', 'eip155:1:'],
  ['address of 129 characters', `eip155:1:${'a'.repeat(129)}`],
  ['a space', 'eip155:1: 0xab'],
  ['a line end', 'eip155:1:0xab\n'],
  ['a slash', 'eip155:1:../admin'],
  ['markup', 'eip155:1:<b>'],
  ['a question mark', 'eip155:1:a?b'],
  ['letters that only look like', 'eip155:1:0xаb'],
  ['a megabyte', `eip155:1:${'a'.repeat(1 << 20)}`],
  ['nothing', undefined],
  ['a number', 1],
  ['a list', ['eip155', '1', '0xab']],
  ['something that turns into text', { toString: () => 'eip155:1:0xab' }],
]

test.each(malformed)('an account id with this fault is refused: %s', (_, value) => {
  expect(isAccountId(value)).toBe(false)
  expect(() => parseAccountId(value)).toThrow(new InvalidCaipError())
})

test.each([
  'eip155',
  'eip155:1:0xab',
  'eip155:',
  ':1',
  'eip155:1 ',
  'eip155:1\n',
  'eip155:1e3',
  'near:1',
  undefined,
  {},
])('%j is refused as a network id', (value) => {
  expect(isNetworkId(value)).toBe(false)
  expect(() => parseNetworkId(value)).toThrow('Invalid CAIP Address')
})

test('`formatAccountId` and `formatNetworkId` refuse parts that make an invalid id', () => {
  expect(() => formatAccountId(formatNetworkId('eip155', 1), '0xab:1')).toThrow(
    'Invalid CAIP Address',
  )
  expect(() => formatNetworkId('eip155', 1.5)).toThrow('Invalid CAIP Address')
  expect(() => formatNetworkId('eip155', Number.NaN)).toThrow('Invalid CAIP Address')
})

test('`isAccountId` and `isNetworkId` never throw, and accept exactly the values that can be parsed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.string()), (value) => {
      expect([true, false]).toContain(isAccountId(value))
      expect([true, false]).toContain(isNetworkId(value))
    }),
  )
})
