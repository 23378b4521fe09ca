import { isRecord } from '@latchkey/protocol/isObject'
import * as v from 'valibot'
import type { ChainConfig, ChainReader } from './chainReader.ts'
import type { chainReaders } from './registry.ts'

type Schema = (typeof chainReaders)[number]['options']
/** One chain of the operator's list, of any kind. */
export type ChainOptionsSchema = v.GenericSchema<v.InferInput<Schema>, v.InferOutput<Schema>>

/**
 * The schema of one chain of the operator's list. Its network id selects the kind of chain. An id
 * of no known kind is checked by the first kind, whose error describes a valid id.
 */
export function chainOptions(readers: readonly ChainReader[]): ChainOptionsSchema {
  const schema: v.GenericSchema<unknown, ChainConfig> = v.lazy(
    (input) => (kindOf(readers, input) ?? readers[0])?.options ?? v.never('No chain is read'),
  )
  // a reader's schema yields the type that the same reader opens; other code reads only fields of
  // all chains
  return schema as ChainOptionsSchema
}

function kindOf(readers: readonly ChainReader[], input: unknown): ChainReader | undefined {
  const networkId = isRecord(input) ? input['networkId'] : undefined
  return typeof networkId === 'string'
    ? readers.find(({ namespace }) => networkId.startsWith(`${namespace}:`))
    : undefined
}
