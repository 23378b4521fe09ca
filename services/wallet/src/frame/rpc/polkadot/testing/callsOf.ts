import { getDynamicBuilder, getLookupFn } from '@polkadot-api/metadata-builders'
import { decAnyMetadata, unifyMetadata } from '@polkadot-api/substrate-bindings'
import type { Codec } from '@polkadot-api/substrate-bindings'

/** A call as another library writes it. */
export type JsonCall = { type: string; value: { type: string; value: unknown } }

/** The encoding of calls by another library than the wallet's own code. */
export function callsOf(metadata: Uint8Array) {
  const unified = unifyMetadata(decAnyMetadata(metadata))
  const lookup = getLookupFn(unified)
  const { buildDefinition } = getDynamicBuilder(lookup)
  const codec: Codec<JsonCall> = buildDefinition(lookup.call ?? 0)
  const call = (pallet: string, name: string, value: unknown): JsonCall => ({
    type: pallet,
    value: { type: name, value },
  })
  return {
    codec,
    call,
    encode: (pallet: string, name: string, value: unknown) => codec.enc(call(pallet, name, value)),
    unified,
    lookup,
    buildDefinition,
  }
}
