import { parseAccountId } from '@latchkey/protocol/caip'
import type { AccountId } from '@latchkey/protocol/caip'
import type { Balance } from '../../core/contracts/balance.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { Answer } from '../../core/queries/watchAnswer.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Finds the balance of the network's native token among an account's balances. Balances have no
 * rows of zero, so a missing row means zero. Undefined if the balance is unknown: some balances
 * could not be read, or the site does not list the network.
 */
export function nativeBalanceOf(
  kit: Kit,
  accountId: AccountId,
  balances: readonly Balance[],
): Balance | undefined {
  const { networkId } = parseAccountId(accountId)
  const known = balances.find(({ id }) => id === networkId)
  const coin = contextOf(kit).networks.find((network) => network.networkId === networkId)?.network
    .nativeCurrency
  if (known || !coin || kit.getState().partialBalances === accountId) return known
  return {
    id: networkId,
    name: coin.name,
    symbol: coin.symbol,
    decimals: coin.decimals,
    quantity: '0',
  }
}

/** Derives the answer about the native token from the answer about all balances of an account. */
export function nativeAnswerOf(
  kit: Kit,
  accountId: AccountId,
  answer: Answer<readonly Balance[]>,
): Answer<Balance> {
  if (answer.status === 'pending') return answer
  const { updatedAt, isFetching, data: all } = answer
  const data = all && nativeBalanceOf(kit, accountId, all)
  if (answer.status === 'error')
    return { status: 'error', error: answer.error, data, updatedAt, isFetching }
  return data
    ? { status: 'success', data, updatedAt, isFetching }
    : { status: 'error', error: kitError('tokenBalanceUnavailable'), updatedAt, isFetching }
}
