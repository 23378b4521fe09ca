import { requestJson } from '../../core/http/http.ts'
import type { HttpRequest } from '../../core/http/http.ts'
import type { KitContext } from '../../core/kit/context.ts'

/**
 * Sends a request with the session's cookie to the site's own server: by POST if there is a body,
 * else by GET.
 * @throws KitError as `requestJson`
 */
export function requestServer(context: KitContext, url: string, body?: object): Promise<unknown> {
  const requestInit: Partial<HttpRequest> = body
    ? { method: 'POST', body, contentType: 'application/json', retries: 0 }
    : { method: 'GET' }
  return requestJson(context, { method: 'GET', url, credentials: 'same-origin', ...requestInit })
}
