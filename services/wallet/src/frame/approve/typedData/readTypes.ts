import { isRecord } from '@latchkey/protocol/isObject'
import { fault } from '../../bridge/Fault.ts'

export type Member = { name: string; type: string }
/** The structs of typed data: their members, in the order in which they are signed. */
export type Types = Record<string, readonly Member[]>

/** A struct's name. Some protocols name theirs with a colon; brackets, commas and spaces would forge the text that is hashed as the type. */
const structName = /^[A-Za-z_$][\w$:]*$/
const memberName = /^[A-Za-z_$][\w$]*$/
/** viem signs no struct with such a name. */
const isLikeAtomic = /^(?:address$|bool$|string$|bytes|u?int)/

const sizes = Array.from({ length: 32 }, (_, index) => index + 1)
/** The types of EIP-712 that have no members. */
const atomic: ReadonlySet<string> = new Set(['address', 'bool', 'string', 'bytes', ...sizes.flatMap((bytes) => [`bytes${bytes}`, `uint${bytes * 8}`, `int${bytes * 8}`])])

/** A list's type in two: what it lists, and its length where it is fixed. Undefined for a type that is no list. */
export function listOf(type: string): { item: string; length: number | undefined } | undefined {
  const [, item, length] = /^(.+)\[(\d{0,6})\]$/.exec(type) ?? []
  return item === undefined ? undefined : { item, length: length ? Number(length) : undefined }
}

/** Reads the structs of typed data: every type is known, every name is one, and no member comes twice. @throws Fault -32602 */
export function readTypes(value: unknown): Types {
  if (!isRecord(value)) throw fault('invalidParams')
  const entries = Object.entries(value).map(([name, members]): [string, Member[]] => {
    if (!structName.test(name) || isLikeAtomic.test(name) || !Array.isArray(members)) throw fault('invalidParams')
    return [name, members.map(readMember)]
  })
  const types: Types = Object.fromEntries(entries)
  for (const members of Object.values(types)) {
    if (new Set(members.map(({ name }) => name)).size !== members.length) throw fault('invalidParams')
    if (!members.every(({ type }) => isKnown(types, type))) throw fault('invalidParams')
  }
  return types
}

/** A struct as EIP-712 writes it, without the structs in it: `Person(string name,address wallet)`. */
export function structText(types: Types, name: string): string {
  const members = Object.hasOwn(types, name) ? (types[name] ?? []) : []
  return `${name}(${members.map((member) => `${member.type} ${member.name}`).join(',')})`
}

function readMember(member: unknown): Member {
  const { name, type } = isRecord(member) ? member : {}
  if (typeof name !== 'string' || typeof type !== 'string' || !memberName.test(name)) throw fault('invalidParams')
  return { name, type }
}

function isKnown(types: Types, type: string): boolean {
  const list = listOf(type)
  return list ? isKnown(types, list.item) : atomic.has(type) || Object.hasOwn(types, type)
}
