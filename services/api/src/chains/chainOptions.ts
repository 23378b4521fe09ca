import { isRecord } from '@latchkey/protocol/isObject'
import * as v from 'valibot'
import type { ChainReader } from './chainReader.ts'
import type { chainReaders } from './registry.ts'
import type { ChainConfig } from './chainConfig.ts'

type Schema = (typeof chainReaders)[number]['options']
/** The schema of a chain of any kind in the operator's list. */
export type ChainOptionsSchema = v.GenericSchema<v.InferInput<Schema>, v.InferOutput<Schema>>

/**
 * Makes the schema of a chain in the operator's list. Its network id decides which kind's schema
 * checks it. If no kind fits the id, the first kind checks it, and its error describes a valid id.
 */
export function chainOptions(readers: readonly ChainReader[]): ChainOptionsSchema {
  const schema: v.GenericSchema<unknown, ChainConfig> = v.lazy(
    (input) => (kindOf(readers, input) ?? readers[0])?.options ?? v.never('No chain is read'),
  )
  // Each reader's schema returns the type that this reader takes. Other code uses only the fields
  // that all chains have.
  return schema as ChainOptionsSchema
}

function kindOf(readers: readonly ChainReader[], input: unknown): ChainReader | undefined {
  const networkId = isRecord(input) ? input['networkId'] : undefined
  return typeof networkId === 'string'
    ? readers.find(({ namespace }) => networkId.startsWith(`${namespace}:`))
    : undefined
}
