import { isRecord } from '@latchkey/protocol/isObject'
import { fault } from '../../bridge/Fault.ts'
import { readDomain } from './readDomain.ts'
import type { Domain } from './readDomain.ts'
import { listOf, readTypes } from './readTypes.ts'
import type { Member, Types } from './readTypes.ts'
import { readValue } from './readValue.ts'

/** Maximum of fields of one message; a message with more is refused. */
const maxFields = 500
const maxDepth = 16

/** A value of typed data as it is signed. */
export type TypedValue = string | bigint | boolean | readonly TypedValue[] | Struct
export type Struct = { readonly [name: string]: TypedValue }

/**
 * Typed data that may be signed. It is rebuilt from its types, so that it has no member that
 * is not signed. EIP-712
 */
export type TypedData = { domain: Domain; types: Types; primaryType: string; message: Struct }

/**
 * A field as it is signed: its name, its type, and its value or the fields inside of it.
 */
export type Field = { name: string; type: string; value?: string; fields?: readonly Field[] }

/**
 * Reads the second parameter of `eth_signTypedData_v4`, JSON or an object.
 * @throws Fault -32602 when it is not typed data, or has a member that would not be signed
 */
export function readTypedData(value: unknown): TypedData {
  const parsed = typeof value === 'string' ? parse(value) : value
  if (!isRecord(parsed)) throw fault('invalidParams')
  const { primaryType } = parsed
  const typesField = readTypes(parsed['types'])
  if (
    typeof primaryType !== 'string' ||
    !Object.hasOwn(typesField, primaryType) ||
    primaryType === 'EIP712Domain'
  )
    throw fault('invalidParams')
  const { domain, type } = readDomain(parsed['domain'], typesField)
  const types: Types = { ...typesField, EIP712Domain: type }
  return { domain, types, primaryType, message: readMessage(types, primaryType, parsed['message']) }
}

function readMessage(types: Types, primaryType: string, message: unknown): Struct {
  let count = 0
  const read = (type: string, value: unknown, depth: number): TypedValue => {
    count += 1
    if (count > maxFields || depth > maxDepth) throw fault('invalidParams')
    const list = listOf(type)
    if (!list)
      return Object.hasOwn(types, type)
        ? readStruct(membersOf(types, type), value, depth)
        : readValue(type, value)
    if (!Array.isArray(value) || (list.length !== undefined && list.length !== value.length))
      throw fault('invalidParams')
    return value.map((item: unknown) => read(list.item, item, depth + 1))
  }
  const readStruct = (members: readonly Member[], value: unknown, depth: number): Struct => {
    if (!isRecord(value)) throw fault('invalidParams')
    if (
      Object.keys(value).some(
        (key) => value[key] !== undefined && !members.some(({ name }) => name === key),
      )
    )
      throw fault('invalidParams')
    return Object.fromEntries(
      members.map(({ name, type }) => [
        name,
        read(type, Object.hasOwn(value, name) ? value[name] : undefined, depth + 1),
      ]),
    )
  }
  return readStruct(membersOf(types, primaryType), message, 0)
}

/** The fields of a message; each of them is signed. */
export function fieldsOf({ types, primaryType, message }: TypedData): readonly Field[] {
  const fieldOf = (type: string, value: TypedValue, name: string): Field => {
    const item = listOf(type)?.item
    if (item !== undefined && isList(value))
      return {
        name,
        type,
        fields: value.map((value, index) => fieldOf(item, value, String(index + 1))),
      }
    return typeof value === 'object' && !isList(value)
      ? { name, type, fields: inside(type, value) }
      : { name, type, value: String(value) }
  }
  const inside = (type: string, struct: Struct) =>
    membersOf(types, type).map((member) =>
      fieldOf(member.type, struct[member.name] ?? '', member.name),
    )
  return inside(primaryType, message)
}

const membersOf = (types: Types, name: string): readonly Member[] => types[name] ?? []
const isList = (value: TypedValue): value is readonly TypedValue[] => Array.isArray(value)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw fault('invalidParams')
  }
}
