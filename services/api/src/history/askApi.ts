import * as v from 'valibot'
import { counts } from '@latchkey/protocol/limits'
import { readLimited } from '@latchkey/server/readLimited'
import { SourceDownError } from './historySource.ts'

/**
 * JSON of another service, in the shape that is expected. What goes wrong names nobody: addresses carry keys and accounts.
 * @throws SourceDownError; the signal's reason
 */
export async function askApi<schema extends v.GenericSchema>(url: URL, schema: schema, fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<v.InferOutput<schema>> {
  const text = await fetchText(url, fetch, signal)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  if (parsed.success) return parsed.output
  throw new SourceDownError(`The answer has another shape at ${v.getDotPath(parsed.issues[0]) ?? 'its root'}`)
}

async function fetchText(url: URL, fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json' } })
    if (response.ok) return (await readLimited(response.body, counts.rpcAnswerBytes)).toString()
    await response.body?.cancel()
    throw new SourceDownError(`It answered with status ${response.status}`)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SourceDownError) throw error
    throw new SourceDownError('It did not answer')
  }
}
