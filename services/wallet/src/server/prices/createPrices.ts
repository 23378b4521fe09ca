import { accountKey, isSameAccount } from '@latchkey/protocol/address'
import { errorBody, fungiblePrice } from '@latchkey/protocol/api'
import { readJson, readShape } from '@latchkey/protocol/border'
import { nativeTokenId } from '@latchkey/protocol/nativeToken'
import { price } from '@latchkey/protocol/walletPrices'
import { causesOf } from '@latchkey/server/causesOf'
import { readLimited } from '@latchkey/server/readLimited'
import { createSharedCache } from '@latchkey/server/sharedCache'
import { withLimit } from '@latchkey/server/waiting'
import * as v from 'valibot'
import { priceAnswer, priceCache } from '../limits.ts'

/** The prices of tokens, from the operator's blockchain API. */
export type Prices = {
  /**
   * Returns the price of one whole token in US dollars; null if it is not known, or the API does
   * not answer in time. Without `token`: that of the network's currency.
   * @throws the signal's reason
   */
  priceOf: (token: PricedToken, signal: AbortSignal) => Promise<number | null>
}

type PricedToken = { networkId: string; token?: string | undefined }

type PricesOptions = {
  /** The API's address. Its query is sent with each request. */
  pricesUrl: string
  /** Milliseconds since 1970. */
  now: () => number
  /** Called if the API does not answer, or with something else than a price. */
  onFailure: (why: string) => void
}

/** What is checked of the API's answer: one entry for the one token that was asked for. */
const answer = v.object({
  fungibles: v.strictTuple([v.object({ address: v.string(), price: v.number() })]),
})

/**
 * Creates the source of prices. What the API has said is stored for a minute, also that it does not
 * know a price or does not answer, so that an API in trouble is asked once a minute for a token.
 */
export function createPrices({ pricesUrl, now, onFailure }: PricesOptions): Prices {
  const cache = createSharedCache<number | null>({ ...priceCache, now })
  const url = new URL(pricesUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}${fungiblePrice.path}`

  async function read(id: string, signal: AbortSignal): Promise<number | null> {
    try {
      return await withLimit(priceAnswer.milliseconds, signal, (limited) =>
        ask(url.href, id, limited),
      )
    } catch (error) {
      signal.throwIfAborted()
      onFailure(causesOf(error))
      return null
    }
  }

  return {
    priceOf({ networkId, token }, signal) {
      const id = token ? accountKey(`${networkId}:${token}`) : nativeTokenId(networkId)
      return cache.get(id, (shared) => read(id, shared), signal)
    },
  }
}

/** Asks the API for the price of a token. @throws if it gives another answer */
async function ask(url: string, id: string, signal: AbortSignal): Promise<number | null> {
  const response = await fetch(url, {
    method: fungiblePrice.method,
    body: JSON.stringify({ currency: 'usd', addresses: [id] }),
    headers: { 'content-type': 'application/json' },
    redirect: 'error',
    signal,
  })
  const bytes = await readLimited(response.body, priceAnswer.bytes)
  if (response.status === 400 && isUnknownToken(readJson(bytes, priceAnswer))) return null
  if (!response.ok) throw new Error(`Status ${response.status}`)
  const [entry] = readShape(answer, readJson(bytes, priceAnswer)).fungibles
  return isSameAccount(entry.address, id) && v.is(price, entry.price) ? entry.price : null
}

/** Whether a refusal is about the token, and not about the request. */
const isUnknownToken = (refusal: unknown) =>
  v.is(errorBody, refusal) && refusal.reasons.some(({ field }) => field === 'asset')
