import { getDynamicBuilder, getLookupFn } from '@polkadot-api/metadata-builders'
import type { MetadataLookup } from '@polkadot-api/metadata-builders'
import { decAnyMetadata, unifyMetadata } from '@polkadot-api/substrate-bindings'
import type { Codec } from '@polkadot-api/substrate-bindings'
import { kitError } from '../../../core/errors/errors.ts'
import type { Hex } from './bytes.ts'
import { isBounded } from './isBounded.ts'

/** The version of a runtime, as the node reports it. */
export type RuntimeVersion = { specName: string; specVersion: number; transactionVersion: number }

/**
 * A signed extension: a part of every transaction. `type` is the type of the part that is sent, and
 * `additionalSigned` of the part that is signed and not sent. Both are numbers of types in the
 * metadata.
 */
export type SignedExtension = { identifier: string; type: number; additionalSigned: number }

/** A runtime of a chain: the forms of its calls, transactions, storage and events. */
export type Runtime = RuntimeVersion & {
  readonly lookup: MetadataLookup
  readonly builder: ReturnType<typeof getDynamicBuilder>
  /** The codec of a call: its pallet, its name and its arguments. */
  readonly call: Codec<unknown>
  readonly extensions: readonly SignedExtension[]
  /** The types of the sender and the signature of a transaction. */
  readonly types: { address: number; signature: number }
}

/**
 * Reads a runtime from its metadata, version 14 or 15. The metadata is a node's claim: it decides
 * how calls are written, and the wallet's own metadata decides what its owner sees.
 * @param metadata begins with the bytes `meta`
 * @throws KitError answerInvalid for other bytes
 */
export function readRuntime(metadata: Hex, version: RuntimeVersion): Runtime {
  try {
    const unified = unifyMetadata(decAnyMetadata(metadata))
    if (!isBounded(unified.lookup)) throw new TypeError('A type has too many parts')
    const lookup = getLookupFn(unified)
    const builder = getDynamicBuilder(lookup)
    const { extrinsic } = unified
    // metadata 14 has the types only as parameters of the transaction's own type
    const parameterOf = (name: string): number => {
      const { params = [] } = 'type' in extrinsic ? (unified.lookup[extrinsic.type] ?? {}) : {}
      const type = params.find((parameter) => parameter.name === name)?.type
      if (type === undefined) throw new TypeError(`The type ${name} is missing`)
      return type
    }
    const types =
      'address' in extrinsic
        ? { address: extrinsic.address, signature: extrinsic.signature }
        : { address: parameterOf('Address'), signature: parameterOf('Signature') }
    if (lookup.call === null) throw new TypeError('The type Call is missing')
    return {
      ...version,
      lookup,
      builder,
      call: builder.buildDefinition(lookup.call),
      extensions: extrinsic.extensionsByVersion[0] ?? [],
      types,
    }
  } catch (cause) {
    throw kitError('answerInvalid', { cause, details: 'The metadata can’t be read.' })
  }
}

/**
 * The value of a constant of a pallet. Undefined where the runtime lacks it.
 */
export function constantOf({ lookup, builder }: Runtime, pallet: string, name: string): unknown {
  const entry = lookup.metadata.pallets
    .find((candidate) => candidate.name === pallet)
    ?.constants.find((constant) => constant.name === name)
  return entry && (builder.buildDefinition(entry.type).dec(entry.value) as unknown)
}

/**
 * The minimum that an account has to hold, in the smallest unit of the native token.
 * @throws KitError answerInvalid
 */
export function existentialDepositOf(runtime: Runtime): bigint {
  const value = constantOf(runtime, 'Balances', 'ExistentialDeposit')
  if (typeof value !== 'bigint') throw kitError('answerInvalid')
  return value
}

/** Whether a runtime has a function that nodes can call. False with metadata 14, which has none. */
export const hasRuntimeCall = ({ lookup }: Runtime, api: string, method: string): boolean =>
  lookup.metadata.apis.some(
    ({ name, methods }) => name === api && methods.some((entry) => entry.name === method),
  )
