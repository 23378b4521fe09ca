import { BorderError, readShape, type JsonLimits } from '@latchkey/protocol/border'
import { readJsonStream } from '@latchkey/server/readJsonStream'
import { withLimit } from '@latchkey/server/waiting'
import type * as v from 'valibot'
import { unavailable } from '../../apiError.ts'

/** Milliseconds for one answer of a company. */
const timeLimit = 8_000
const limits: JsonLimits = { bytes: 262_144, depth: 12, values: 20_000 }

/** A request to a company's API. `token` authorizes it. */
export type CompanyCall<schema extends v.GenericSchema> = {
  method: 'GET' | 'POST'
  url: URL
  token: string
  body?: object
  answer: schema
}

/**
 * Sends a request to a company's API. Redirects are not followed, because the token is for this URL
 * only.
 * @throws ApiError 503 for every failure, without the company's message; the signal's reason
 */
export async function requestCompany<schema extends v.GenericSchema>(
  { method, url, token, body, answer }: CompanyCall<schema>,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<v.InferOutput<schema>> {
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': 'application/json' }),
  }
  try {
    return await withLimit(timeLimit, signal, async (limited) => {
      const response = await fetch(url, {
        method,
        headers,
        signal: limited,
        redirect: 'error',
        ...(body && { body: JSON.stringify(body) }),
      })
      if (response.ok) return readShape(answer, await readJsonStream(response.body, limits))
      await response.body?.cancel()
      throw new Error(`It answered with status ${response.status}`)
    })
  } catch (error) {
    signal.throwIfAborted()
    // other errors, such as that of a broken connection, may contain the URL with an account in it
    throw unavailable(
      '',
      'The provider does not answer',
      error instanceof BorderError ||
        (error instanceof Error && error.message.startsWith('It answered'))
        ? error
        : undefined,
    )
  }
}
