import type { Endpoint } from '@latchkey/protocol/api'
import { readShape } from '@latchkey/protocol/border'
import type { InferInput, InferOutput } from 'valibot'
import { kitError } from './errors.ts'
import { requestJson } from './http.ts'
import type { HttpContext, HttpRequest } from './http.ts'
import { joinUrl } from './joinUrl.ts'
import { optionInvalid } from './optionInvalid.ts'
import { ownUrl } from './ownUrl.ts'
import { kitVersion } from './version.ts'

/** Where the API is, perhaps at a path of the page's own origin, and who asks. `clientId` is what the relay knows this browser by (`did:key`), from the moment in which the page speaks with a relay. */
export type ApiContext = HttpContext & { apiUrl: string; projectId?: string; clientId?: string }

/**
 * One call of the blockchain API, typed and checked by its entry in the endpoint table.
 * @throws KitError as {@link requestJson}; optionInvalid for an API at a path of no page; answerInvalid when the answer is not of the endpoint's shape
 */
export async function callApi<endpoint extends Endpoint>(
  context: ApiContext,
  endpoint: endpoint,
  { query, ...request }: { query: InferInput<endpoint['query']>; body?: InferInput<endpoint['body']>; } & Pick<HttpRequest, 'signal' | 'retries' | 'onHeaders'>,
): Promise<InferOutput<endpoint['answer']>> {
  const answer = await requestJson(context, { method: endpoint.method, url: urlOf(context, endpoint, query), ...request })
  try {
    return readShape(endpoint.answer, answer)
  } catch (cause) {
    throw kitError('answerInvalid', { cause })
  }
}

/** The URL of a call; a path in `apiUrl` is kept, values that are not given are not sent. */
function urlOf({ apiUrl, projectId, clientId }: ApiContext, { path }: Endpoint, query: unknown): string {
  const values: Record<string, unknown> = { projectId, clientId, st: 'latchkey', sv: kitVersion, ...(query as object) } // every query schema is an object
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name])
    delete values[name]
    return encodeURIComponent(value)
  })
  const whole = joinUrl(ownUrl(apiUrl), filled)
  if (!URL.canParse(whole)) throw optionInvalid('services.api', 'is a path, and there is no page', 'Pass a whole URL where the kit asks without one.')
  const url = new URL(whole)
  for (const [name, value] of Object.entries(values)) if (value) url.searchParams.set(name, String(value))
  return url.href
}
