import type { QueryKey } from '@tanstack/query-core'
import { parseAccountId } from '@latchkey/protocol/caip'
import { checkText } from '../options/checkQueryParameters.ts'
import { eachAccount } from './eachAccount.ts'
import type { Kit } from '../kit/kit.ts'
import { watchAnswer } from './watchAnswer.ts'
import type { Answer, AnswerOptions } from './watchAnswer.ts'

/**
 * The state of an answer about an address. `disconnected`: there is no account whose address could
 * be used. `refetch` requests the answer again.
 */
export type AddressAnswer<data> =
  | { status: 'disconnected' }
  | (Answer<data> & { address: string; refetch(): void })

/**
 * Follows a query about `address`, or about the visitor's current address if `address` is
 * undefined. Returns the function that stops it.
 * @throws KitError optionInvalid
 */
export function eachAddress<data, key extends QueryKey>(
  kit: Kit,
  address: string | undefined,
  query: (address: string) => AnswerOptions<data, key>,
  notify: (answer: AddressAnswer<data>) => void,
): () => void {
  if (address !== undefined) {
    checkText('address', address, 'Pass the address of an account.')
    return follow(kit, address, query, notify)
  }
  return eachAccount(kit, undefined, (accountId) => {
    if (accountId) return follow(kit, parseAccountId(accountId).address, query, notify)
    notify({ status: 'disconnected' })
    return () => {}
  })
}

function follow<data, key extends QueryKey>(
  kit: Kit,
  address: string,
  query: (address: string) => AnswerOptions<data, key>,
  notify: (answer: AddressAnswer<data>) => void,
): () => void {
  return watchAnswer(kit, query(address), (answer, refetch) =>
    notify({ ...answer, address, refetch }),
  ).stop
}
