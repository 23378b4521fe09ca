import type { Account, Json } from '../chain/types.ts'
import { isMint, isTokenAccount, tokenPrograms } from '../chain/tokenAccounts.ts'
import { parseMint } from './parseMint.ts'
import { isLookupTable, isNonce, parseLookupTable, parseNonce } from './parseStored.ts'
import { parseTokenAccount } from './parseTokenAccount.ts'

/**
 * The `jsonParsed` form of an account's data. Undefined if validators have no such form for it.
 * `read` reads the mint of a token account.
 */
export function parseAccount(
  account: Account,
  read: (address: string) => Account | undefined,
): Json | undefined {
  if (isLookupTable(account)) return parseLookupTable(account)
  if (isNonce(account)) return parseNonce(account)
  const parsed = isMint(account)
    ? parseMint(account.data)
    : isTokenAccount(account)
      ? parseTokenAccount(account, read)
      : undefined
  if (!parsed) return undefined
  return {
    program: account.owner === tokenPrograms.token ? 'spl-token' : 'spl-token-2022',
    parsed,
    space: account.data.length,
  }
}
