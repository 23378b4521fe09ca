import { parseAccountId } from '@latchkey/protocol/caip'
import type { AccountId } from '@latchkey/protocol/caip'
import { balancesQuery } from '../balances/balancesQuery.ts'
import type { Balance } from '../core/balance.ts'
import type { Kit } from '../core/kit.ts'
import { formatQuantity } from './account/formatAmount.ts'

/**
 * Follows an account's balance of its network's own coin, with its text in the kit's language;
 * undefined while it is unknown. Requested every 30 s. Returns its stop.
 */
export function followBalance(
  kit: Kit,
  accountId: AccountId,
  tell: (balance: (Balance & { text: string }) | undefined) => void,
): () => void {
  let stop: (() => void) | undefined
  let isGone = false
  let known: readonly Balance[] | undefined
  const { networkId } = parseAccountId(accountId)
  const tellNative = () => {
    const native = known?.find(({ id }) => id === networkId)
    tell(
      native && {
        ...native,
        text: `${formatQuantity(native.quantity, kit.getState().locale)} ${native.symbol}`,
      },
    )
  }
  const stopLanguage = kit.subscribe(
    ({ locale }, before) => locale !== before.locale && tellNative(),
  )
  kit.context.queries().then(
    ({ observe }) => {
      if (isGone) return
      const observer = observe(balancesQuery(kit, accountId))
      const take = ({ data }: { data?: readonly Balance[] }) => {
        known = data
        tellNative()
      }
      take(observer.getCurrentResult())
      stop = observer.subscribe(take)
    },
    () => {},
  ) // the code failed to load: the button shows no balance
  return () => {
    isGone = true
    stopLanguage()
    stop?.()
  }
}
