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

/** Reads prices at the API for which the sandbox sells. */
export function createPrices({
  apiUrl,
  projectId,
  fetch,
  now,
}: Pick<Service, 'fetch' | 'now'> & {
  apiUrl: () => string | undefined
  projectId: string | undefined
}): Prices {
  const known = createSharedCache<ReadonlyMap<Hex, number>>({
    lifetime: times.lifetime,
    max: 100,
    now,
  })

  async function request(body: object, signal: AbortSignal): Promise<Response> {
    const base = apiUrl()
    if (base === undefined) throw new PricesError('The address of the API is not known yet')
    const url = new URL(`${base}${fungiblePrice.path}`)
    if (projectId !== undefined) url.searchParams.set('projectId', projectId)
    return fetch(url, { method: 'POST', body: JSON.stringify(body), signal, redirect: 'error' })
  }

  async function read(
    chain: SoldChain,
    tokens: readonly Hex[],
    currency: string,
    signal: AbortSignal,
  ): Promise<[Hex, number][]> {
    const addresses = tokens.map((token) => formatAccountId(chain.networkId, token))
    const response = await request({ currency: currency.toLowerCase(), addresses }, signal)
    const body = await readJsonStream(response.body, limits)
    if (!response.ok) throw refusalOf(response.status, body)
    const { fungibles } = readShape(fungiblePrice.answer, body)
    return tokens.flatMap((token, index): [Hex, number][] => {
      const price = fungibles[index]?.price ?? 0
      return price > 0 ? [[token, price]] : []
    })
  }

  async function readAll(
    chain: SoldChain,
    currency: string,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<Hex, number>> {
    const tokens = assetsOf([chain], undefined).map(({ token }) => token)
    const found: [Hex, number][] = []
    for (let start = 0; start < tokens.length; start += counts.apiBatch)
      found.push(
        ...(await read(chain, tokens.slice(start, start + counts.apiBatch), currency, signal)),
      )
    return new Map(found)
  }

  return async (chain, currency, signal) => {
    try {
      return await known.get(
        `${chain.networkId} ${currency}`,
        (stop) => withLimit(times.answer, stop, (limited) => readAll(chain, currency, limited)),
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

/** The API's refusal: of the currency, or of anything else. */
function refusalOf(status: number, body: unknown): Refusal | PricesError {
  const read = v.safeParse(errorBody, body)
  return status === 400 && read.success && read.output.reasons[0]?.field === 'currency'
    ? new Refusal('sourceCurrencyCode', 'This currency is not taken')
    : new PricesError(`The API answered with status ${status}`)
}
