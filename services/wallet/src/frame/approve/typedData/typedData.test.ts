import { expect, test } from 'vitest'
import { readPermit } from './readPermit.ts'
import { fieldsOf, readTypedData } from './readTypedData.ts'

const [token, owner, spender] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string]
const domain = { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: token }
const field = (name: string, type: string) => ({ name, type })
const data = (primaryType: string, message: object, types: object = { [primaryType]: Object.keys(message).map((name) => field(name, 'uint256')) }) => readTypedData(JSON.stringify({ domain, types, primaryType, message }))

test('shows what is signed and leaves out what is not', () => {
  const types = { Mail: [field('to', 'Person[]'), field('text', 'string')], Person: [field('name', 'string')] }
  const read = data('Mail', { to: [{ name: 'Bob', note: 'not signed' }], text: 'Hi', hidden: 'not signed' }, types)
  expect(fieldsOf(read)).toEqual([
    { name: 'to', type: 'Person[]', fields: [{ name: '1', type: 'Person', fields: [{ name: 'name', type: 'string', value: 'Bob' }] }] },
    { name: 'text', type: 'string', value: 'Hi' },
  ])
})

test.each([
  'no JSON', '5', 'null', '[]', '{}',
  JSON.stringify({ domain, types: {}, primaryType: 'Mail', message: {} }),
  JSON.stringify({ domain, types: { EIP712Domain: [] }, primaryType: 'EIP712Domain', message: {} }),
  JSON.stringify({ domain, types: { Mail: [{ name: 'a' }] }, primaryType: 'Mail', message: {} }),
  JSON.stringify({ domain, types: { Mail: [] }, primaryType: 'toString', message: {} }),
  JSON.stringify({ domain: { chainId: 'one' }, types: { Mail: [] }, primaryType: 'Mail', message: {} }),
])('refuses what is no typed data (%#)', (text) => {
  expect(() => readTypedData(text)).toThrow('parameters')
})

test('refuses fields without end, lists of another length, and missing values', () => {
  const loop = { Node: [field('next', 'Node')] }
  const message: { next?: object } = {}
  message.next = message
  expect(() => fieldsOf(readTypedData({ domain, types: loop, primaryType: 'Node', message }))).toThrow('parameters')
  expect(() => fieldsOf(data('Many', { list: Array.from({ length: 1_000 }, () => 1) }, { Many: [field('list', 'uint256[]')] }))).toThrow('parameters')
  expect(() => fieldsOf(data('Two', { list: [1] }, { Two: [field('list', 'uint256[2]')] }))).toThrow('parameters')
  expect(() => fieldsOf(data('One', {}, { One: [field('value', 'uint256')] }))).toThrow('parameters')
})

test('tells the permits of tokens', () => {
  expect(readPermit(data('Permit', { owner, spender, value: '25', nonce: 0, deadline: 99 }))).toEqual([{ kind: 'allow', token, spender, amount: 25n, until: 99n }])
  expect(readPermit(data('Permit', { holder: owner, spender, nonce: 0, expiry: 0, allowed: true }))).toEqual([{ kind: 'allow', token, spender, amount: 2n ** 256n - 1n }])
})

test('tells the permits of Permit2, one and many', () => {
  const details = { token, amount: '5', expiration: '7', nonce: '0' }
  expect(readPermit(data('PermitSingle', { details, spender, sigDeadline: 1 }))).toEqual([{ kind: 'allow', token, spender, amount: 5n, until: 7n }])
  expect(readPermit(data('PermitBatch', { details: [details, details], spender, sigDeadline: 1 }))).toHaveLength(2)
  for (const type of ['PermitTransferFrom', 'PermitWitnessTransferFrom']) expect(readPermit(data(type, { permitted: { token, amount: 5 }, spender, nonce: 0, deadline: 9 }))).toEqual([{ kind: 'allow', token, spender, amount: 5n, until: 9n }])
  expect(readPermit(data('PermitBatchTransferFrom', { permitted: [{ token, amount: 5 }], spender, nonce: 0, deadline: 9 }))).toHaveLength(1)
})

test('does not take other data for a permit', () => {
  expect(readPermit(data('Mail', { spender, value: 1 }))).toBeUndefined()
  expect(readPermit(data('Permit', { spender: 'me', value: 1 }))).toBeUndefined()
})
