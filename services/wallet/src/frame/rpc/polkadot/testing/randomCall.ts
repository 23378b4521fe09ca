import { isEmptyType } from '../decodeValue.ts'
import { compactOf } from '../scale.ts'
import type { Metadata, TypeOf } from '../readMetadata.ts'

/** A source of numbers below a limit, which a seed repeats. */
export function createRandom(seed: number): (limit: number) => number {
  let state = seed >>> 0
  return (limit) => {
    // xorshift, 32 bits
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    mixed ^= mixed >>> 15
    return (mixed >>> 0) % limit
  }
}

const sizes: Readonly<Record<string, number>> = {
  bool: 1,
  u8: 1,
  u16: 2,
  u32: 4,
  u64: 8,
  u128: 16,
  u256: 32,
  i8: 1,
  i16: 2,
  i32: 4,
  i64: 8,
  i128: 16,
  i256: 32,
}

/** Thrown for a type that has no values. */
const noValues = new Error('The type has no values')

/** Depth from which only the variants with the fewest parts are chosen. */
const shallow = 10

/** Valid bytes of a type, by its definition alone. */
export function randomBytes(
  types: readonly TypeOf[],
  id: number,
  random: (limit: number) => number,
  depth = 0,
): number[] {
  const def = types[id]?.def
  const bytes = (count: number) => Array.from({ length: count }, () => random(256))
  const all = (parts: readonly number[]) =>
    parts.flatMap((part) => randomBytes(types, part, random, depth + 1))
  switch (def?.tag) {
    case 'composite':
      return all(def.value.map(({ type }) => type))
    case 'tuple':
      return all(def.value)
    case 'variant': {
      const few = Math.min(...def.value.map(({ fields }) => fields.length))
      const choices =
        depth > shallow ? def.value.filter(({ fields }) => fields.length === few) : def.value
      const chosen = choices[random(choices.length)]
      if (!chosen) throw noValues
      return [chosen.index, ...all(chosen.fields.map(({ type }) => type))]
    }
    case 'array':
      return all(Array.from({ length: def.value.len }, () => def.value.type))
    case 'sequence': {
      const length = depth > shallow ? 0 : random(3)
      return [length << 2, ...all(Array.from({ length }, () => def.value))]
    }
    case 'compact':
      if (isEmptyType(types, def.value)) return []
      return [...compactOf(randomCompact(types, def.value, random))]
    case 'bitSequence':
      return [0]
    case 'primitive':
      if (def.value.tag === 'bool') return [random(2)]
      if (def.value.tag === 'str') return [8, 0x61 + random(26), 0x61 + random(26)]
      return bytes(sizes[def.value.tag] ?? 0)
    case undefined:
      throw new Error('There is no such type')
  }
}

/** A number that fits into the type in a compact one. */
function randomCompact(
  types: readonly TypeOf[],
  id: number,
  random: (limit: number) => number,
): bigint {
  const def = types[id]?.def
  if (def?.tag === 'composite') return randomCompact(types, def.value[0]?.type ?? -1, random)
  const size = def?.tag === 'primitive' ? (sizes[def.value.tag] ?? 0) : 0
  const used = random(size + 1)
  return Array.from({ length: used }).reduce<bigint>(
    (value) => (value << 8n) | BigInt(random(256)),
    0n,
  )
}

/** Every call of a runtime, with random arguments: its full name, and its bytes. */
export function everyCall(
  { types, call }: Metadata,
  random: (limit: number) => number,
): { name: string; bytes: Uint8Array }[] {
  const pallets = types[call]?.def
  if (pallets?.tag !== 'variant') throw new Error('Calls are variants')
  return pallets.value.flatMap((pallet) => {
    const calls = types[pallet.fields[0]?.type ?? -1]?.def
    if (calls?.tag !== 'variant') throw new Error('Calls of a pallet are variants')
    return calls.value.flatMap(({ name, index, fields }) => {
      try {
        const parts = fields.flatMap(({ type }) => randomBytes(types, type, random, 2))
        const bytes = Uint8Array.from([pallet.index, index, ...parts])
        return [{ name: `${pallet.name}.${name}`, bytes }]
      } catch (error) {
        if (error === noValues) return []
        throw error
      }
    })
  })
}
