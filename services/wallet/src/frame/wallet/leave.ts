import { endSession } from '@latchkey/protocol/walletServer'
import { isFault } from '../bridge/Fault.ts'
import { forgetShare } from '../vault/deviceShare.ts'
import type { Wallet } from './Wallet.ts'

/** Ends the login on this device and removes its share. The share goes first: it is gone also where the server is not reached. */
export async function leave(wallet: Wallet, signal?: AbortSignal): Promise<void> {
  await forgetShare(wallet.keep)
  await wallet.server.call(endSession, {}, { signal }).catch((error: unknown) => {
    if (!isFault(error, 'loginRequired')) throw error
  })
  wallet.session.forget()
}
