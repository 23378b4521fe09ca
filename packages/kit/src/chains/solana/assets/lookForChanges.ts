import type { ObservedAccount } from '../../../core/contracts/facets/assets.ts'
import { confirmed, slotOf, valueOf, wholeOf } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'
import { tokenPrograms } from '../provider/programs.ts'
import { readTokenAccounts } from './readTokenAccounts.ts'

/**
 * Reads the newest slot, and whether the balance of SOL or of any token differs from `seen`. It
 * compares the token accounts, because a transaction that brings tokens need not name their owner.
 * @throws KitError answerInvalid; the node's errors
 */
export async function lookForChanges(
  chain: Chain,
  owner: string,
  seen?: ObservedAccount,
): Promise<{ seen: ObservedAccount; hasChanged: boolean }> {
  const [balance, ...tokenAccounts] = await Promise.all([
    chain.request('getBalance', [owner, confirmed]),
    ...tokenPrograms.map((programId) => readTokenAccounts(chain, owner, { programId })),
  ])
  const amounts = tokenAccounts
    .flat()
    .map(({ address, amount }) => `${address} ${amount}`)
    .sort()
  const native = [wholeOf(valueOf(balance)), ...amounts].join('\n')
  return { seen: { height: slotOf(balance), native }, hasChanged: native !== seen?.native }
}
