import { isSameAddress } from '@latchkey/protocol/address'
import { isObject } from '@latchkey/protocol/isObject'
import type { Account } from '../../core/kit/state.ts'

/** The maximum accepted difference between the visitor's and the site's clocks, in milliseconds. */
const skew = 30_000

/**
 * The time at which the account's sign-in ends.
 * @param sessions the site's sessions; sessions of other accounts, and sessions that are not valid
 *   now, are ignored
 * @param now milliseconds since 1970
 * @returns milliseconds since 1970, `Infinity` for a session without an end; undefined if the
 *   account has no session
 */
export function endOf(
  sessions: readonly unknown[],
  account: Pick<Account, 'networkId' | 'address'>,
  now: number,
): number | undefined {
  const ends = sessions.flatMap((session) =>
    isObject(session) && isObject(session['data']) && typeof session['signature'] === 'string'
      ? endOfData(session['data'], account, now)
      : [],
  )
  return ends.length > 0 ? Math.max(...ends) : undefined
}

function endOfData(
  { chainId, accountAddress, expirationTime, notBefore }: Record<string, unknown>,
  { networkId, address }: Pick<Account, 'networkId' | 'address'>,
  now: number,
): readonly number[] {
  if (
    chainId !== networkId ||
    typeof accountAddress !== 'string' ||
    !isSameAddress(accountAddress, address)
  )
    return []
  const end = timeOf(expirationTime, Infinity)
  return end > now && timeOf(notBefore, -Infinity) <= now + skew ? [end] : []
}

/**
 * Reads a time, in milliseconds since 1970. NaN for an invalid text: no comparison is then true.
 */
const timeOf = (value: unknown, absent: number): number =>
  value === undefined ? absent : typeof value === 'string' ? Date.parse(value) : NaN
