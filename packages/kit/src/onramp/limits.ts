import { isLess } from './decimal.ts'
import type { OnrampOptions } from './options.ts'

/**
 * The fault of an amount by the limits of a payment method; `limit` is the amount that is still
 * allowed.
 */
export type LimitFault = { fault: 'tooLittle' | 'tooMuch'; limit: string }

/**
 * The payment method of a currency, and the fault of an amount by its limits. Without a method, the
 * widest limits of all count.
 */
export function limitFaultOf(
  { currencies }: OnrampOptions,
  { currency, method, amount }: { currency: string; method?: string | undefined; amount: string },
): LimitFault | undefined {
  const methods = currencies.find(({ id }) => id === currency)?.methods ?? []
  const chosen = methods.filter(({ id }) => method === undefined || id === method)
  const min = chosen
    .map((one) => one.min)
    .reduce<string | undefined>(
      (min, one) => (min === undefined || isLess(one, min) ? one : min),
      undefined,
    )
  const max = chosen
    .map((one) => one.max)
    .reduce<string | undefined>(
      (max, one) => (max === undefined || isLess(max, one) ? one : max),
      undefined,
    )
  if (min !== undefined && isLess(amount, min)) return { fault: 'tooLittle', limit: min }
  if (max !== undefined && isLess(max, amount)) return { fault: 'tooMuch', limit: max }
  return undefined
}
