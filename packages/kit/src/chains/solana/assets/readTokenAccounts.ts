import { partsOf } from '@latchkey/protocol/isObject'
import { kitError } from '../../../core/errors.ts'
import { confirmed, readAccount, valueOf } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'
import { readTokenAccount } from '../wire/tokens.ts'

/** An account in which an owner keeps a token. */
export type TokenAccount = { address: string; mint: string; amount: bigint }

/**
 * The accounts in which an owner keeps tokens: those of one mint, or of one of the programs for
 * tokens. getTokenAccountsByOwner @throws KitError answerInvalid; what the node answers
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
    // a node may tell more than it was asked for
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
