import { compact } from '@polkadot-api/substrate-bindings'
import type { Runtime } from './runtime.ts'

type Entry = ReturnType<Runtime['lookup']>

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
  let steps = 4 * bytes.length + 10_000
  /** The position after so many bytes. */
  const skip = (from: number, count: number): number => {
    if (count > bytes.length - from) throw tooShort()
    return from + count
  }
  const first = (at: number): number => bytes[skip(at, 1) - 1] ?? 0

  /** Reads the count of a list. @returns the count, and the position after it */
  const countAt = (at: number): [count: number, end: number] => {
    const length = [1, 2, 4, 0][first(at) & 3] || 5 + (first(at) >> 2)
    const end = skip(at, length)
    return [Number(compact.dec(bytes.slice(at, end))), end]
  }

  const skipAll = (entries: readonly Entry[], from: number, depth: number): number =>
    entries.reduce((at, entry) => end(entry, at, depth + 1), from)

  function skipList(entry: Entry, count: number, from: number, depth: number): number {
    const size =
      entry.type === 'primitive'
        ? sizes[entry.value]
        : entry.type === 'AccountId32'
          ? 32
          : undefined
    if (size !== undefined) return skip(from, size * count)
    // an entry without content has no bytes, so that any count would fit
    if (count > bytes.length) throw tooShort()
    let at = from
    for (let index = 0; index < count; index += 1) at = end(entry, at, depth + 1)
    return at
  }

  /** The position after a value. */
  function end(entry: Entry, at: number, depth: number): number {
    if (--steps < 0 || depth > maxDepth) throw tooShort()
    switch (entry.type) {
      case 'void':
        return at
      case 'primitive': {
        if (entry.value !== 'str') return skip(at, sizes[entry.value] ?? 0)
        const [count, from] = countAt(at)
        return skip(from, count)
      }
      case 'AccountId32':
        return skip(at, 32)
      case 'AccountId20':
        return skip(at, 20)
      case 'compact':
        return countAt(at)[1]
      case 'bitSequence': {
        const [count, from] = countAt(at)
        return skip(from, Math.ceil(count / 8))
      }
      case 'tuple':
        return skipAll(entry.value, at, depth)
      case 'struct':
        return skipAll(Object.values(entry.value), at, depth)
      case 'sequence': {
        const [count, from] = countAt(at)
        return skipList(entry.value, count, from, depth)
      }
      case 'array':
        return skipList(entry.value, entry.len, at, depth)
      case 'option':
        return first(at) === 0 ? at + 1 : end(entry.value, at + 1, depth + 1)
      case 'result':
        return end(first(at) === 0 ? entry.value.ok : entry.value.ko, at + 1, depth + 1)
      case 'enum': {
        // errors of calls have a fixed size, whatever the pallet says
        if (entry.byteLength !== undefined) return skip(at, entry.byteLength)
        const index = first(at)
        const variant = Object.values(entry.value).find(({ idx }) => idx === index)
        if (!variant) throw tooShort()
        const inner = variant.type === 'lookupEntry' ? variant.value : { id: -1, ...variant }
        return end(inner, at + 1, depth + 1)
      }
    }
  }

  try {
    return end(lookup(type), 0, 0) === bytes.length
  } catch {
    return false // the bytes end too early, or the value is too deep
  }
}

const tooShort = () => new RangeError('The bytes end too early')
