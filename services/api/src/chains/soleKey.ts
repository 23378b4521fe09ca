import type { Account, Key } from './chainReader.ts'

/**
 * The key of an account's address, on chains whose accounts have one address.
 * @throws RangeError for an account of several addresses, because one of them would be taken for
 * the whole account
 */
export function soleKey({ addresses: [first, ...others] }: Pick<Account, 'addresses'>): Key {
  if (others.length > 0) throw new RangeError('An account of several addresses')
  return first.key
}
