import fc from 'fast-check'
import * as v from 'valibot'
import { createMadeBitcoin, madeBitcoinNetwork } from '../api/madeBitcoin.ts'
import { createMadeSolana, madeSolanaNetwork } from '../api/madeSolana.ts'
import { hostile } from './hostile.ts'

const { sender } = createMadeSolana(2)
const { sender: bitcoinAddress } = createMadeBitcoin(2)
/** Sample values. Each schema is tried with all of them. */
const samples: readonly unknown[] = [
  'ab'.repeat(32),
  `0x${'a1'.repeat(20)}`,
  'eip155:77',
  'eip155:71',
  `eip155:77:0x${'a1'.repeat(20)}`,
  'eip155:77:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  sender,
  madeSolanaNetwork,
  `${madeSolanaNetwork}:${sender}`,
  `${madeSolanaNetwork}:So11111111111111111111111111111111111111111`,
  bitcoinAddress,
  bitcoinAddress.toUpperCase(),
  `${bitcoinAddress},bcrt1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvses5wp4dt`,
  madeBitcoinNetwork,
  `${madeBitcoinNetwork}:${bitcoinAddress}`,
  `${madeBitcoinNetwork}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`,
  'BTC',
  'getBlock',
  'getAccountInfo',
  'usd',
  'eur',
  'true',
  '1',
  '2',
  '40',
  'text',
  'alice.eth',
  'eth_call',
  'eth_getLogs',
  'MetaMask',
  'ios',
  'none',
  'certified',
  'default',
  'register',
  0,
  1,
  300,
  1108,
  true,
  false,
  undefined,
  null,
]

/** The parts of a valibot schema that this module reads. */
type Walked = v.GenericSchema & {
  entries?: Record<string, v.GenericSchema>
  item?: v.GenericSchema
  wrapped?: v.GenericSchema
  options?: readonly unknown[]
  literal?: unknown
  value?: v.GenericSchema
  pipe?: readonly { kind: string }[]
  items?: readonly v.GenericSchema[]
}

/**
 * Generates values near the valid values of a schema: each place holds a valid or a hostile value.
 * Supports objects, lists, unions and optional parts. Other schemas yield valid samples.
 */
export function valuesNear(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fitting(schema) }, { weight: 1, arbitrary: hostile })
}

function fitting(schema: Walked): fc.Arbitrary<unknown> {
  // the last schema of a pipe is the most precise one, for instance about the items of a list
  const last = schema.pipe?.filter((part): part is Walked => part.kind === 'schema').at(-1)
  if (last && last !== schema && last.type === 'array') return fitting(last)
  if (schema.entries) return objectOf(schema.entries)
  if (schema.item)
    return fc.oneof(
      { weight: 8, arbitrary: fc.array(valuesNear(schema.item), { maxLength: 4 }) },
      { weight: 1, arbitrary: manyOf(schema.item) },
    )
  if (schema.wrapped)
    return fc.oneof(
      { weight: 3, arbitrary: fitting(schema.wrapped) },
      { weight: 1, arbitrary: fc.constantFrom(undefined, null) },
    )
  if (schema.type === 'union')
    return fc.oneof(...(schema.options ?? []).filter(isSchema).map(fitting))
  if (schema.type === 'literal') return fc.constant(schema.literal)
  if (schema.type === 'picklist') return fc.constantFrom(...(schema.options ?? ['']))
  if (schema.type === 'unknown') return hostile
  if (schema.type === 'record')
    return fc.dictionary(fc.constantFrom('a', '__proto__', 'toString'), hostile, { maxKeys: 3 })
  const fits = samples.filter((sample) => v.safeParse(schema, sample).success)
  return fits.length > 0 ? fc.constantFrom(...fits) : hostile
}

/** A list whose length is near 500, the max length of lists in requests, or far above it. */
function manyOf(item: v.GenericSchema): fc.Arbitrary<unknown> {
  return fc
    .tuple(valuesNear(item), fc.constantFrom(499, 500, 501, 3_000))
    .map(([one, length]) =>
      Array<unknown>(length).fill(JSON.stringify(one ?? null).length > 100 ? 0 : one),
    )
}

function objectOf(entries: Record<string, v.GenericSchema>): fc.Arbitrary<unknown> {
  const fields = fc.record(
    Object.fromEntries(Object.entries(entries).map(([name, schema]) => [name, valuesNear(schema)])),
    { requiredKeys: [] },
  )
  // mostly valid, so that the code behind the checks runs, too
  const whole = fc.record(
    Object.fromEntries(Object.entries(entries).map(([name, schema]) => [name, valuesNear(schema)])),
  )
  const more = fc.dictionary(
    fc.constantFrom('__proto__', 'constructor', 'toString', 'length', 'extra'),
    hostile,
    { maxKeys: 2 },
  )
  return fc.oneof(
    { weight: 4, arbitrary: whole },
    { weight: 1, arbitrary: fields },
    { weight: 1, arbitrary: fc.tuple(whole, more).map(([one, other]) => ({ ...one, ...other })) },
  )
}

const isSchema = (value: unknown): value is Walked =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'
