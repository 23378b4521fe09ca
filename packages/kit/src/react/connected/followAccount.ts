import type { Kit } from '../../core/kit.ts'
import type { Account } from '../../core/state.ts'
import { restoreName } from '../../identity/restoreName.ts'
import { applyTexts } from '../i18n/applyTexts.ts'
import type { AccountDetails } from '../page/button/useAccountDetails.ts'

/**
 * Follows what a button shows of an account: its name, in the state's `profileNames`; its pictures
 * and, if wanted, its balance by `tell`. Returns its stop.
 */
export function followAccount(
  kit: Kit,
  account: Account,
  wantsBalance: boolean,
  notify: (known: AccountDetails) => void,
): () => void {
  const stops: (() => void)[] = []
  let isCancelled = false
  /** Follows more, once its code has loaded; without it the button shows what it knows. */
  const add = (loading: Promise<() => () => void>) =>
    void loading.then(
      (follow) => isCancelled || stops.push(follow()),
      () => {},
    )
  restoreName(kit, account.address)
  void applyTexts(kit)
  add(
    import('../followPictures.ts').then(
      ({ followPictures }) =>
        () =>
          followPictures(kit, account, notify),
    ),
  )
  if (wantsBalance)
    add(
      import('../followBalance.ts').then(
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
