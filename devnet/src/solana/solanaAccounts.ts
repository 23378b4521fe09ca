import type { AccountRole } from '../accounts.ts'

/** The accounts of the development mnemonic on the Solana chain, `m/44'/501'/<index>'/0'`. The roles are those of the EVM accounts. */
export const solanaAccounts = [
  { index: 0, address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96', role: 'everyday user' },
  { index: 1, address: 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD', role: 'trader' },
  { index: 2, address: 'CqMbRgMuEhQi9BUS8xP44Wk5nENm48FqJnfjEi4eNb1k', role: 'collector' },
  { index: 3, address: '9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp', role: 'newcomer' },
  { index: 4, address: '6gYw7q94fJdEwL8WkT1a6LHBdTMbix1aciALwEWPx3Wp', role: 'saver' },
  { index: 5, address: '7EeV8eiRuGoR8bFHCjdCRGQd1RM5sR2dAkdiTEtC9ko7', role: 'freelancer' },
  { index: 6, address: 'F9fVg2LeE2RhM6CfNn888hbjqovZDEWY3vm2hEkvX3Nh', role: 'whale' },
  { index: 7, address: '26roUwgM5T6bccX41hakjiW4fDiKFSao1RyoFsAxr6e6', role: 'holder of dust' },
  { index: 8, address: '5mCGtMUD21HEvWJxKGKS6HEAH7ezzy12MWGs4bPgcJwV', role: 'empty' },
  { index: 9, address: '2yaW8VAMLhQiornz1BgcSWDUSH2jC2dmB8RWnTJi8Yab', role: 'deployer' },
] as const satisfies readonly { index: number; address: string; role: AccountRole }[]

/** The Solana address of the account with this role, base58. */
export function solanaAddressOf(role: AccountRole): string {
  const account = solanaAccounts.find((candidate) => candidate.role === role)
  if (!account) throw new Error(`No Solana account has the role "${role}".`)
  return account.address
}
