import type { Account, Json } from '../chain/types.ts'
import { isMint, isTokenAccount, tokenPrograms } from '../chain/tokenAccounts.ts'
import { parseMint } from './parseMint.ts'
import { parseTokenAccount } from './parseTokenAccount.ts'

/** The `jsonParsed` form of an account's data, or nothing when validators have none for it either. */
export function parseAccount(account: Account, read: (address: string) => Account | undefined): Json | undefined {
  const parsed = isMint(account) ? parseMint(account.data) : isTokenAccount(account) ? parseTokenAccount(account, read) : undefined
  if (!parsed) return undefined
  return { program: account.owner === tokenPrograms.token ? 'spl-token' : 'spl-token-2022', parsed, space: account.data.length }
}
