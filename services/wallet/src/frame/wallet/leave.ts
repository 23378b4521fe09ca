import { isTransient } from '../server/isTransient.ts'
import { endPendingLogout, markLogoutPending } from '../server/logOutFirst.ts'
import { leaveAccount } from '../vault/deviceShare.ts'
import { withdrawConsents } from './consent.ts'
import type { Wallet } from './Wallet.ts'

/** Milliseconds for which signing out waits for the server. frame 5 */
const leaveLimit = 3_000

/**
 * Ends the login on this device, here first: also where the server is not reached, nobody signs any
 * more, and nobody gets in again without a new login. The server is told as soon as it is reached,
 * and is not waited for.
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
