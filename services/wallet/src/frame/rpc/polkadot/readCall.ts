import { decodeValue } from './decodeValue.ts'
import type { NamedValue, Value } from './decodeValue.ts'
import type { Metadata } from './readMetadata.ts'
import { createReader, ScaleError } from './scale.ts'

/** A call of a runtime: `pallet.name` with its arguments. */
export type Call = { pallet: string; name: string; fields: readonly NamedValue[] }

/**
 * Decodes a call, to its last byte.
 * @returns undefined for bytes that are no call of this runtime, or that can't be read here
 */
export function readCall({ types, call }: Metadata, bytes: Uint8Array): Call | undefined {
  const reader = createReader(bytes)
  try {
    const value = decodeValue(types, call, reader)
    return reader.isAtEnd() ? callOf(value) : undefined
  } catch (error) {
    if (error instanceof ScaleError) return undefined
    throw error
  }
}

/** A decoded call: a variant for the pallet, with one for the call in it. */
export function callOf(value: Value): Call | undefined {
  const inner = value.kind === 'variant' && value.fields.length === 1 ? value.fields[0] : undefined
  return value.kind === 'variant' && inner?.value.kind === 'variant'
    ? { pallet: value.name, name: inner.value.name, fields: inner.value.fields }
    : undefined
}
