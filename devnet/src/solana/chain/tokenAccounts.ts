import { readAddress, readU64 } from '../wire/base.ts'
import type { Account, TokenBalance, UiAmount } from './types.ts'

/** The token programs: SPL Token, and Token-2022, whose accounts can have extensions. */
export const tokenPrograms = {
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
} as const

/** Whether an address is one of the token programs. */
export const isTokenProgram = (address: string): boolean =>
  address === tokenPrograms.token || address === tokenPrograms.token2022

/**
 * The bytes of a mint and of a token account without extensions. If an account has extensions, the
 * byte at the offset `kind` tells which of the two it is.
 */
const sizes = { mint: 82, account: 165, kind: 165 } as const
const kinds = { mint: 1, account: 2 } as const

/** Whether the account is an initialized mint. */
export function isMint({ owner, data }: Account): boolean {
  return (
    isTokenProgram(owner) &&
    (data.length === sizes.mint || (data.length > sizes.kind && data[sizes.kind] === kinds.mint)) &&
    data[45] === 1
  )
}

/** Whether the account is an initialized token account. */
export function isTokenAccount({ owner, data }: Account): boolean {
  return (
    isTokenProgram(owner) &&
    (data.length === sizes.account ||
      (data.length > sizes.kind && data[sizes.kind] === kinds.account)) &&
    data[108] !== 0
  )
}

/** Decimals and supply of a mint. */
export function readMint(data: Uint8Array): { decimals: number; supply: bigint } {
  return { decimals: data[44] ?? 0, supply: readU64(data, 36) }
}

/** Mint, owner and amount of a token account. */
export function readTokenAccount(data: Uint8Array): {
  mint: string
  owner: string
  amount: bigint
} {
  return { mint: readAddress(data, 0), owner: readAddress(data, 32), amount: readU64(data, 64) }
}

/** Writes an amount of the smallest unit in the form in which validators answer. */
export function uiAmount(amount: bigint, decimals: number): UiAmount {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const uiAmountString = part === '' ? whole : `${whole}.${part}`
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}

/** The token balances among a transaction's accounts. `read` reads their mints. */
export function tokenBalances(
  accounts: readonly (Account | undefined)[],
  read: (address: string) => Account | undefined,
): TokenBalance[] {
  return accounts.flatMap((account, accountIndex) => {
    if (!account || !isTokenAccount(account)) return []
    const { mint, owner, amount } = readTokenAccount(account.data)
    const found = read(mint)
    return found && isMint(found)
      ? [
          {
            accountIndex,
            mint,
            owner,
            programId: account.owner,
            uiTokenAmount: uiAmount(amount, readMint(found.data).decimals),
          },
        ]
      : []
  })
}
