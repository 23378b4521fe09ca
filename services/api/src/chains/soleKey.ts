import type { Account, Key } from './chainReader.ts'

/**
 * The key of an account's only address, on chains whose accounts have one.
 * @throws RangeError for an account with several addresses, because the caller would lose all but
 *   the first
 */
export function soleKey({ addresses: [first, ...others] }: Pick<Account, 'addresses'>): Key {
  if (others.length > 0) throw new RangeError('An account of several addresses')
  return first.key
}
