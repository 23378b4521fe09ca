import { isMint, readMint, readTokenAccount, uiAmount } from '../chain/tokenAccounts.ts'
import type { Account, Json } from '../chain/types.ts'
import { readU32, readU64 } from '../wire/base.ts'
import { parseExtensions } from './parseExtensions.ts'
import { optionalAddress } from './parseMint.ts'

const states = ['uninitialized', 'initialized', 'frozen']

/** The `jsonParsed` form of a token account. Undefined if its mint does not exist. */
export function parseTokenAccount(
  { data }: Account,
  read: (address: string) => Account | undefined,
): Json | undefined {
  const { mint, owner, amount } = readTokenAccount(data)
  const found = read(mint)
  if (!found || !isMint(found)) return undefined
  const { decimals } = readMint(found.data)
  const isNative = readU32(data, 109) === 1
  const delegate = optionalAddress(data, 72)
  const extensions = parseExtensions(data)
  const closeAuthority = optionalAddress(data, 129)
  const info = {
    mint,
    owner,
    tokenAmount: uiAmount(amount, decimals),
    state: states[data[108] ?? 0] ?? 'initialized',
    isNative,
    ...(isNative && { rentExemptReserve: uiAmount(readU64(data, 113), decimals) }),
    ...(delegate !== null && { delegate, delegatedAmount: uiAmount(readU64(data, 121), decimals) }),
    ...(closeAuthority !== null && { closeAuthority }),
    ...(extensions.length > 0 && { extensions }),
  }
  return { type: 'account', info }
}
