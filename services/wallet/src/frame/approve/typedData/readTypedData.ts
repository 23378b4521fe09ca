import { isObject } from '@latchkey/protocol/isObject'
import { fault } from '../../bridge/Fault.ts'

/** Fields of one message that are shown; one with more is refused. */
const mostFields = 500
const mostDepth = 16

type Types = Record<string, readonly { name: string; type: string }[]>

/** Typed data that may be signed. EIP-712 */
export type TypedData = { domain: Domain; types: Types; primaryType: string; message: Record<string, unknown> }
/** Who the signature is for. */
export type Domain = { name?: string; version?: string; chainId?: bigint; verifyingContract?: string; salt?: string }

/** A field as it is signed: its name, its type, and its value or the fields in it. */
export type Field = { name: string; type: string; value?: string; fields?: readonly Field[] }

/**
 * Reads the second parameter of `eth_signTypedData_v4`, JSON or an object.
 * @throws Fault -32602 when it is none
 */
export function readTypedData(value: unknown): TypedData {
  const parsed = typeof value === 'string' ? parse(value) : value
  if (!isObject(parsed)) throw fault('invalidParams')
  const { domain, types, primaryType, message } = parsed
  if (!isObject(domain) || !isTypes(types) || typeof primaryType !== 'string' || !isObject(message)) throw fault('invalidParams')
  if (!Object.hasOwn(types, primaryType) || primaryType === 'EIP712Domain') throw fault('invalidParams')
  return { domain: readDomain(domain), types, primaryType, message }
}

/** The fields that are signed, and no others: a member that the types do not name is not part of the signature. @throws Fault -32602 */
export function fieldsOf({ types, primaryType, message }: TypedData): Field[] {
  let count = 0
  const read = (type: string, value: unknown, name: string, depth: number): Field => {
    count += 1
    if (count > mostFields || depth > mostDepth) throw fault('invalidParams')
    const list = /^(.*)\[(\d*)\]$/.exec(type)
    if (list) {
      if (!Array.isArray(value) || (list[2] !== '' && Number(list[2]) !== value.length)) throw fault('invalidParams')
      return { name, type, fields: value.map((item: unknown, index) => read(list[1] ?? '', item, String(index + 1), depth + 1)) }
    }
    if (!Object.hasOwn(types, type)) return { name, type, value: valueOf(value) }
    if (!isObject(value)) throw fault('invalidParams')
    return { name, type, fields: (types[type] ?? []).map((member) => read(member.type, value[member.name], member.name, depth + 1)) }
  }
  return read(primaryType, message, primaryType, 0).fields?.slice() ?? []
}

function readDomain({ name, version, chainId, verifyingContract, salt }: Record<string, unknown>): Domain {
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof version === 'string' && { version }),
    ...(chainId !== undefined && { chainId: numberOf(chainId) }),
    ...(typeof verifyingContract === 'string' && { verifyingContract }),
    ...(typeof salt === 'string' && { salt }),
  }
}

/** A number of typed data: a number, a decimal or a hex text. @throws Fault -32602 */
export function numberOf(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string' && /^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(value)) return BigInt(value)
  throw fault('invalidParams')
}

function valueOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw fault('invalidParams')
}

function isTypes(value: unknown): value is Types {
  const isMember = (member: unknown) => isObject(member) && typeof member['name'] === 'string' && typeof member['type'] === 'string'
  return isObject(value) && Object.values(value).every((members) => Array.isArray(members) && members.every(isMember))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw fault('invalidParams')
  }
}
