import { loadCode } from '../core/page/loadCode.ts'
import type { Kit } from '../core/kit/kit.ts'
import type { WalletUser } from '../core/accounts/session.ts'
import type { Account } from '../core/kit/state.ts'
import type { setPreferredAccountType as prefer } from './preferredAccountType.lazy.ts'
import type { updateEmail as update } from './updateEmail.lazy.ts'
import type { followTransaction as follow } from './transactions/followTransaction.lazy.ts'

/**
 * The kit's actions on connections. One chunk, loaded when first needed. Code that loads it must
 * call `startListeners`.
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
 * `transactions/followTransaction.lazy.ts`.
 */
export const followTransaction = async (...parameters: Parameters<typeof follow>): Promise<void> =>
  (await loadCode(import('./transactions/followTransaction.lazy.ts'))).followTransaction(
    ...parameters,
  )

/**
 * Opens the e-mail wallet's settings at the change of the address. Its code loads with the first
 * call. See `updateEmail.lazy.ts`.
 */
export const updateEmail = async (...parameters: Parameters<typeof update>): Promise<WalletUser> =>
  (await loadCode(import('./updateEmail.lazy.ts'))).updateEmail(...parameters)

/**
 * Chooses the kind of account of the e-mail wallet. Its code loads with the first call. See
 * `preferredAccountType.lazy.ts`.
 */
export const setPreferredAccountType = async (
  ...parameters: Parameters<typeof prefer>
): Promise<Account> =>
  (await loadCode(import('./preferredAccountType.lazy.ts'))).setPreferredAccountType(...parameters)

/**
 * Applies the changes of another tab to this one. Its code loads with the first such change. See
 * `followTabs.lazy.ts`.
 */
export const followTabs = async (kit: Kit): Promise<void> =>
  (await import('./followTabs.lazy.ts')).followTabs(kit)
