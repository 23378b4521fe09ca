import { readJson } from '@latchkey/protocol/readJson'
import { partsOf } from '@latchkey/protocol/isObject'
import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import { retryStatuses } from '@latchkey/protocol/limits'
import type { Clock } from '../page/clock.ts'
import { KitError } from '../errors/KitError.ts'
import type { KitErrorOptions } from '../errors/KitError.ts'
import { kitError } from '../errors/errors.ts'
import { pause, withLimit } from '../errors/withLimit.ts'

/** The parts of the kit that HTTP requests need. */
export type HttpContext = { clock: Clock; fetch: typeof fetch }

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  /** The body, sent as JSON. */
  body?: unknown
  /** @default 'text/plain', which needs no preflight */
  contentType?: 'application/json'
  /**
   * The format of the body and of the answer. A text is sent and returned as it is.
   * @default 'json'
   */
  format?: 'json' | 'text'
  /**
   * Whether the page's own origin gets cookies.
   * @default 'omit'
   */
  credentials?: 'same-origin' | 'omit'
  signal?: AbortSignal
  /** Repetitions after the first attempt. @default 3 */
  retries?: number
  /**
   * The time limit of each repetition after a timeout, in milliseconds; a second timeout ends the
   * request.
   * @default all repetitions are made, with the limit of the first attempt
   */
  afterTimeout?: number | undefined
  /** Called with the headers of a successful answer. */
  onHeaders?: (headers: Headers) => void
}

/**
 * One HTTP call with a JSON answer (or a text, by `format`) of at most 10 MiB and 500,000 values; larger answers are
 * refused. Repeated after 403, 408, 413, 429, 500, 502, 503, 504 or no answer at all. The pause is
 * 150 ms, doubled every time, or the time of `Retry-After`. If that is longer than 30 s, the call is
 * not repeated.
 * @throws KitError requestAborted, httpTimeout, httpFailed (with `status`, `retryAfter` and the
 *   service's reason as `details`), answerInvalid
 */
export async function requestJson(context: HttpContext, request: HttpRequest): Promise<unknown> {
  const { retries = counts.retries, afterTimeout } = request
  let ms = times.httpRequest
  for (let attempt = 0; ; attempt++) {
    try {
      return await requestOnce(context, request, ms)
    } catch (error) {
      const isTimedOut = afterTimeout !== undefined && KitError.is(error, 'httpTimeout')
      const isLastAttempt = attempt >= retries || (isTimedOut && ms === afterTimeout)
      const wait = !isLastAttempt ? waitAfter(error, attempt) : undefined
      if (wait === undefined) throw error
      if (isTimedOut) ms = afterTimeout
      await pause(context.clock, wait, request.signal)
    }
  }
}

function waitAfter(error: unknown, attempt: number): number | undefined {
  if (KitError.is(error, 'httpTimeout')) return times.retryBase * 2 ** attempt
  if (
    !KitError.is(error, 'httpFailed') ||
    (error.status !== undefined && !retryStatuses.includes(error.status))
  )
    return undefined
  if (error.retryAfter === undefined) return times.retryBase * 2 ** attempt
  const retryAfterMs = error.retryAfter * 1_000
  return retryAfterMs <= times.maxRetryAfter ? retryAfterMs : undefined
}

async function requestOnce(
  { clock, fetch }: HttpContext,
  { method, url, body, contentType, format, credentials = 'omit', signal, onHeaders }: HttpRequest,
  ms: number,
): Promise<unknown> {
  const onTimeout = () => kitError('httpTimeout')
  return withLimit(
    async (limited) => {
      const response = await fetch(url, {
        method,
        signal: limited,
        credentials,
        ...(body !== undefined && {
          body: format === 'text' ? String(body) : JSON.stringify(body),
          headers: { 'content-type': contentType ?? 'text/plain' },
        }),
      }).catch((cause: unknown) => {
        throw kitError('httpFailed', { cause })
      })
      const bytes = await readBytes(
        response,
        response.ok ? counts.apiAnswerBytes : counts.apiFailureBytes,
      )
      if (!response.ok)
        throw kitError('httpFailed', {
          status: response.status,
          retryAfter: secondsOf(response, clock),
          ...reasonOf(bytes, format),
        })
      if (!bytes)
        throw kitError('answerInvalid', { details: `More than ${counts.apiAnswerBytes} bytes` })
      onHeaders?.(response.headers)
      return format === 'text' ? new TextDecoder().decode(bytes) : parse(bytes)
    },
    { ms, clock, signal, onTimeout },
  )
}

/**
 * Reads the body. Undefined where it is longer than `maxBytes`: then the rest is not read.
 * @throws KitError httpFailed
 */
async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  const reader = response.body?.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      length += part.value.length
      if (length > maxBytes) {
        reader?.cancel().catch(() => {}) // the rest is not needed
        return undefined
      }
      parts.push(part.value)
    }
  } catch (cause) {
    throw kitError('httpFailed', { cause })
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

const limits = {
  bytes: counts.apiAnswerBytes,
  depth: counts.apiAnswerDepth,
  values: counts.apiAnswerValues,
}

function parse(bytes: Uint8Array): unknown {
  try {
    return readJson(bytes, limits)
  } catch (cause) {
    throw kitError('answerInvalid', { cause })
  }
}

/**
 * The first reason in an error body (docs/contracts/api.md#error-body): its sentence and its field,
 * which some services call `name`; or the code of a refusal by the site's sign-in. In the format
 * `text`, a body that is no JSON is itself the reason.
 */
function reasonOf(
  bytes: Uint8Array | undefined,
  format: HttpRequest['format'],
): Pick<KitErrorOptions, 'details' | 'field'> {
  const text = bytes && new TextDecoder().decode(bytes)
  try {
    const body = partsOf(text && JSON.parse(text))
    const { description, field, name } = partsOf(partsOf(body['reasons'])['0'])
    return {
      details: textOf(description ?? partsOf(body['error'])['code']),
      field: textOf(field ?? name),
    }
  } catch {
    // not an error body; the status is enough
    return { details: format === 'text' ? textOf(text) : undefined, field: undefined }
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 500) : undefined)

function secondsOf(response: Response, clock: Clock): number | undefined {
  const header = response.headers.get('retry-after')
  if (!header) return undefined
  // A date in `Retry-After` is by the server's clock, which the header `date` shows. A page can
  // read that header from its own origin, and from servers that permit it (CORS).
  const serverTime = Date.parse(response.headers.get('date') ?? '')
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : (Date.parse(header) - (Number.isNaN(serverTime) ? clock.now() : serverTime)) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
