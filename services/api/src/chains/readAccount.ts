import { ApiError } from '../apiError.ts'
import type { Account, Chain, ChainReader, Key } from './chainReader.ts'

/** The account that a text names; undefined if no kind of chain can read the text. */
export function findAccount(readers: readonly ChainReader[], text: string): Account | undefined {
  for (const kind of readers) {
    const addresses = kind.keys.readAccount(text)
    if (addresses) return { kind, addresses }
  }
  return undefined
}

/**
 * The account that a request names.
 * @throws ApiError 400 for a text that names no account
 */
export function readAccount(readers: readonly ChainReader[], text: string): Account {
  const account = findAccount(readers, text)
  if (!account) throw new ApiError(400, 'address', 'Invalid address')
  return account
}

/**
 * The token that a request names: an address, or the text for the native coin.
 * @throws ApiError 400
 */
export function readToken({ kind }: Pick<Chain, 'kind'>, text: string): Key {
  const key = kind.keys.readToken(text)
  if (key === undefined) throw new ApiError(400, 'address', 'Invalid address')
  return key
}
