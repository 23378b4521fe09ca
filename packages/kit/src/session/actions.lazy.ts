import { loadCode } from '../core/page/loadCode.ts'
import type { Kit } from '../core/kit/kit.ts'
import type { WalletUser } from '../core/accounts/session.ts'
import type { updateEmail as update } from './login/updateEmail.lazy.ts'
import type { followTransaction as follow } from './transactions/followTransaction.lazy.ts'

/**
 * The kit's actions on connections. One chunk, loaded on first need. Whoever loads it starts the
 * listeners.
 */
export { connect } from './connect.ts'
export { disconnect } from './disconnect.ts'
export { startListeners } from './listeners.ts'
export { reconnect } from './reconnect.ts'
export { request, sendTransaction, signMessage } from './request.ts'
export { switchConnection } from './switchConnection.ts'
export { switchNetwork } from './switchNetwork.ts'

/**
 * Follows a transaction that was sent without the kit. Its code loads with the first call. See
 * `transactions/followTransaction.ts`.
 */
export const followTransaction = async (...parameters: Parameters<typeof follow>): Promise<void> =>
  (await loadCode(import('./transactions/followTransaction.lazy.ts'))).followTransaction(
    ...parameters,
  )

/**
 * Opens the e-mail wallet's settings at the change of the address. Its code loads with the first
 * call. See `login/updateEmail.ts`.
 */
export const updateEmail = async (...parameters: Parameters<typeof update>): Promise<WalletUser> =>
  (await loadCode(import('./login/updateEmail.lazy.ts'))).updateEmail(...parameters)

/**
 * Applies the changes of another tab to this one. Its code loads with the first such change. See
 * `followTabs.ts`.
 */
export const followTabs = async (kit: Kit): Promise<void> =>
  (await import('./otherTabs/followTabs.lazy.ts')).followTabs(kit)
