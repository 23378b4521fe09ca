import type { LoginOutcome } from '@latchkey/protocol/walletServer'
import { endAttempt, noteLink, requireAttempt, type BegunLogin } from './attempt.ts'
import { noteLogin } from './consent.ts'
import { noteJoin } from './pendingJoin.ts'
import type { Wallet } from './Wallet.ts'

/**
 * Completes a proved login of this site, and returns the next step for the site. The site does not
 * learn whether the account may join another one: GET_USER asks the visitor.
 * @throws Fault `codeExpired` when another login has replaced this one meanwhile; the server's
 *   fault when the server is not reached
 */
export async function finishProvedLogin(
  wallet: Wallet,
  kind: BegunLogin['kind'],
  outcome: LoginOutcome,
  signal?: AbortSignal,
): Promise<'VERIFY_DEVICE' | 'CONNECT'> {
  if (outcome.action === 'device') return noteLink(wallet).then(() => 'VERIFY_DEVICE' as const)
  await requireAttempt(wallet, kind).catch(async (error: unknown) => {
    await endAttempt(wallet) // the server has ended the attempt, too
    throw error
  })
  if (outcome.action === 'join') await noteJoin(wallet, outcome)
  else await noteLogin(wallet, { user: outcome.user, signal })
  await endAttempt(wallet)
  return 'CONNECT'
}
