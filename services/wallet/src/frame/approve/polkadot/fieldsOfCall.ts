import { writeSs58 } from '@latchkey/protocol/chains/ss58'
import { toHex } from '@latchkey/protocol/hex'
import type { NamedValue, Value } from '../../rpc/polkadot/decodeValue.ts'
import { callOf } from '../../rpc/polkadot/readCall.ts'
import type { Call } from '../../rpc/polkadot/readCall.ts'
import type { Field } from '../typedData/readTypedData.ts'
import { nameOf } from './readEffects.ts'

/**
 * The arguments of a call as a tree. Accounts are addresses with the network's prefix, other bytes
 * are hexadecimal.
 */
export const fieldsOfCall = ({ fields }: Call, prefix: number): readonly Field[] =>
  fields.map((field, place) => fieldOf(field, place, prefix))

function fieldOf({ name, value }: NamedValue, place: number, prefix: number): Field {
  return { name: name ?? String(place + 1), ...contentOf(value, prefix) }
}

function contentOf(value: Value, prefix: number): Omit<Field, 'name'> {
  const listed = (parts: readonly NamedValue[]) =>
    parts.map((part, place) => fieldOf(part, place, prefix))
  switch (value.kind) {
    case 'number':
      return { type: '', value: String(value.value) }
    case 'bool':
      return { type: '', value: String(value.value) }
    case 'text':
      return { type: '', value: value.text }
    case 'bytes':
      return {
        type: '',
        value: value.isAccount ? writeSs58(value.bytes, prefix) : `0x${toHex(value.bytes)}`,
      }
    case 'list':
      return {
        type: '',
        fields: listed(value.items.map((item) => ({ name: undefined, value: item }))),
      }
    case 'fields':
      return { type: '', fields: listed(value.fields) }
    case 'variant':
      return contentOfVariant(value, prefix)
  }
}

/** A variant: its name, and its parts. A call in a call has its full name. */
function contentOfVariant(
  value: Extract<Value, { kind: 'variant' }>,
  prefix: number,
): Omit<Field, 'name'> {
  const call = callOf(value)
  if (call) return { type: nameOf(call), fields: fieldsOfCall(call, prefix) }
  const [only, ...others] = value.fields
  // an account in an address, and other single values, stand behind the variant's name
  const inner = only && others.length === 0 ? contentOf(only.value, prefix) : undefined
  if (inner?.value !== undefined) return { type: value.name, value: inner.value }
  if (!only) return { type: '', value: value.name }
  return {
    type: value.name,
    fields: value.fields.map((part, place) => fieldOf(part, place, prefix)),
  }
}
