import type { Endpoint } from '@latchkey/protocol/api'
import { BorderError, readShape } from '@latchkey/protocol/border'
import { sellerJson, sellerRefusal } from '@latchkey/protocol/seller'
import { readJsonStream } from '@latchkey/server/readJsonStream'
import { signatureHeader, signMessage } from '@latchkey/server/signedMessage'
import { withLimit } from '@latchkey/server/waiting'
import * as v from 'valibot'
import { ApiError, unavailable } from '../apiError.ts'

/** Milliseconds for one answer of a seller. */
const timeLimit = 8_000
const limits = { bytes: 1024 * 1024, depth: 8, values: 50_000 }

/**
 * Sends a request to a seller. docs/contracts/api.md#sellers
 * @throws ApiError 400 when the seller refuses, 503 for every failure; the signal's reason
 */
export type SellerRequest = <endpoint extends Endpoint>(
  endpoint: endpoint,
  body: object,
  signal: AbortSignal,
) => Promise<v.InferOutput<endpoint['answer']>>

/**
 * Makes the function that sends signed requests to a seller.
 * @param options.url the seller's address
 * @param options.key the key that signs the requests
 */
export function createSellerRequest({
  url,
  key,
  fetch,
  now,
}: {
  url: string
  key: Uint8Array
  fetch: typeof globalThis.fetch
  now: () => number
}): SellerRequest {
  return async ({ path, answer: shape }, given, signal) => {
    const body = Buffer.from(sellerJson(given))
    const headers = {
      'content-type': 'application/json',
      [signatureHeader]: signMessage(key, body, now()),
    }
    try {
      return await withLimit(timeLimit, signal, async (limited) => {
        const response = await fetch(`${url}${path}`, {
          method: 'POST',
          headers,
          body,
          signal: limited,
          redirect: 'error',
        })
        const answer = await readJsonStream(response.body, limits)
        if (response.ok) return readShape(shape, answer)
        const refusal = v.safeParse(sellerRefusal, answer)
        throw response.status === 400 && refusal.success
          ? new ApiError(400, refusal.output.field, refusal.output.description)
          : new SellerError(`The seller answered with status ${response.status}`)
      })
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ApiError) throw error
      // other errors, such as that of a broken connection, may contain the address
      const isOurs = error instanceof BorderError || error instanceof SellerError
      throw unavailable('', 'The provider does not answer', isOurs ? error : undefined)
    }
  }
}

/** The seller answered with an error. */
class SellerError extends Error {
  override readonly name = 'SellerError'
}
