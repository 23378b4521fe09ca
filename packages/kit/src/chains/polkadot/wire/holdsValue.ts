import { compact } from '@polkadot-api/substrate-bindings'
import type { Runtime } from './runtime.ts'

type Entry = ReturnType<Runtime['lookup']>

/** Bytes that are being measured. `steps`: how many values may still be in them. */
type Measured = { readonly bytes: Uint8Array; steps: number }

/** The maximum number of values within each other. A batch in a batch has some ten. */
const maxDepth = 200

/** The bytes of numbers and of other values of a fixed size. */
const sizes: Readonly<Record<string, number>> = {
  bool: 1,
  char: 4,
  ...Object.fromEntries(
    [8, 16, 32, 64, 128, 256].flatMap((bits) =>
      [`u${bits}`, `i${bits}`].map((name) => [name, bits / 8]),
    ),
  ),
}

const tooShort = () => new RangeError('The bytes end too early')

/**
 * Whether bytes have the length of a value of a type. Decoders of lists believe the count before a
 * list: they would read on after the end of the bytes, up to 2^536 times. So bytes of others are
 * measured first. What the values are is not checked.
 */
export function holdsValue(
  { lookup }: Pick<Runtime, 'lookup'>,
  type: number,
  bytes: Uint8Array,
): boolean {
  // each step reads a byte, but for types without content
  const measured = { bytes, steps: 4 * bytes.length + 10_000 }
  try {
    return endOf(measured, lookup(type), 0, 0) === bytes.length
  } catch {
    return false // the bytes end too early, or the value is too deep
  }
}

/** The position after so many bytes. */
function skip({ bytes }: Measured, from: number, count: number): number {
  if (count > bytes.length - from) throw tooShort()
  return from + count
}

const byteAt = (measured: Measured, at: number): number =>
  measured.bytes[skip(measured, at, 1) - 1] ?? 0

/** Reads the count of a list. @returns the count, and the position after it */
function countAt(measured: Measured, at: number): [count: number, end: number] {
  const first = byteAt(measured, at)
  const length = [1, 2, 4, 0][first & 3] || 5 + (first >> 2)
  const end = skip(measured, at, length)
  return [Number(compact.dec(measured.bytes.slice(at, end))), end]
}

/** The position after so many bytes, or bits, that have their count before them. */
function skipCounted(measured: Measured, at: number, each: number): number {
  const [count, from] = countAt(measured, at)
  return skip(measured, from, Math.ceil(count * each))
}

function skipList(
  measured: Measured,
  list: { entry: Entry; count: number },
  from: number,
  depth: number,
): number {
  const { entry, count } = list
  const size = entry.type === 'primitive' ? sizes[entry.value] : undefined
  if (size !== undefined) return skip(measured, from, size * count)
  // an entry without content has no bytes, so that any count would fit
  if (count > measured.bytes.length) throw tooShort()
  let at = from
  for (let index = 0; index < count; index += 1) at = endOf(measured, entry, at, depth + 1)
  return at
}

/** The position after a value. */
function endOf(measured: Measured, entry: Entry, at: number, depth: number): number {
  measured.steps -= 1
  if (measured.steps < 0 || depth > maxDepth) throw tooShort()
  const skipAll = (entries: readonly Entry[]): number =>
    entries.reduce((from, each) => endOf(measured, each, from, depth + 1), at)
  switch (entry.type) {
    case 'void':
      return at
    case 'primitive':
      return entry.value === 'str'
        ? skipCounted(measured, at, 1)
        : skip(measured, at, sizes[entry.value] ?? 0)
    case 'AccountId32':
      return skip(measured, at, 32)
    case 'AccountId20':
      return skip(measured, at, 20)
    case 'compact':
      return countAt(measured, at)[1]
    case 'bitSequence':
      return skipCounted(measured, at, 1 / 8)
    case 'tuple':
      return skipAll(entry.value)
    case 'struct':
      return skipAll(Object.values(entry.value))
    case 'sequence': {
      const [count, from] = countAt(measured, at)
      return skipList(measured, { entry: entry.value, count }, from, depth)
    }
    case 'array':
      return skipList(measured, { entry: entry.value, count: entry.len }, at, depth)
    case 'option':
      return byteAt(measured, at) === 0 ? at + 1 : endOf(measured, entry.value, at + 1, depth + 1)
    case 'result': {
      const { ok, ko } = entry.value
      return endOf(measured, byteAt(measured, at) === 0 ? ok : ko, at + 1, depth + 1)
    }
    case 'enum': {
      // errors of calls have a fixed size, whatever the pallet says
      if (entry.byteLength !== undefined) return skip(measured, at, entry.byteLength)
      const index = byteAt(measured, at)
      const variant = Object.values(entry.value).find(({ idx }) => idx === index)
      if (!variant) throw tooShort()
      const inner = variant.type === 'lookupEntry' ? variant.value : { id: -1, ...variant }
      return endOf(measured, inner, at + 1, depth + 1)
    }
  }
}
