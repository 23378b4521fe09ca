import { endSession } from '@latchkey/protocol/walletServer'
import { isFault } from '../bridge/Fault.ts'
import { leaveAccount } from '../vault/deviceShare.ts'
import { withdrawConsents } from './consent.ts'
import type { Wallet } from './Wallet.ts'

/** Ends the login on this device, here first: also where the server is not reached, nobody signs any more. */
export async function leave(wallet: Wallet, signal?: AbortSignal): Promise<void> {
  await Promise.all([leaveAccount(wallet.keep), withdrawConsents(wallet.keep)])
  await wallet.server.call(endSession, {}, { signal }).catch((error: unknown) => {
    if (!isFault(error, 'loginRequired')) throw error
  })
  wallet.session.forget()
}
