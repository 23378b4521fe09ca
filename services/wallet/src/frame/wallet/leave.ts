import { isTransient } from '../server/isTransient.ts'
import { endPendingLogout, markLogoutPending } from '../server/logOutFirst.ts'
import { leaveAccount } from '../vault/deviceShare.ts'
import { withdrawConsents } from './consent.ts'
import type { Wallet } from './Wallet.ts'

/**
 * Milliseconds for which a sign-out waits for the server. docs/contracts/frame.md#times
 */
const leaveLimit = 3_000

/**
 * Ends the login on this device, locally first: even if the server is not reached, signing and
 * using the account need a new login. It waits for the server for at most `leaveLimit`. If the
 * server is not reached, the sign-out is repeated before the next call (`logOutFirst`).
 */
export async function leave(wallet: Wallet, signal?: AbortSignal): Promise<void> {
  try {
    await markLogoutPending(wallet.store)
    await Promise.all([leaveAccount(wallet.store), withdrawConsents(wallet.store)])
    await Promise.race([
      endPendingLogout(wallet, signal),
      new Promise((resolve) => setTimeout(resolve, leaveLimit)),
    ])
  } catch (error) {
    if (!isTransient(error)) throw error
  } finally {
    wallet.session.forget()
  }
}
