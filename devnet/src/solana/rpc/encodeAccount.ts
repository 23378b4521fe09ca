import { toBase58 } from '@latchkey/protocol/base58'
import type { Account, Json } from '../chain/types.ts'
import { parseAccount } from '../parsed/parseAccount.ts'
import { toBase64 } from '../wire/base.ts'
import { RpcError } from './rpcError.ts'

/** The form in which a client requests accounts. */
export type AccountEncoding =
  | {
      encoding?: 'base58' | 'base64' | 'jsonParsed' | null | undefined
      dataSlice?: { offset: number; length: number } | null | undefined
    }
  | null
  | undefined

/** The maximum number of bytes that validators write in base58. */
const longestBase58 = 128
/** The rent epoch of accounts that never pay rent: the largest u64. */
const rentExempt = 2n ** 64n - 1n

/**
 * Writes an account in the form in which validators answer.
 * @param read reads the mint of a token account
 * @throws RpcError if the data is too long for base58
 */
export function encodeAccount(
  account: Account,
  config: AccountEncoding,
  read: (address: string) => Account | undefined,
): Json {
  const { lamports, owner, executable, data } = account
  return {
    lamports,
    owner,
    executable,
    rentEpoch: rentExempt,
    space: data.length,
    data: encodeData(account, config, read),
  }
}

function encodeData(
  account: Account,
  config: AccountEncoding,
  read: (address: string) => Account | undefined,
): Json {
  const encoding = config?.encoding ?? undefined
  const parsed = encoding === 'jsonParsed' ? parseAccount(account, read) : undefined
  if (parsed) return parsed
  const data = sliceOf(account.data, config)
  if (encoding === 'base64' || encoding === 'jsonParsed') return [toBase64(data), 'base64']
  if (encoding === 'base58' && data.length > longestBase58)
    throw new RpcError(
      'invalidRequest',
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    )
  if (encoding === 'base58') return [toBase58(data), 'base58']
  return data.length > longestBase58 ? 'error: data too large for bs58 encoding' : toBase58(data)
}

function sliceOf(data: Uint8Array, config: AccountEncoding): Uint8Array {
  const slice = config?.dataSlice
  return slice ? data.subarray(slice.offset, slice.offset + slice.length) : data
}
