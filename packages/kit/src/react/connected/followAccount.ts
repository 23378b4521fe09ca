import type { Kit } from '../../core/kit.ts'
import type { Account } from '../../core/state.ts'
import { restoreName } from '../../identity/restoreName.ts'
import { applyTexts } from '../i18n/applyTexts.ts'
import type { Known } from '../page/button/useKnownOf.ts'

/**
 * Follows what a button shows of an account: its name, in the state's `profileNames`; its pictures
 * and, if wanted, its balance by `tell`. Returns its stop.
 */
export function followAccount(
  kit: Kit,
  account: Account,
  wantsBalance: boolean,
  tell: (known: Known) => void,
): () => void {
  const stops: (() => void)[] = []
  let isGone = false
  /** Follows more, once its code has loaded; without it the button shows what it knows. */
  const add = (loading: Promise<() => () => void>) =>
    void loading.then(
      (follow) => isGone || stops.push(follow()),
      () => {},
    )
  restoreName(kit, account.address)
  void applyTexts(kit)
  add(
    import('../followPictures.ts').then(
      ({ followPictures }) =>
        () =>
          followPictures(kit, account, tell),
    ),
  )
  if (wantsBalance)
    add(
      import('../followBalance.ts').then(
        ({ followBalance }) =>
          () =>
            followBalance(kit, account.accountId, (balance) => tell({ balance })),
      ),
    )
  return () => {
    isGone = true
    stops.forEach((stop) => stop())
  }
}
