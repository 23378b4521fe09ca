import { accounts, type AccountRole } from '../accounts.ts'

/** The accounts of the development mnemonic on the Solana chain. */
export const solanaAccounts = accounts.map(({ index, solana, role }) => ({
  index,
  address: solana,
  role,
}))

/** The Solana address of the account with this role, base58. */
export function solanaAddressOf(role: AccountRole): string {
  const account = accounts.find((candidate) => candidate.role === role)
  if (!account) throw new Error(`No account has the role "${role}".`)
  return account.solana
}
