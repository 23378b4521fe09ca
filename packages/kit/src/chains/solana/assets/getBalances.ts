import { KitError } from '../../../core/errors/KitError.ts'
import { confirmed, valueOf, wholeOf } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'
import { readTokenAccounts } from './readTokenAccounts.ts'

/**
 * The balances of an account in SOL and in tokens, each token summed over all its token accounts.
 * @throws when one of the balances could not be read
 */
export function getBalances(
  chain: Chain,
  owner: string,
  tokens: readonly string[],
): Promise<readonly bigint[]> {
  return Promise.all([
    readLamports(chain, owner),
    ...tokens.map((mint) => readTotal(chain, owner, mint)),
  ])
}

/** The balance of an account in lamports. Source: getBalance */
export const readLamports = async ({ request }: Chain, address: string): Promise<bigint> =>
  wholeOf(valueOf(await request('getBalance', [address, confirmed])))

async function readTotal(chain: Chain, owner: string, mint: string): Promise<bigint> {
  try {
    return (await readTokenAccounts(chain, owner, { mint })).reduce(
      (sum, { amount }) => sum + amount,
      0n,
    )
  } catch (error) {
    // nodes answer "invalid params" for a mint that does not exist: the balance is then 0. If the
    // mint exists, the error has another cause, and is thrown
    if (KitError.is(error, 'invalidParams') && (await chain.accounts([mint]))[0] === undefined)
      return 0n
    throw error
  }
}
