import { hasCoins } from '../../core/accounts/coinNetworkOf.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { Account } from '../../core/kit/state.ts'
import { restoreName } from '../../domains/identity/restoreName.ts'
import { applyTexts } from '../i18n/applyTexts.ts'
import type { AccountDetails } from '../button/useAccountDetails.ts'

/**
 * Follows the account data that a button shows. It writes the name to the state's `profileNames`,
 * and passes the pictures to `notify`, and the balance if `wantsBalance` and the network has coins.
 * @returns the function that stops it
 */
export function followAccount(
  kit: Kit,
  account: Account,
  wantsBalance: boolean,
  notify: (known: AccountDetails) => void,
): () => void {
  const stops: (() => void)[] = []
  let isCancelled = false
  /**
   * Starts one more subscription once its code has loaded. If the code fails to load, the button
   * lacks only this data.
   */
  const add = (loading: Promise<() => () => void>) =>
    void loading.then(
      (follow) => isCancelled || stops.push(follow()),
      () => {},
    )
  restoreName(kit, account.address)
  void applyTexts(kit)
  add(
    import('../followPictures.lazy.ts').then(
      ({ followPictures }) =>
        () =>
          followPictures(kit, account, notify),
    ),
  )
  if (wantsBalance && hasCoins(kit, account.networkId))
    add(
      import('../followBalance.lazy.ts').then(
        ({ followBalance }) =>
          () =>
            followBalance(kit, account.accountId, (balance) => notify({ balance })),
      ),
    )
  return () => {
    isCancelled = true
    stops.forEach((stop) => stop())
  }
}
