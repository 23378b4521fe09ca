import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { BorderError, readJson, readShape } from '@latchkey/protocol/border'
import type { Hex } from '../chainIndex/chainIndex.ts'
import type { Offer } from './onrampProvider.ts'

/**
 * Turns offers into texts that only this service can write. So it need not store an offer for every
 * price request.
 */
export type OfferSeal = {
  seal(offer: Offer): string
  /**
   * Reads an offer. Undefined for a text that this service has not written. The caller checks
   * whether the offer has expired.
   */
  open(text: string): Offer | undefined
}

const whole = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform((text) => BigInt(text)),
)
const sealed = v.tuple([
  v.string(),
  v.string(),
  v.string(),
  whole,
  whole,
  whole,
  v.string(),
  v.pipe(
    v.string(),
    v.regex(/^0x[0-9a-f]{40}$/),
    v.transform((text) => text as Hex),
  ),
  v.string(),
  v.number(),
  whole,
  v.number(),
]) // the pattern is that of an address
const limits = { bytes: 1_024, depth: 2, values: 20 }

/** Makes the seal. @param key at least 32 bytes */
export function createOfferSeal(key: Uint8Array): OfferSeal {
  const macOf = (body: string) => createHmac('sha256', key).update(body).digest()
  return {
    seal(offer) {
      const body = Buffer.from(JSON.stringify(listOf(offer))).toString('base64url')
      return `${body}.${macOf(body).toString('base64url')}`
    },
    open(text) {
      const [body = '', mac = '', ...rest] = text.split('.')
      const [given, right] = [Buffer.from(mac, 'base64url'), macOf(body)]
      const isOurs =
        rest.length === 0 && given.byteLength === right.byteLength && timingSafeEqual(given, right)
      if (!isOurs) return undefined
      try {
        return offerOf(readShape(sealed, readJson(Buffer.from(body, 'base64url'), limits)))
      } catch (error) {
        if (error instanceof BorderError) return undefined // an earlier version has written it
        throw error
      }
    },
  }
}

/** The offer as a list, which is shorter than an object. Bigints are written as text. */
const listOf = (offer: Offer): v.InferInput<typeof sealed> => [
  offer.provider,
  offer.method,
  offer.currency,
  String(offer.cents),
  String(offer.transactionFee),
  String(offer.networkFee),
  offer.networkId,
  offer.token,
  offer.symbol,
  offer.decimals,
  String(offer.amount),
  offer.expiresAt,
]

function offerOf(list: v.InferOutput<typeof sealed>): Offer {
  const [provider, method, currency, cents, transactionFee, networkFee, ...token] = list
  const [networkId, address, symbol, decimals, amount, expiresAt] = token
  return {
    provider,
    method,
    currency,
    cents,
    transactionFee,
    networkFee,
    networkId,
    token: address,
    symbol,
    decimals,
    amount,
    expiresAt,
  }
}
