import { isRecord } from '@latchkey/protocol/isObject'
import { fault } from '../../bridge/Fault.ts'

export type Member = { name: string; type: string }
/** The structs of typed data: their members, in the order of signing. */
export type Types = Record<string, readonly Member[]>

/**
 * A struct's name. Libraries disagree about other characters, such as a colon or a dollar sign: one
 * library leaves such a struct out of the hashed type.
 */
const structName = /^[A-Za-z_]\w*$/
const memberName = /^[A-Za-z_$][\w$]*$/
/** Names that look like a type without members. viem does not sign structs with such names. */
const isLikeAtomic = /^(?:address$|bool$|string$|bytes|u?int)/
/**
 * Whether every JavaScript object inherits this name: libraries would find a struct or a value that
 * was never sent.
 */
const isInherited = (name: string) => name in Object.prototype

/** Maximum of structs of typed data; known protocols have fewer than ten. */
const maxStructs = 100
/** Maximum of characters of a name or a type. */
const longestName = 256

const sizes = Array.from({ length: 32 }, (_, index) => index + 1)
/** The EIP-712 types without members. */
const atomic: ReadonlySet<string> = new Set([
  'address',
  'bool',
  'string',
  'bytes',
  ...sizes.flatMap((bytes) => [`bytes${bytes}`, `uint${bytes * 8}`, `int${bytes * 8}`]),
])

/**
 * Splits a list's type into the type of its items and its length, if that is fixed. Undefined for a
 * type that is no list.
 */
export function listOf(type: string): { item: string; length: number | undefined } | undefined {
  const [, item, length] = /^(.+)\[([1-9]\d{0,5})?\]$/.exec(type) ?? []
  return item === undefined ? undefined : { item, length: length ? Number(length) : undefined }
}

/** The type without its lists: `Person` for `Person[2][]`. */
export const itemOf = (type: string): string => type.replace(/(?:\[\d*\])+$/, '')

/**
 * Reads the structs of typed data. Every type has to be known, every name valid, no member
 * repeated, and no struct may contain itself. EIP-712
 * @throws Fault -32602
 */
export function readTypes(value: unknown): Types {
  if (!isRecord(value)) throw fault('invalidParams')
  const definitions = Object.entries(value)
  if (definitions.length > maxStructs) throw fault('invalidParams')
  const entries = definitions.map(([name, members]): [string, Member[]] => {
    if (
      !structName.test(name) ||
      isLikeAtomic.test(name) ||
      isInherited(name) ||
      name.length > longestName ||
      !Array.isArray(members)
    )
      throw fault('invalidParams')
    return [name, members.map(readMember)]
  })
  const types: Types = Object.fromEntries(entries)
  for (const members of Object.values(types)) {
    if (new Set(members.map(({ name }) => name)).size !== members.length)
      throw fault('invalidParams')
    if (!members.every(({ type }) => isKnown(types, type))) throw fault('invalidParams')
  }
  refuseCycles(types)
  return types
}

/**
 * A struct in the notation of EIP-712, without the structs inside of it: `Person(string
 * name,address wallet)`.
 */
export function structText(types: Types, name: string): string {
  const members = Object.hasOwn(types, name) ? (types[name] ?? []) : []
  return `${name}(${members.map((member) => `${member.type} ${member.name}`).join(',')})`
}

/**
 * The text that is hashed as a struct's type: the struct, then the structs inside of it in
 * alphabetical order. EIP-712, `encodeType`
 */
export function typeText(types: Types, name: string): string {
  const found = new Set<string>()
  const look = (structName: string) => {
    for (const { type } of types[structName] ?? []) {
      const inner = itemOf(type)
      if (!Object.hasOwn(types, inner) || inner === name || found.has(inner)) continue
      found.add(inner)
      look(inner)
    }
  }
  look(name)
  return [name, ...[...found].toSorted()]
    .map((structName) => structText(types, structName))
    .join('')
}

function readMember(member: unknown): Member {
  const { name, type } = isRecord(member) ? member : {}
  if (
    typeof name !== 'string' ||
    typeof type !== 'string' ||
    !memberName.test(name) ||
    isInherited(name) ||
    Math.max(name.length, type.length) > longestName
  )
    throw fault('invalidParams')
  return { name, type }
}

function isKnown(types: Types, type: string): boolean {
  const list = listOf(type)
  return list ? isKnown(types, list.item) : atomic.has(type) || Object.hasOwn(types, type)
}

/**
 * Refuses structs that contain themselves: the standard does not define their hash, and libraries
 * differ.
 */
function refuseCycles(types: Types): void {
  const done = new Set<string>()
  const visit = (name: string, above: readonly string[]) => {
    if (above.includes(name)) throw fault('invalidParams')
    if (done.has(name)) return
    for (const { type } of types[name] ?? []) visit(itemOf(type), [...above, name])
    done.add(name)
  }
  for (const name of Object.keys(types)) visit(name, [])
}
