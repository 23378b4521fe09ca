import * as v from 'valibot'
import { errorBody, fungiblePrice } from '@latchkey/protocol/api'
import { BorderError, readShape } from '@latchkey/protocol/border'
import { formatAccountId } from '@latchkey/protocol/caip'
import { counts } from '@latchkey/protocol/limits'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { readJsonStream } from '@latchkey/server/readJsonStream'
import { createSharedCache } from '@latchkey/server/sharedCache'
import { withLimit } from '@latchkey/server/waiting'
import { assetsOf, type Hex, type SoldChain } from '../chain/soldChain.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'

/**
 * Milliseconds. `lifetime`: how long prices are cached. `answer`: the time limit for the prices of
 * a chain.
 */
const times = { lifetime: 10_000, answer: 8_000 }
const limits = { bytes: 1024 * 1024, depth: 6, values: 20_000 }

/** The API could not be reached, or did not answer with prices. */
export class PricesError extends Error {
  override readonly name = 'PricesError'
}

/**
 * The prices of a chain's coin and of its sold tokens in a currency, by token. Tokens without a
 * price are absent.
 * @throws Refusal for a currency without a rate; PricesError; the signal's reason
 */
export type Prices = (
  chain: SoldChain,
  currency: string,
  signal: AbortSignal,
) => Promise<ReadonlyMap<Hex, number>>

/** Where prices are requested. `apiUrl` returns undefined while the address is not known yet. */
type PriceSource = Pick<Service, 'fetch'> & {
  apiUrl: () => string | undefined
  projectId: string | undefined
  /** Symbols of the sold tokens; undefined: all tokens are sold. */
  symbols: readonly string[] | undefined
}

/** Makes the reader of prices. It requests them from the API for which the sandbox sells. */
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
      // messages of other errors may contain the address
      const cause = error instanceof BorderError ? error : undefined
      throw new PricesError('The API does not answer', { cause })
    }
  }
}

/**
 * The prices of a chain's sold tokens, and of its coin, in which gas is paid. The tokens are
 * divided among as many requests as the API's maximum needs.
 */
async function readAll(
  source: PriceSource,
  chain: SoldChain,
  currency: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<Hex, number>> {
  const sold = assetsOf([chain], source.symbols).map(({ token }) => token)
  const tokens = [...new Set<Hex>([nativeTokenAddress, ...sold])]
  const found = new Map<Hex, number>()
  for (let start = 0; start < tokens.length; start += counts.apiBatch) {
    const batch = tokens.slice(start, start + counts.apiBatch)
    const prices = await readBatch(
      batch.map((token) => formatAccountId(chain.networkId, token)),
      (addresses) => read(source, { currency: currency.toLowerCase(), addresses }, signal),
    )
    for (const [index, token] of batch.entries()) {
      const price = prices[index] ?? 0
      if (price > 0) found.set(token, price)
    }
  }
  return found
}

/**
 * The prices of several tokens, in order; 0 for a token without a price. The API refuses a whole
 * request if one of its tokens has no price. Then each half is requested separately, down to single
 * tokens.
 */
async function readBatch(
  addresses: readonly string[],
  request: (addresses: readonly string[]) => Promise<number[] | undefined>,
): Promise<number[]> {
  const prices = await request(addresses)
  if (prices) return prices
  if (addresses.length <= 1) return addresses.map(() => 0)
  const middle = Math.ceil(addresses.length / 2)
  const first = await readBatch(addresses.slice(0, middle), request)
  return [...first, ...(await readBatch(addresses.slice(middle), request))]
}

/** The prices of one request, in order; undefined if one of its tokens has no price. */
async function read(
  { apiUrl, projectId, fetch }: PriceSource,
  body: { currency: string; addresses: readonly string[] },
  signal: AbortSignal,
): Promise<number[] | undefined> {
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
  if (response.ok)
    return readShape(fungiblePrice.answer, answer).fungibles.map(({ price }) => price)
  const field = response.status === 400 ? fieldOf(answer) : undefined
  if (field === 'asset') return undefined
  throw field === 'currency'
    ? new Refusal('sourceCurrencyCode', 'This currency is not taken')
    : new PricesError(`The API answered with status ${response.status}`)
}

/** The name of the field that an error answer of the API refuses. */
function fieldOf(body: unknown): string | undefined {
  const read = v.safeParse(errorBody, body)
  return read.success ? read.output.reasons[0]?.field : undefined
}
