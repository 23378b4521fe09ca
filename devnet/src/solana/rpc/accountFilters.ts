import * as v from 'valibot'
import { listOf } from '@latchkey/protocol/border'
import { isSameBytes } from '../chain/isSameBytes.ts'
import { readBase58, readBase64 } from '../wire/base.ts'
import { whole } from './params.ts'
import { RpcError } from './rpcError.ts'

/** The maximum number of filters in a call, and of bytes that a filter compares. */
const limits = { filters: 4, bytes: 128 }

const memcmp = v.object({
  offset: whole,
  bytes: v.pipe(v.string(), v.maxLength(256)),
  encoding: v.nullish(v.picklist(['base58', 'base64', 'bytes'])),
})
const filter = v.union([
  v.object({ memcmp }),
  v.object({ dataSize: whole }),
  v.object({ tokenAccountState: v.null() }),
])
type Filter = v.InferOutput<typeof filter>

/** The schema of the filters in a call: conditions on the data of accounts. */
export const accountFilters = listOf(filter, limits.filters)

/**
 * Creates the test whether an account's data meets all filters.
 * @throws RpcError if the bytes in a filter cannot be read
 */
export function testsOf(
  filters: readonly Filter[] | null | undefined,
): (data: Uint8Array) => boolean {
  const tests = (filters ?? []).map(testOf)
  return (data) => tests.every((test) => test(data))
}

function testOf(filter: Filter): (data: Uint8Array) => boolean {
  if ('dataSize' in filter) return (data) => data.length === filter.dataSize
  if ('tokenAccountState' in filter) return (data) => data.length >= 165 && data[108] !== 0
  const { offset, bytes, encoding } = filter.memcmp
  const wanted = encoding === 'base64' ? readBase64(bytes) : readBase58(bytes, limits.bytes)
  if (!wanted || wanted.length > limits.bytes)
    throw new RpcError('invalidParams', 'Invalid param: filter bytes are not encoded, or too many')
  return (data) => isSameBytes(data.subarray(offset, offset + wanted.length), wanted)
}
