import { makeDevice } from '../device/openDevice.ts'
import { leaveAccount } from '../vault/deviceShare.ts'
import { endAttempt } from './attempt.ts'
import { withdrawConsent } from './consent.ts'
import { forgetJoin } from './pendingJoin.ts'
import type { Wallet } from './Wallet.ts'

const keepName = 'borrowed'

/** The frame has the window's device from now on. What it had begun with its own ends: the server would tell it of the logins of other sites. */
export async function noteBorrowed(wallet: Pick<Wallet, 'keep' | 'site'>): Promise<void> {
  await Promise.all([wallet.keep.set(keepName, true), endAttempt(wallet), forgetJoin(wallet)])
}

/** Whether the frame has the window's device. */
export const isBorrowed = async ({ keep }: Pick<Wallet, 'keep'>): Promise<boolean> => (await keep.get(keepName)) === true

/** A login begins in the frame of a site: it is one of a device of the frame's own, so that no site's login becomes that of the window, or ends it. */
export async function leaveBorrowed(wallet: Wallet): Promise<void> {
  const { keep } = wallet
  if (!(await isBorrowed(wallet))) return
  await Promise.all([leaveAccount(keep), withdrawConsent(wallet), ...(await keep.names('share:')).map(keep.delete), ...(await keep.names('pending:')).map(keep.delete)])
  const device = await makeDevice()
  await keep.set('device', device)
  await keep.delete(keepName)
  Object.assign(wallet.device, device)
  wallet.session.forget()
}
