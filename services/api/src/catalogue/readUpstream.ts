import { partsOf } from '@latchkey/protocol/isObject'
import { BorderError, readJson } from '@latchkey/protocol/border'
import { counts } from '@latchkey/protocol/limits'
import { readLimited } from '@latchkey/server/readLimited'

/** Limits of a whole catalogue, for all pages together. */
const limits = { bytes: 16 * 1024 * 1024, depth: 16, values: 2_000_000 }
/** Maximum of pages. */
const maxPages = 100

/** Another service's catalogue could not be read. The message states the reason, but no address. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
}

type Context = { url: string; fetch: typeof fetch; signal: AbortSignal }
/** The bytes that the remaining pages may have. */
type Remaining = { bytes: number }

/**
 * Reads the rows of another catalogue: a catalogue file, or all pages of a wallet list.
 * @throws UpstreamError; the signal's reason
 */
export async function readUpstream(context: Context): Promise<readonly unknown[]> {
  const remaining = { bytes: limits.bytes }
  const first = await requestJson(context, context.url, remaining)
  if (Array.isArray(first)) return first
  const { count, data } = pageOf(first)
  if (data.length >= count) return data
  const rows: unknown[] = []
  for (let page = 1; rows.length < count && page <= maxPages; page++) {
    const next = pageOf(await requestJson(context, urlOf(context.url, page), remaining)).data
    if (next.length === 0) break
    rows.push(...next)
  }
  return rows
}

function urlOf(base: string, page: number): string {
  const url = new URL(base)
  url.searchParams.set('page', String(page))
  url.searchParams.set('entries', String(counts.walletSearchPage))
  return url.href
}

async function requestJson(
  { fetch, signal }: Context,
  url: string,
  remaining: Remaining,
): Promise<unknown> {
  const response = await fetch(url, {
    signal,
    redirect: 'error',
    headers: { accept: 'application/json' },
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new UpstreamError(`It answered with status ${response.status}`)
  }
  const body = await readLimited(response.body, remaining.bytes)
  remaining.bytes -= body.length
  try {
    return readJson(body, limits)
  } catch (error) {
    if (error instanceof BorderError && error.fault !== 'syntax')
      throw new UpstreamError(error.message)
    throw new UpstreamError('It did not answer JSON')
  }
}

function pageOf(answer: unknown): { count: number; data: readonly unknown[] } {
  const { count, data } = partsOf(answer)
  if (typeof count !== 'number' || !Array.isArray(data))
    throw new UpstreamError('It answered neither a catalogue nor a wallet list')
  return { count, data }
}
