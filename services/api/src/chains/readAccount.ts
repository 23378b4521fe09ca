import { ApiError } from '../apiError.ts'
import type { Account, Chain, ChainReader, Key } from './chainReader.ts'

/** The account of a text; undefined where no kind of chain recognises the text. */
export function findAccount(readers: readonly ChainReader[], text: string): Account | undefined {
  for (const kind of readers) {
    const addresses = kind.keys.readAccount(text)
    if (addresses) return { kind, addresses }
  }
  return undefined
}

/**
 * The account of a request.
 * @throws ApiError 400 for a text that is not an account
 */
export function readAccount(readers: readonly ChainReader[], text: string): Account {
  const account = findAccount(readers, text)
  if (!account) throw new ApiError(400, 'address', 'Invalid address')
  return account
}

/**
 * A token of a chain, as requests write it: an address, or the text of the native coin.
 * @throws ApiError 400
 */
export function readToken({ kind }: Pick<Chain, 'kind'>, text: string): Key {
  const key = kind.keys.readToken(text)
  if (key === undefined) throw new ApiError(400, 'address', 'Invalid address')
  return key
}
