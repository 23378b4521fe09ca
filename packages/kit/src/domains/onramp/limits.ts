import { isLess } from './decimal.ts'
import type { OnrampOptions } from './options.lazy.ts'

/** Why a payment method does not allow an amount. `limit` is the nearest amount that it allows. */
export type LimitFault = { fault: 'tooLittle' | 'tooMuch'; limit: string }

/**
 * Checks an amount against the limits of a payment method. Without a method, it checks against the
 * lowest minimum and the highest maximum of all methods of the currency.
 */
export function limitFaultOf(
  { currencies }: OnrampOptions,
  { currency, method, amount }: { currency: string; method?: string | undefined; amount: string },
): LimitFault | undefined {
  const methods = currencies.find(({ id }) => id === currency)?.methods ?? []
  const chosen = methods.filter(({ id }) => method === undefined || id === method)
  const min = chosen
    .map((bound) => bound.min)
    .reduce<string | undefined>(
      (min, bound) => (min === undefined || isLess(bound, min) ? bound : min),
      undefined,
    )
  const max = chosen
    .map((bound) => bound.max)
    .reduce<string | undefined>(
      (max, bound) => (max === undefined || isLess(max, bound) ? bound : max),
      undefined,
    )
  if (min !== undefined && isLess(amount, min)) return { fault: 'tooLittle', limit: min }
  if (max !== undefined && isLess(max, amount)) return { fault: 'tooMuch', limit: max }
  return undefined
}
