import type { OnrampOptions } from '@latchkey/protocol/onramp'
import { withLimit } from '@latchkey/server/waiting'
import { ApiError, unavailable } from '../apiError.ts'
import type { OnrampProvider } from './onrampProvider.ts'

/** Milliseconds that each provider has for its options. */
const timeLimit = 8_000

/**
 * What can be bought, and paid with, at any provider; one that fails is left out.
 * @throws ApiError 404 where none sells here, 503 when all of those that were asked failed and no
 *   other is left; the signal's reason
 */
export async function requestOptions(
  providers: readonly OnrampProvider[],
  signal: AbortSignal,
): Promise<OnrampOptions> {
  if (providers.length === 0) throw new ApiError(404, '', 'Nothing is sold here')
  const results = await Promise.allSettled(
    providers.map((provider) =>
      provider.kind === 'link'
        ? provider.options
        : withLimit(timeLimit, signal, (limited) => provider.options(limited)),
    ),
  )
  signal.throwIfAborted()
  const known = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  if (known.length === 0) throw unavailable('', 'No provider answers now')
  return {
    paymentCurrencies: joined(
      known.flatMap(({ paymentCurrencies }) => paymentCurrencies),
      (one, other) => ({
        ...one,
        payment_method_limits: widest([
          ...one.payment_method_limits,
          ...other.payment_method_limits,
        ]),
      }),
    ),
    purchaseCurrencies: joined(
      known.flatMap(({ purchaseCurrencies }) => purchaseCurrencies),
      (one, other) => ({
        ...one,
        networks: joined(
          [...one.networks, ...other.networks],
          (first) => first,
          ({ chain_id }) => chain_id,
        ),
      }),
    ),
  }
}

/**
 * One entry for each key: the first provider that has it describes it, and the others add to it.
 */
function joined<entry extends object>(
  list: readonly entry[],
  join: (one: entry, other: entry) => entry,
  keyOf: (one: entry) => string = (one) => ('id' in one ? String(one.id) : ''),
): entry[] {
  const found = new Map<string, entry>()
  for (const one of list) {
    const known = found.get(keyOf(one))
    found.set(keyOf(one), known ? join(known, one) : one)
  }
  return [...found.values()]
}

type Limits = OnrampOptions['paymentCurrencies'][number]['payment_method_limits']

/** What any provider takes by each method. */
const widest = (limits: Limits): Limits =>
  joined(limits, (one, other) => ({
    id: one.id,
    min: Number(other.min) < Number(one.min) ? other.min : one.min,
    max: Number(other.max) > Number(one.max) ? other.max : one.max,
  }))
