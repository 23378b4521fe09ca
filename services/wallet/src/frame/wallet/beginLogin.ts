import { noteAttempt, type BegunLogin } from './attempt.ts'
import { forgetJoin } from './pendingJoin.ts'
import type { Wallet } from './Wallet.ts'

/**
 * Begins a login on this site. Open questions of an earlier login are dropped, and the code that
 * creates or opens the account is loaded.
 */
export async function beginLogin(wallet: Wallet, login: BegunLogin): Promise<void> {
  wallet.session.forget()
  await noteAttempt(wallet, login)
  await forgetJoin(wallet)
  Promise.all([
    import('../vault/warmUp.ts'),
    import('../vault/openAccount.ts'),
    import('../vault/createFirst.ts'),
  ])
    .then(([{ warmUp }]) => warmUp())
    .then(wallet.prepareScreens)
    .catch(() => {}) // the code is loaded again when it is needed
}
