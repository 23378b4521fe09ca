import { forgetAllBundles } from '../rpc/calls/bundles.ts'
import { forgetAllGrants } from '../sessions/grantStore.ts'
import { forgetAllSent } from '../rpc/sentTransactions.ts'
import { forgetChoices } from '../smartAccount/choices.ts'
import { forgetShare, leaveAccount, type StoredAccount } from '../vault/deviceShare.ts'
import { endAttempt } from './attempt.ts'
import { withdrawConsents } from './consent.ts'
import { endChange } from './emailChange.ts'
import { forgetJoins } from './pendingJoin.ts'
import type { Wallet } from './Wallet.ts'

/**
 * Deletes all data of a user whose account is deleted: the share, consents, sent transactions.
 * The site gets the event of a sign-out.
 * @param account the account that was the current one
 */
export async function forgetUser(
  { store, session, notify }: Pick<Wallet, 'store' | 'session' | 'notify'>,
  account: StoredAccount | undefined,
): Promise<void> {
  if (account) await forgetShare(store, account)
  await Promise.all([
    leaveAccount(store),
    withdrawConsents(store),
    forgetAllSent(store),
    forgetAllBundles(store),
    forgetChoices(store),
    forgetAllGrants(store),
    endChange(store),
    endAttempt({ store }),
    forgetJoins(store),
  ])
  session.forget()
  notify({ type: '@w3m-frame/CHANGED', payload: { isConnected: false } })
}
