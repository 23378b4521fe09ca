import fc from 'fast-check'
import { isNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import { propertiesToStore } from '../../../../sources/walletconnect/properties.ts'
import { readCapabilities } from './readCapabilities.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const lower = address.toLowerCase()
const networkId = 'eip155:31337'
const status = (name: string) => ({ atomic: { status: name } })
/** Converts properties to their stored form, and reads the capabilities from it. */
const read = (properties: Parameters<typeof propertiesToStore>[0]) =>
  readCapabilities(propertiesToStore(properties).properties)
const inSession = (capabilities: unknown) => read({ sessionProperties: { capabilities } })

test('capabilities are read in every known form, as objects and as JSON texts', () => {
  const forms: [unknown, object][] = [
    [{ [address]: { '0x7a69': status('supported') } }, { networkId, address: lower }],
    [{ '0x7a69': status('supported') }, { networkId }],
    [{ [networkId]: status('supported') }, { networkId }],
    [{ [`${networkId}:${address}`]: status('supported') }, { networkId, address: lower }],
    [{ [address]: status('supported') }, { address: lower }],
    [status('supported'), {}],
  ]
  for (const [form, scope] of forms)
    for (const written of [form, JSON.stringify(form)])
      expect(inSession(written), JSON.stringify(form)).toEqual([{ ...scope, atomic: 'supported' }])
  for (const atomic of [{ status: 'ready' }, '{"status":"ready"}'])
    expect(read({ sessionProperties: { atomic } })).toEqual([{ atomic: 'ready' }])
})

test('scoped properties apply to their network, with exceptions for single accounts', () => {
  const scopedProperties = {
    [networkId]: {
      ...status('supported'),
      paymasterService: { supported: true },
      [`${networkId}:${address}`]: status('unsupported'),
    },
    'eip155:1': '{"atomic":{"status":"ready"}}',
    eip155: { '0x1': status('unsupported') },
    solana: status('supported'),
  }
  expect(read({ scopedProperties })).toEqual([
    { networkId, atomic: 'supported' },
    { networkId, address: lower, atomic: 'unsupported' },
    { networkId: 'eip155:1', atomic: 'ready' },
    { networkId: 'eip155:1', atomic: 'unsupported' },
  ])
})

test('invalid or too large capabilities are ignored, and at most 200 are read', () => {
  const own = JSON.parse(
    '{"__proto__":{"atomic":{"status":"supported"}},"constructor":{"atomic":{"status":"supported"}}}',
  ) as object // the text is that of an object
  for (const invalid of [
    undefined,
    null,
    7,
    '',
    '{',
    '[]',
    [status('supported')],
    own,
    { atomic: 'supported' },
    { atomic: { status: 'yes' } },
    { '0x': status('supported') },
    { 'eip155:x': status('supported') },
    { [`${networkId}:${address}`]: { 'eip155:1': status('supported') } },
  ])
    expect(inSession(invalid), JSON.stringify(invalid)).toEqual([])
  expect(inSession(JSON.stringify({ ...status('supported'), more: 'x'.repeat(40_000) }))).toEqual(
    [],
  )
  expect(inSession(`${'{"0x1":'.repeat(50)}1${'}'.repeat(50)}`)).toEqual([])
  expect(
    inSession(
      Object.fromEntries(
        Array.from({ length: 300 }, (_, index) => [`eip155:${index + 1}`, status('supported')]),
      ),
    ),
  ).toHaveLength(200)
})

test('any session properties are read without an error and give only known values', () => {
  const name = fc.oneof(
    fc.constantFrom(
      'capabilities',
      'atomic',
      'status',
      '__proto__',
      'toString',
      'eip155',
      networkId,
      '0x1',
      '0x7a69',
      address,
      `${networkId}:${address}`,
    ),
    fc.string(),
  )
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(
        'supported',
        'ready',
        'unsupported',
        '{"atomic":{"status":"ready"}}',
        null,
        7,
      ),
      fc.json(),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(name, tie('any'), { maxKeys: 5, noNullPrototype: false }),
    ),
  })).any
  fc.assert(
    fc.property(value, value, (sessionProperties, scopedProperties) => {
      for (const { networkId: network, address: account, atomic, ...more } of read({
        sessionProperties,
        scopedProperties,
      })) {
        expect(['supported', 'ready', 'unsupported']).toContain(atomic)
        expect([
          network === undefined || isNetworkId(network),
          account?.toLowerCase(),
          more,
        ]).toEqual([true, account, {}])
      }
    }),
    { numRuns: 500 },
  )
})

test('properties that are too long are not stored, and invalid stored ones are ignored', () => {
  expect(
    propertiesToStore({
      sessionProperties: { capabilities: { ...status('supported'), more: 'x'.repeat(20_000) } },
    }),
  ).toEqual({})
  expect(propertiesToStore({})).toEqual({})
  for (const properties of [
    '',
    'null',
    '[]',
    '{',
    '{"sessionProperties":7}',
    '{"sessionProperties":{"capabilities":"["}}',
  ])
    expect(readCapabilities(properties)).toEqual([])
})
