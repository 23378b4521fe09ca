import * as fc from 'fast-check'
import { parityTraces } from '../chains/evm/blocks/traces.ts'
import { blockReading, receiptsReading } from '../chains/evm/blocks/wire.ts'

/** Where an answer is changed, and the value that is put there. */
export type Fault = { place: number; value: unknown }

/** The members that the indexer reads. */
const read: ReadonlySet<string> = new Set([
  'result',
  ...[blockReading, receiptsReading, parityTraces({ hash: '', transactions: [] })].flatMap(
    ({ members = [] }) => members,
  ),
])
/**
 * Members for which any text, or an empty list, is valid. A plausible value there would not be
 * noticed, so none is used.
 */
const unverifiable: ReadonlySet<string> = new Set([
  'error',
  'type',
  'callType',
  'logs',
  'topics',
  'input',
  'data',
  'gas',
  'calls',
  'transactionPosition',
  'traceAddress',
])
/**
 * Members that link blocks, or that have few valid values. There even values of another chain, and
 * values at the limits, are noticed.
 */
const linked: ReadonlySet<string> = new Set([
  'timestamp',
  'status',
  'hash',
  'parentHash',
  'blockHash',
  'transactionHash',
  'number',
  'transactionIndex',
])
/** Members that are addresses, for which a number is invalid. */
const addresses: ReadonlySet<string> = new Set([
  'from',
  'to',
  'address',
  'contractAddress',
  'refundAddress',
  'author',
])
const isQuantity = (value: unknown) =>
  typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
const otherChain = [
  `0x${'ab'.repeat(32)}`,
  `0x${'00'.repeat(32)}`,
  '0x20000000000000',
  '0x4000000000000',
  '0xffff',
]

/**
 * Generates values that no correct node sends: wrong types, wrong lengths, and numbers at the
 * limits.
 */
export const hostile: fc.Arbitrary<Fault> = fc.record({
  place: fc.nat(),
  value: fc.oneof(
    fc.constantFrom<unknown>(
      true,
      5,
      -1,
      1.5,
      2 ** 53,
      1e300,
      '',
      'x',
      '0x',
      '0xzz',
      '0x-1',
      `0x${'f'.repeat(65)}`,
      `0x1${'0'.repeat(64)}`,
      `0x${'1'.repeat(39)}`,
      `0x${'1'.repeat(41)}`,
    ),
    fc.constantFrom<unknown>(
      {},
      [[]],
      { toString: 1 },
      [null],
      [{}],
      { length: 1 },
      'a'.repeat(10_000),
    ),
    fc.constantFrom<unknown>(...otherChain),
  ),
})

/** Replaces one of the chosen members of an answer; undefined if the answer has none of them. */
export function spoilMember(
  answer: unknown,
  { place, value }: Fault,
  isNoticed: (name: string, value: unknown) => boolean,
): unknown {
  const places = membersIn(answer).filter(({ name }) => isNoticed(name, value))
  const chosen = places[place % Math.max(1, places.length)]
  return chosen && replaced(answer, chosen.path, value)
}

/**
 * Replaces one member of an answer such that the indexer can notice it; undefined if there is no
 * such member.
 */
export function spoilAnswer(answer: unknown, fault: Fault): unknown {
  return spoilMember(
    answer,
    fault,
    (name, value) =>
      read.has(name) &&
      !unverifiable.has(name) &&
      (linked.has(name) ||
        !isQuantity(value) ||
        (addresses.has(name) && !otherChain.some((known) => known === value))),
  )
}

type Member = { path: readonly string[]; name: string }

function membersIn(value: unknown, path: readonly string[] = []): Member[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const own = Array.isArray(value) ? [] : [{ path: [...path, key], name: key }]
    return [...own, ...membersIn(inner, [...path, key])]
  })
}

function replaced(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put
  if (Array.isArray(value))
    return value.map((inner: unknown, index) =>
      String(index) === key ? replaced(inner, rest, put) : inner,
    )
  return Object.fromEntries(
    Object.entries(value as object).map(([name, inner]) => [
      name,
      name === key ? replaced(inner, rest, put) : inner,
    ]),
  ) // every step of the path is an object or a list
}
