import { parseAccountId } from '@latchkey/protocol/caip'
import type { AccountId } from '@latchkey/protocol/caip'
import { balancesQuery } from '../domains/balances/balancesQuery.ts'
import type { Balance } from '../core/contracts/balance.ts'
import type { Kit } from '../core/kit/kit.ts'
import { formatQuantity } from './account/formatAmount.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Follows an account's balance of the native token, with its text in the kit's language. It is read
 * every 30 s. `notify` gets undefined while the balance is unknown.
 * @returns the function that stops it
 */
export function followBalance(
  kit: Kit,
  accountId: AccountId,
  notify: (balance: (Balance & { text: string }) | undefined) => void,
): () => void {
  let stop: (() => void) | undefined
  let isCancelled = false
  let known: readonly Balance[] | undefined
  const { networkId } = parseAccountId(accountId)
  const notifyBalance = () => {
    const native = known?.find(({ id }) => id === networkId)
    notify(
      native && {
        ...native,
        text: `${formatQuantity(native.quantity, kit.getState().locale)} ${native.symbol}`,
      },
    )
  }
  const stopLanguage = kit.subscribe(
    ({ locale }, before) => locale !== before.locale && notifyBalance(),
  )
  contextOf(kit)
    .queries()
    .then(
      ({ observe }) => {
        if (isCancelled) return
        const observer = observe(balancesQuery(kit, accountId))
        const take = ({ data }: { data?: readonly Balance[] }) => {
          known = data
          notifyBalance()
        }
        take(observer.getCurrentResult())
        stop = observer.subscribe(take)
      },
      () => {},
    ) // if the code fails to load, the button shows no balance
  return () => {
    isCancelled = true
    stopLanguage()
    stop?.()
  }
}
