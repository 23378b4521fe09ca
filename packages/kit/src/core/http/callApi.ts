import type { Endpoint } from '@latchkey/protocol/api'
import { readShape } from '@latchkey/protocol/border'
import { readUrl } from '@latchkey/protocol/readUrl'
import type { InferInput, InferOutput } from 'valibot'
import { kitError } from '../errors/errors.ts'
import { requestJson } from './http.ts'
import type { HttpContext, HttpRequest } from './http.ts'
import { joinUrl } from './joinUrl.ts'
import { optionInvalid } from '../options/optionInvalid.ts'
import { ownUrl } from '../options/ownUrl.ts'
import { kitVersion } from '../kit/version.ts'

/**
 * The URL of the API, which may be a path of the page's own origin, and the site that calls it.
 * `clientId` is the relay's id of this browser (`did:key`), set once the page is connected to a
 * relay.
 */
export type ApiContext = HttpContext & { apiUrl: string; projectId?: string; clientId?: string }

/**
 * Calls the blockchain API once, with the types and the checks of the endpoint's entry in the
 * table.
 * @throws KitError as {@link requestJson}; optionInvalid where `apiUrl` is a path and there is no
 *   page, as on a server; answerInvalid when the answer does not have the endpoint's shape
 */
export async function callApi<endpoint extends Endpoint>(
  context: ApiContext,
  endpoint: endpoint,
  {
    query,
    ...request
  }: { query: InferInput<endpoint['query']>; body?: InferInput<endpoint['body']> } & Pick<
    HttpRequest,
    'signal' | 'retries' | 'onHeaders'
  >,
): Promise<InferOutput<endpoint['answer']>> {
  const answer = await requestJson(context, {
    method: endpoint.method,
    url: urlOf(context, endpoint, query),
    ...request,
  })
  try {
    return readShape(endpoint.answer, answer)
  } catch (cause) {
    throw kitError('answerInvalid', { cause })
  }
}

/** The URL of a call. It begins with `apiUrl`, path included. Empty values are left out. */
function urlOf(
  { apiUrl, projectId, clientId }: ApiContext,
  { path }: Endpoint,
  query: unknown,
): string {
  const values: Record<string, unknown> = {
    projectId,
    clientId,
    st: 'latchkey',
    sv: kitVersion,
    ...(query as object),
  } // every query schema is an object
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name])
    delete values[name]
    return encodeURIComponent(value)
  })
  const url = readUrl(joinUrl(ownUrl(apiUrl), filled))
  if (!url)
    throw optionInvalid(
      'services.api',
      'is a path, and there is no page',
      'Pass a whole URL where the kit asks without one.',
    )
  for (const [name, value] of Object.entries(values))
    if (value) url.searchParams.set(name, String(value))
  return url.href
}
