import type * as v from 'valibot'
import { BorderError, readShape } from '@latchkey/protocol/border'
import type { Chain } from '../chain/chain.ts'
import type { Commitment, Json } from '../chain/types.ts'
import { RpcError } from './rpcError.ts'

/** A method of the RPC, which checks its parameters and answers. @throws RpcError */
export type Method = (chain: Chain, params: unknown) => Json

/** Creates a method from the schema of its parameter list and its answer. */
export function method<schema extends v.GenericSchema>(
  schema: schema,
  answer: (chain: Chain, params: v.InferOutput<schema>) => Json,
): Method {
  return (chain, params) => answer(chain, readParams(schema, params ?? []))
}

/**
 * Reads the parameters.
 * @throws RpcError whose message names the position of the invalid parameter, or is the schema's
 */
export function readParams<schema extends v.GenericSchema>(
  schema: schema,
  params: unknown,
): v.InferOutput<schema> {
  try {
    return readShape(schema, params)
  } catch (error) {
    if (!(error instanceof BorderError)) throw error
    const checkMessage = error.issue?.type === 'check' ? error.issue.message : undefined
    throw new RpcError('invalidParams', checkMessage ?? `Invalid params: ${error.message}`)
  }
}

/**
 * The state that a call reads: a commitment, and the slot that the node must have reached.
 * @default commitment: finalized
 */
export type Place =
  | { commitment?: Commitment | null | undefined; minContextSlot?: number | null | undefined }
  | null
  | undefined

/** The commitment of a call. @throws RpcError if the node has not reached `minContextSlot` */
export function commitmentOf({ slots }: Chain, place: Place): Commitment {
  const commitment = place?.commitment ?? 'finalized'
  const contextSlot = slots.at(commitment).number
  if (contextSlot < (place?.minContextSlot ?? 0))
    throw new RpcError('minContextSlot', 'Minimum context slot has not been reached', {
      contextSlot,
    })
  return commitment
}

/** The answer for a value: the value, and the slot whose state was read. */
export function inContext({ slots }: Chain, commitment: Commitment, value: Json): Json {
  return { context: { apiVersion, slot: slots.at(commitment).number }, value }
}

/** The version of validators that this chain reports. */
export const apiVersion = '3.0.6'
