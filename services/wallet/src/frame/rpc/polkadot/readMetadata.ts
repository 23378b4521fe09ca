import { decAnyMetadata, unifyMetadata } from '@polkadot-api/substrate-bindings'
import { fromHex } from '@latchkey/protocol/hex'
import { fault } from '../../bridge/Fault.ts'
import { decodeValue } from './decodeValue.ts'
import type { Value } from './decodeValue.ts'
import { createReader, fromLittleEndian } from './scale.ts'

/** A field of a type. Fields of a tuple have no names. */
export type Field = { name?: string | undefined; type: number; typeName?: string | undefined }

/** A type of a runtime: its path in the source, and its definition. */
export type TypeOf = {
  path: readonly string[]
  def:
    | { tag: 'composite'; value: readonly Field[] }
    | {
        tag: 'variant'
        value: readonly { name: string; index: number; fields: readonly Field[] }[]
      }
    | { tag: 'sequence'; value: number }
    | { tag: 'array'; value: { len: number; type: number } }
    | { tag: 'tuple'; value: readonly number[] }
    | { tag: 'primitive'; value: { tag: string } }
    | { tag: 'compact'; value: number }
    | { tag: 'bitSequence'; value: unknown }
}

/** A part of a transaction besides its call: in the transaction, and only in what is signed. */
export type Extension = { identifier: string; type: number; additionalSigned: number }

/**
 * What a runtime says about its transactions.
 * - `types`: by their numbers
 * - `call`, `address`, `signature`: the numbers of these types
 * - `minBalance`: the existential deposit, below which an account can't stay
 */
export type Metadata = {
  bytes: Uint8Array
  types: readonly TypeOf[]
  extrinsicVersions: readonly number[]
  call: number
  address: number
  signature: number
  extensions: readonly Extension[]
  specVersion: number
  minBalance: bigint | undefined
}

/**
 * Reads the metadata of a runtime, version 14 or 15. It comes from a node: whether it is the
 * runtime's own is checked elsewhere (`proveMetadata`).
 * @throws Fault `answerInvalid`
 */
export function readMetadata(bytes: Uint8Array): Metadata {
  try {
    return parse(bytes)
  } catch (cause) {
    throw fault('answerInvalid', { cause })
  }
}

function parse(bytes: Uint8Array): Metadata {
  const { lookup, extrinsic, pallets } = unifyMetadata(decAnyMetadata(bytes))
  // The hash of the metadata finds types by their `id`, everything else finds them by their place.
  // If the two differed, the hash would be that of other types.
  if (lookup.some(({ id }, place) => id !== place)) throw new Error('A type is out of place')
  const types: readonly TypeOf[] = lookup
  const { version, extensionsByVersion } = extrinsic
  const { call, address, signature } =
    'call' in extrinsic ? extrinsic : partsOf(lookup[extrinsic.type]?.params ?? [])
  const constantOf = (pallet: string, name: string) =>
    pallets
      .find((each) => each.name === pallet)
      ?.constants.find((constant) => constant.name === name)
  const runtime = constantOf('System', 'Version')
  if (!runtime) throw new Error('The version of the runtime is missing')
  const minBalance = constantOf('Balances', 'ExistentialDeposit')
  // the library that computes the hash decodes this constant, and knows no limit
  const prefix = constantOf('System', 'SS58Prefix')
  if (prefix) decodeValue(types, prefix.type, createReader(bytesOf(prefix.value)))
  return {
    bytes,
    types,
    extrinsicVersions: version,
    call,
    address,
    signature,
    extensions: extensionsByVersion[0] ?? [],
    specVersion: specVersionOf(
      decodeValue(types, runtime.type, createReader(bytesOf(runtime.value))),
    ),
    minBalance: minBalance && fromLittleEndian(bytesOf(minBalance.value)),
  }
}

/**
 * The types in version 14, where they are the parameters of the transaction's type. Such metadata
 * is only believed as a whole.
 */
function partsOf(params: readonly { name: string; type?: number | undefined }[]) {
  const typeOf = (wanted: string) => {
    const type = params.find(({ name }) => name === wanted)?.type
    if (type === undefined) throw new Error('A type of the transaction is missing')
    return type
  }
  return { call: typeOf('Call'), address: typeOf('Address'), signature: typeOf('Signature') }
}

const bytesOf = (hex: string): Uint8Array => fromHex(hex.slice(2))

function specVersionOf(version: Value): number {
  const field = version.kind === 'fields' ? version.fields : []
  const value = field.find(({ name }) => name === 'spec_version')?.value
  if (value?.kind !== 'number') throw new Error('The version of the runtime has another form')
  return Number(value.value)
}
