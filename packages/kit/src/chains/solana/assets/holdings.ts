import { partsOf } from '@latchkey/protocol/isObject'
import { kitError } from '../../../core/errors.ts'
import { confirmed, readAccount, valueOf } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'
import { readHolding } from '../wire/tokens.ts'

/** An account in which an owner keeps a token. */
export type Holding = { address: string; mint: string; amount: bigint }

/**
 * The accounts in which an owner keeps tokens: those of one mint, or of one of the programs for
 * tokens. getTokenAccountsByOwner @throws KitError answerInvalid; what the node answers
 */
export async function readHoldings(
  { ask }: Chain,
  owner: string,
  of: { mint: string } | { programId: string },
): Promise<readonly Holding[]> {
  const list = valueOf(
    await ask('getTokenAccountsByOwner', [owner, of, { ...confirmed, encoding: 'base64' }]),
  )
  if (!Array.isArray(list)) throw kitError('answerInvalid')
  return list.flatMap((one: unknown) => {
    const { pubkey, account } = partsOf(one)
    const holding = readHolding(readAccount(account ?? null))
    // a node may tell more than it was asked for
    if (
      typeof pubkey !== 'string' ||
      !holding ||
      holding.owner !== owner ||
      ('mint' in of && holding.mint !== of.mint)
    )
      return []
    return [{ address: pubkey, mint: holding.mint, amount: holding.amount }]
  })
}
