import * as v from 'valibot'
import { BorderError, readShape, type JsonLimits } from '@latchkey/protocol/border'
import { counts } from '@latchkey/protocol/limits'
import { readJsonStream } from '@latchkey/server/readJsonStream'
import { LiquidityError } from '../swapProvider.ts'
import { evmKey } from '../../chains/evm/evmKeys.ts'

/** Another service's answer cannot be used. The message contains no URL and no key. */
export class SwapApiError extends Error {
  override readonly name = 'SwapApiError'
}

const limits: JsonLimits = { bytes: 1_048_576, depth: 24, values: 20_000 }
/** Messages with which services say that there is no route for an amount. */
const noLiquidity = /insufficient liquidity|no ?route|no liquidity|cannot find (?:a )?route/i
const refusal = v.object({
  description: v.optional(v.string()),
  message: v.optional(v.string()),
  reason: v.optional(v.string()),
  name: v.optional(v.string()),
})

/** A decimal amount of at most 256 bits. The result is a bigint. */
export const apiAmount = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform((text) => BigInt(text)),
  v.check((amount) => amount >> 256n === 0n),
)
/** An address. The result is in lower case. */
export const apiAddress = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{40}$/i),
  v.transform((text): `0x${string}` => evmKey(text)),
)
/** The data of a call, with at least a selector. */
export const apiData = v.pipe(
  v.string(),
  v.maxLength(counts.swapData),
  v.regex(/^0x(?:[0-9a-f]{2}){4,}$/i),
  v.transform((text) => text as `0x${string}`),
) // the pattern has just matched
/** Units of gas, written as a number or as a text. */
export const apiGas = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform(String),
  v.regex(/^\d{1,9}$/),
  v.transform((text) => BigInt(text)),
)

/** A request to a service. */
export type SwapApiCall<schema extends v.GenericSchema> = {
  url: string
  path: string
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  answer: schema
}

/**
 * Sends a request to another service's swap API.
 * @throws LiquidityError when the service has no route for the amount; SwapApiError for every other
 *   failure; the signal's reason
 */
export async function requestSwapApi<schema extends v.GenericSchema>(
  call: SwapApiCall<schema>,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<v.InferOutput<schema>> {
  const url = new URL(`${call.url.replace(/\/+$/, '')}${call.path}`)
  for (const [name, value] of Object.entries(call.query)) url.searchParams.set(name, value)
  try {
    const response = await fetch(url, {
      signal,
      redirect: 'error',
      headers: { accept: 'application/json', ...call.headers },
    })
    if (response.ok) return readShape(call.answer, await readJsonStream(response.body, limits, {}))
    if (response.status === 400 || response.status === 404)
      throw refusalOf(
        response.status,
        v.safeParse(refusal, await readJsonStream(response.body, limits, {})),
      )
    await response.body?.cancel()
    throw new SwapApiError(`It answered with status ${response.status}`)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SwapApiError || error instanceof LiquidityError) throw error
    if (error instanceof BorderError)
      throw new SwapApiError(`Its answer cannot be read: ${error.message}`)
    throw new SwapApiError('It did not answer')
  }
}

function refusalOf(status: number, body: v.SafeParseResult<typeof refusal>): Error {
  const texts = body.success ? Object.values(body.output).join(' ') : ''
  return noLiquidity.test(texts)
    ? new LiquidityError()
    : new SwapApiError(`It refused with status ${status}`)
}
