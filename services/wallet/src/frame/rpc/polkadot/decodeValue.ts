import type { Field, TypeOf } from './readMetadata.ts'
import { ScaleError } from './scale.ts'
import type { ScaleReader } from './scale.ts'

/** A value with the names that its type gives to its parts. */
export type Value =
  | { kind: 'number'; value: bigint }
  | { kind: 'bool'; value: boolean }
  | { kind: 'text'; text: string }
  /** `isAccount`: the key of an account, 32 bytes. */
  | { kind: 'bytes'; bytes: Uint8Array; isAccount: boolean }
  | { kind: 'list'; items: readonly Value[] }
  | { kind: 'fields'; fields: readonly NamedValue[] }
  | { kind: 'variant'; name: string; fields: readonly NamedValue[] }

/** A part of a value. Parts of a tuple have no names. */
export type NamedValue = { name: string | undefined; value: Value }

/** Maximum of values in a value, and of values within each other. */
const [maxValues, maxDepth] = [2_000, 64]

/** Bytes of the whole numbers. The others are signed: no call has to be described by them. */
const sizes: Readonly<Record<string, number>> = {
  u8: 1,
  u16: 2,
  u32: 4,
  u64: 8,
  u128: 16,
  u256: 32,
}

/**
 * Decodes a value, by exactly what the hash of a runtime's metadata covers: the definitions of
 * types, and the last names of their paths.
 * @throws ScaleError for other bytes, and for a value that is too large to be read by people
 */
export function decodeValue(types: readonly TypeOf[], type: number, reader: ScaleReader): Value {
  let count = 0

  function decode(id: number, depth: number): Value {
    if (++count > maxValues || depth > maxDepth) throw new ScaleError('The value is too large')
    const { def, path } = typeAt(types, id)
    switch (def.tag) {
      case 'composite': {
        if (path.at(-1) === 'AccountId32' && byteCount(types, id) === accountLength)
          return { kind: 'bytes', bytes: reader.take(accountLength), isAccount: true }
        const [only, ...others] = def.value
        // a type around another one, such as a hash around its bytes
        if (only && others.length === 0) return decode(only.type, depth + 1)
        return { kind: 'fields', fields: fieldsOf(def.value, depth) }
      }
      case 'variant': {
        const index = Number(reader.number(1))
        const variant = def.value.find((each) => each.index === index)
        if (!variant) throw new ScaleError('There is no such variant')
        return { kind: 'variant', name: variant.name, fields: fieldsOf(variant.fields, depth) }
      }
      case 'sequence': {
        const length = Number(reader.compact())
        return listOf(def.value, length, depth)
      }
      case 'array':
        return listOf(def.value.type, def.value.len, depth)
      case 'tuple': {
        const parts = def.value.map((part) => ({ name: undefined, value: decode(part, depth + 1) }))
        return { kind: 'fields', fields: parts }
      }
      case 'compact': {
        // of a type without content, which some runtimes have in addresses
        if (isEmptyType(types, def.value)) return { kind: 'fields', fields: [] }
        const value = reader.compact()
        const size = sizeOfNumber(types, def.value)
        if (value >> BigInt(8 * size) > 0n) throw new ScaleError('A number is too large')
        return { kind: 'number', value }
      }
      case 'primitive':
        return primitive(def.value.tag)
      case 'bitSequence':
        throw new ScaleError('Sequences of bits are not read')
    }
  }

  const fieldsOf = (fields: readonly Field[], depth: number): NamedValue[] =>
    fields.map(({ name, type: id }) => ({ name, value: decode(id, depth + 1) }))

  function listOf(id: number, length: number, depth: number): Value {
    const { def } = typeAt(types, id)
    if (def.tag === 'primitive' && def.value.tag === 'u8')
      return { kind: 'bytes', bytes: reader.take(length), isAccount: false }
    if (length > maxValues) throw new ScaleError('The value is too large')
    return { kind: 'list', items: Array.from({ length }, () => decode(id, depth + 1)) }
  }

  function primitive(tag: string): Value {
    const size = sizes[tag]
    if (size !== undefined) return { kind: 'number', value: reader.number(size) }
    if (tag === 'bool') {
      const value = reader.number(1)
      if (value > 1n) throw new ScaleError('A truth value is 0 or 1')
      return { kind: 'bool', value: value === 1n }
    }
    if (tag === 'str') {
      const bytes = reader.take(Number(reader.compact()))
      return { kind: 'text', text: textOf(bytes) }
    }
    throw new ScaleError('A primitive of this kind is not read')
  }

  return decode(type, 0)
}

const accountLength = 32

function typeAt(types: readonly TypeOf[], id: number): TypeOf {
  const type = types[id]
  if (!type) throw new ScaleError('There is no such type')
  return type
}

/** The type in types around it that have one field each. Undefined for any other type. */
function innermost(types: readonly TypeOf[], id: number): TypeOf | undefined {
  let next: number | undefined = id
  for (let depth = 0; next !== undefined && depth < maxDepth; depth++) {
    const type = typeAt(types, next)
    const { def } = type
    if (def.tag !== 'composite' && def.tag !== 'tuple') return type
    const parts: readonly number[] =
      def.tag === 'tuple' ? def.value : def.value.map((field) => field.type)
    next = parts.length === 1 ? parts[0] : undefined
  }
  return undefined
}

/** How many bytes a type has that is a list of a fixed number of bytes. Undefined for others. */
function byteCount(types: readonly TypeOf[], id: number): number | undefined {
  const def = innermost(types, id)?.def
  if (def?.tag !== 'array') return undefined
  const part = typeAt(types, def.value.type).def
  return part.tag === 'primitive' && part.value.tag === 'u8' ? def.value.len : undefined
}

/** The bytes of a number that is encoded as compact. */
function sizeOfNumber(types: readonly TypeOf[], id: number): number {
  const def = innermost(types, id)?.def
  const size = def?.tag === 'primitive' ? sizes[def.value.tag] : undefined
  if (size === undefined) throw new ScaleError('A compact number has another type')
  return size
}

/**
 * Whether every value of a type has no bytes. False for a type with so many parts that no runtime
 * has it: types that have each other twice would take for ever.
 */
export function isEmptyType(types: readonly TypeOf[], type: number): boolean {
  let count = 0
  function isEmpty(id: number, depth: number): boolean {
    if (++count > maxValues || depth > maxDepth) return false
    const { def } = typeAt(types, id)
    const areEmpty = (parts: readonly number[]) => parts.every((part) => isEmpty(part, depth + 1))
    if (def.tag === 'composite') return areEmpty(def.value.map((field) => field.type))
    if (def.tag === 'tuple') return areEmpty(def.value)
    return def.tag === 'array' && (def.value.len === 0 || areEmpty([def.value.type]))
  }
  return isEmpty(type, 0)
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new ScaleError('A text has other bytes', { cause })
  }
}
