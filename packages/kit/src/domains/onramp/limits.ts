import { isLess } from './decimal.ts'
import type { OnrampOptions } from './options.lazy.ts'

/**
 * The fault of an amount by the limits of a payment method. `limit` is the nearest allowed amount.
 */
export type LimitFault = { fault: 'tooLittle' | 'tooMuch'; limit: string }

/**
 * Checks an amount against the limits of a payment method of a currency. Without a method, the
 * widest limits of all methods count.
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
