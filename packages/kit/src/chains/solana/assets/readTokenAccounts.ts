import { partsOf } from '@latchkey/protocol/isObject'
import { kitError } from '../../../core/errors/errors.ts'
import { confirmed, readAccount, valueOf } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'
import { readTokenAccount } from '../wire/tokens.ts'

/** A token account of an owner. */
export type TokenAccount = { address: string; mint: string; amount: bigint }

/**
 * The token accounts of an owner, for one mint or for one token program. Source:
 * getTokenAccountsByOwner
 * @throws KitError answerInvalid; the node's errors
 */
export async function readTokenAccounts(
  { request }: Chain,
  owner: string,
  filter: { mint: string } | { programId: string },
): Promise<readonly TokenAccount[]> {
  const list = valueOf(
    await request('getTokenAccountsByOwner', [owner, filter, { ...confirmed, encoding: 'base64' }]),
  )
  if (!Array.isArray(list)) throw kitError('answerInvalid')
  return list.flatMap((entry: unknown) => {
    const { pubkey, account } = partsOf(entry)
    const tokenAccount = readTokenAccount(readAccount(account ?? null))
    // checked, because a node could answer with other accounts
    if (
      typeof pubkey !== 'string' ||
      !tokenAccount ||
      tokenAccount.owner !== owner ||
      ('mint' in filter && tokenAccount.mint !== filter.mint)
    )
      return []
    return [{ address: pubkey, mint: tokenAccount.mint, amount: tokenAccount.amount }]
  })
}
