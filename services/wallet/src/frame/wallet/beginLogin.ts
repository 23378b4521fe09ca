import { noteAttempt, type BegunLogin } from './attempt.ts'
import { forgetJoin } from './pendingJoin.ts'
import type { Wallet } from './Wallet.ts'

/**
 * A new login begins on this site: what the one before has left to ask is no longer asked, and the
 * code is fetched that makes or opens the account.
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
    .catch(() => {}) // it is fetched again when it is needed
}
