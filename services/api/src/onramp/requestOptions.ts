import type { OnrampOptions } from '@latchkey/protocol/onramp'
import { withLimit } from '@latchkey/server/waiting'
import { ApiError, unavailable } from '../apiError.ts'
import type { OnrampProvider } from './onrampProvider.ts'

/** Milliseconds that each provider has to answer. */
const timeLimit = 8_000

/**
 * Requests the options of all providers: the currencies and tokens that at least one of them
 * accepts. A provider that fails is left out.
 * @throws ApiError 404 if there are no providers, 503 if no provider has answered; the signal's
 *   reason
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
      (a, b) => ({
        ...a,
        payment_method_limits: widest([...a.payment_method_limits, ...b.payment_method_limits]),
      }),
    ),
    purchaseCurrencies: joined(
      known.flatMap(({ purchaseCurrencies }) => purchaseCurrencies),
      (a, b) => ({
        ...a,
        networks: joined(
          [...a.networks, ...b.networks],
          (first) => first,
          ({ chain_id }) => chain_id,
        ),
      }),
    ),
  }
}

/** Joins entries that have the same key. `join` adds an entry to the first one with its key. */
function joined<entry extends object>(
  list: readonly entry[],
  join: (a: entry, b: entry) => entry,
  keyOf: (entry: entry) => string = (entry) => ('id' in entry ? String(entry.id) : ''),
): entry[] {
  const found = new Map<string, entry>()
  for (const entry of list) {
    const known = found.get(keyOf(entry))
    found.set(keyOf(entry), known ? join(known, entry) : entry)
  }
  return [...found.values()]
}

type Limits = OnrampOptions['paymentCurrencies'][number]['payment_method_limits']

/** For each payment method, the range of amounts that at least one provider accepts. */
const widest = (limits: Limits): Limits =>
  joined(limits, (a, b) => ({
    id: a.id,
    min: Number(b.min) < Number(a.min) ? b.min : a.min,
    max: Number(b.max) > Number(a.max) ? b.max : a.max,
  }))
