import type { WalletUser } from '@latchkey/protocol/walletServer'
import { cleanName } from '../../approve/cleanName.ts'
import { companyNames } from '../loginMethodName.ts'

/**
 * The user as the wallet's screens name it: the address, or for an account without one the name at
 * the company, or the company itself.
 */
export const nameOf = ({ email, userName, ways }: WalletUser): string =>
  email ??
  (userName === null ? undefined : cleanName(userName)) ??
  companyNames[ways.find((method) => method !== 'email') ?? 'google']
