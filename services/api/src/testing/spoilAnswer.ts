import * as fc from 'fast-check'
import { parityTraces } from '../chains/evm/blocks/traces.ts'
import { blockReading, receiptsReading } from '../chains/evm/blocks/wire.ts'

/** One place of an answer, and the value that replaces it. */
export type Fault = { place: number; value: unknown }

/** Members that the indexer reads. */
const read: ReadonlySet<string> = new Set([
  'result',
  ...[blockReading, receiptsReading, parityTraces({ hash: '', transactions: [] })].flatMap(
    ({ members = [] }) => members,
  ),
])
/** Members for which any text, or an empty list, is valid. Plausible values are not used there. */
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
 * Members that link a block, or have few valid values. Values of another chain and at edges are
 * noticed there.
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
/** Members that are addresses. A number is not an address. */
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

/** Values that no node sends: wrong types, lengths, and numbers at edges. */
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

/** Replaces one of the chosen members of the answer; undefined when it has none of them. */
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
 * Replaces one member of the answer, where the indexer can notice the change; undefined where it
 * cannot.
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
  ) // the path contains only objects and lists
}
