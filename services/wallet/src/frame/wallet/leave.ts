import { isPassing } from '../server/isPassing.ts'
import { endLeft, markLeaving } from '../server/leaveFirst.ts'
import { leaveAccount } from '../vault/deviceShare.ts'
import { withdrawConsents } from './consent.ts'
import type { Wallet } from './Wallet.ts'

/**
 * Ends the login on this device, here first: also where the server is not reached, nobody signs any more, and nobody gets in again without a new login.
 * The server is told as soon as it is reached.
 */
export async function leave(wallet: Wallet, signal?: AbortSignal): Promise<void> {
  try {
    await markLeaving(wallet.keep)
    await Promise.all([leaveAccount(wallet.keep), withdrawConsents(wallet.keep)])
    await endLeft(wallet, signal)
  } catch (error) {
    if (!isPassing(error)) throw error
  } finally {
    wallet.session.forget()
  }
}
