import * as v from 'valibot'
import { errorBody, fungiblePrice } from '@latchkey/protocol/api'
import { BorderError, readShape } from '@latchkey/protocol/border'
import { formatAccountId } from '@latchkey/protocol/caip'
import { counts } from '@latchkey/protocol/limits'
import { readJsonStream } from '@latchkey/server/readJsonStream'
import { createSharedCache } from '@latchkey/server/sharedCache'
import { withLimit } from '@latchkey/server/waiting'
import { assetsOf, type Hex, type SoldChain } from '../chain/soldChain.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'

/** Milliseconds for which prices are cached, and for one answer. */
const times = { lifetime: 10_000, answer: 8_000 }
const limits = { bytes: 1024 * 1024, depth: 6, values: 20_000 }

/** The API did not answer with prices. */
export class PricesError extends Error {
  override readonly name = 'PricesError'
}

/**
 * The prices of a chain's coin and tokens in a currency, by token. A token without a price is
 * absent.
 * @throws Refusal for a currency without a rate; PricesError; the signal's reason
 */
export type Prices = (
  chain: SoldChain,
  currency: string,
  signal: AbortSignal,
) => Promise<ReadonlyMap<Hex, number>>

/** Where prices are requested. `apiUrl` is undefined while it is not known yet. */
type PriceSource = Pick<Service, 'fetch'> & {
  apiUrl: () => string | undefined
  projectId: string | undefined
}

/** Reads prices at the API for which the sandbox sells. */
export function createPrices(source: PriceSource & Pick<Service, 'now'>): Prices {
  const known = createSharedCache<ReadonlyMap<Hex, number>>({
    lifetime: times.lifetime,
    max: 100,
    now: source.now,
  })
  return async (chain, currency, signal) => {
    try {
      return await known.get(
        `${chain.networkId} ${currency}`,
        (stop) =>
          withLimit(times.answer, stop, (limited) => readAll(source, chain, currency, limited)),
        signal,
      )
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof PricesError || error instanceof Refusal) throw error
      const cause = error instanceof BorderError ? error : undefined // others may name the address
      throw new PricesError('The API does not answer', { cause })
    }
  }
}

/** The prices of all tokens of a chain, in as many requests as the API needs. */
async function readAll(
  source: PriceSource,
  chain: SoldChain,
  currency: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<Hex, number>> {
  const tokens = assetsOf([chain], undefined).map(({ token }) => token)
  const found = new Map<Hex, number>()
  for (let start = 0; start < tokens.length; start += counts.apiBatch) {
    const batch = tokens.slice(start, start + counts.apiBatch)
    const addresses = batch.map((token) => formatAccountId(chain.networkId, token))
    const prices = await read(source, { currency: currency.toLowerCase(), addresses }, signal)
    for (const [index, token] of batch.entries()) {
      const price = prices[index] ?? 0
      if (price > 0) found.set(token, price)
    }
  }
  return found
}

/** The prices of one request, in its order; 0 for none. */
async function read(
  { apiUrl, projectId, fetch }: PriceSource,
  body: { currency: string; addresses: readonly string[] },
  signal: AbortSignal,
): Promise<number[]> {
  const base = apiUrl()
  if (base === undefined) throw new PricesError('The address of the API is not known yet')
  const url = new URL(`${base}${fungiblePrice.path}`)
  if (projectId !== undefined) url.searchParams.set('projectId', projectId)
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    signal,
    redirect: 'error',
  })
  const answer = await readJsonStream(response.body, limits)
  if (!response.ok) throw refusalOf(response.status, answer)
  return readShape(fungiblePrice.answer, answer).fungibles.map(({ price }) => price)
}

/** The API's refusal: of the currency, or of anything else. */
function refusalOf(status: number, body: unknown): Refusal | PricesError {
  const read = v.safeParse(errorBody, body)
  return status === 400 && read.success && read.output.reasons[0]?.field === 'currency'
    ? new Refusal('sourceCurrencyCode', 'This currency is not taken')
    : new PricesError(`The API answered with status ${status}`)
}
