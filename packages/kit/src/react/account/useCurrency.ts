import type { Currency } from '@latchkey/protocol/currencies'
import { storedValue } from '../../core/storage/storedValue.ts'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'

/** The currencies that the visitor can choose: every currency that an API may support. */
export const currencies = [
  'usd',
  'eur',
  'gbp',
  'aud',
  'cad',
  'inr',
  'jpy',
  'btc',
  'eth',
] as const satisfies readonly Currency[]

const stored = /* @__PURE__ */ storedValue('currency', (json) =>
  currencies.find((currency) => currency === json),
)

/** The currency in which the screens show values: the visitor's stored choice, else US dollars. */
export function useCurrency(): [currency: Currency, choose: (currency: Currency) => void] {
  const kit = useKit()
  const chosen = useKitState((state) => state.currency)
  return [
    chosen ?? stored.get(kit) ?? 'usd',
    (currency) => {
      stored.set(kit, currency)
      kit.store.setState({ currency })
    },
  ]
}
