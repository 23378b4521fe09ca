import type { LoginOutcome } from '@latchkey/protocol/walletServer'
import { noteLogin } from './consent.ts'
import { noteJoin } from './pendingJoin.ts'
import type { Wallet } from './Wallet.ts'

/**
 * What the site is told of a login that was proved. Whether the account is to be joined with another is no business of the site's: GET_USER asks the visitor.
 * @throws Fault where the server is not reached
 */
export async function proved(wallet: Wallet, outcome: LoginOutcome, signal?: AbortSignal): Promise<'VERIFY_DEVICE' | 'CONNECT'> {
  if (outcome.action === 'device') return 'VERIFY_DEVICE'
  if (outcome.action === 'join') await noteJoin(wallet, outcome)
  else await noteLogin(wallet, { user: outcome.user, signal })
  return 'CONNECT'
}
