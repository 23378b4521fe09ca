import type { WalletUser } from '@latchkey/protocol/walletServer'
import { cleanName } from '../../approve/cleanName.ts'
import { companyNames } from '../loginMethodName.ts'

/**
 * The name of the user on the wallet's screens: the e-mail address. An account without an address
 * has the user's name at the company, or else the name of the company.
 */
export const nameOf = ({ email, userName, ways }: WalletUser): string =>
  email ??
  (userName === null ? undefined : cleanName(userName)) ??
  companyNames[ways.find((method) => method !== 'email') ?? 'google']
