import type { WalletUser } from '@latchkey/protocol/walletServer'
import { cleanName } from '../../approve/cleanName.ts'
import { companyNames } from '../loginMethodName.ts'

/**
 * The name of the user on the wallet's screens: the address, or for an account without one the
 * name at the company, or the company itself.
 */
export const nameOf = ({ email, userName, ways }: WalletUser): string =>
  email ??
  (userName === null ? undefined : cleanName(userName)) ??
  companyNames[ways.find((method) => method !== 'email') ?? 'google']
