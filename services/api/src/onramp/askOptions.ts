import type { OnrampOptions } from '@latchkey/protocol/onramp'
import { withLimit } from '@latchkey/server/waiting'
import { ApiError, unavailable } from '../apiError.ts'
import { sellersOf } from './askAll.ts'
import type { OnrampProvider } from './onrampProvider.ts'

/** Milliseconds that each provider has for its options. */
const timeLimit = 8_000

/** What can be bought, and paid with, at any provider; one that fails is left out. @throws ApiError 404 where none sells here, 503 when all of them failed; the signal's reason */
export async function askOptions(providers: readonly OnrampProvider[], signal: AbortSignal): Promise<OnrampOptions> {
  const sellers = sellersOf(providers)
  if (sellers.length === 0) throw new ApiError(404, '', 'Nothing is sold here')
  const results = await Promise.allSettled(sellers.map((provider) => withLimit(timeLimit, signal, (limited) => provider.options(limited))))
  signal.throwIfAborted()
  const known = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  if (known.length === 0) throw unavailable('', 'No provider answers now')
  return {
    paymentCurrencies: firstOf(known.flatMap(({ paymentCurrencies }) => paymentCurrencies)),
    purchaseCurrencies: firstOf(known.flatMap(({ purchaseCurrencies }) => purchaseCurrencies)),
  }
}

/** The first provider that has a currency describes it. */
const firstOf = <one extends { id: string }>(list: readonly one[]) => [...new Map(list.toReversed().map((entry) => [entry.id, entry])).values()].toReversed()
