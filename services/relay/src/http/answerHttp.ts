import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { send } from '@latchkey/server/serve'
import { inTime } from '@latchkey/server/waiting'
import { errorText } from '../rpc/answerRequest.ts'
import type { Service } from '../service.ts'
import { answerRpc, type RpcContext } from './answerRpc.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string } // the file is this package's own

/** Maximum of milliseconds for the answer to `GET /health`. */
export const healthLimit = 1_000
/** Paths for clients, without the leading slash. */
export const paths: ReadonlySet<string> = new Set(['rpc', 'public-key'])

type HttpContext = RpcContext & { isDraining: () => boolean; isOverloaded: () => boolean }

/** Answers plain HTTP: `GET /health`, `GET /metrics`, `GET /public-key`, `POST /rpc`. */
export async function answerHttp(
  service: Service,
  context: HttpContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('?')[0]
  const method = request.method ?? ''
  response.setHeader('cache-control', 'no-store')
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', 'authorization, content-type')
  if (path === '/health' && isRead(method)) return answerHealth(service, context, response)
  if (!service.shares.connects.take(context.addressOf(request), 1).allowed) {
    service.metrics.refused('connects').add()
    response.setHeader('retry-after', '1')
    return send(
      response,
      429,
      path === '/rpc' ? errorText('0', 'TooManyRequests') : '{"error":"Too many requests"}',
    )
  }
  if (method === 'OPTIONS') return send(response, 204, '')
  if (path === '/metrics' && isRead(method))
    return send(response, 200, service.metrics.text(), 'text/plain; version=0.0.4; charset=utf-8')
  if (context.isOverloaded()) {
    service.metrics.refused('overloaded').add()
    response.setHeader('retry-after', '1')
    return send(response, 503, '{"error":"Overloaded"}')
  }
  if (path === '/rpc' && method === 'POST') return answerRpc(service, context, request, response)
  const key = path === '/public-key' ? service.watch?.key() : undefined
  if (key && isRead(method)) return send(response, 200, key.publicKey, 'text/plain; charset=utf-8')
  const known = key !== undefined || path === '/health' || path === '/metrics' || path === '/rpc'
  if (known) response.setHeader('allow', path === '/rpc' ? 'POST' : 'GET, HEAD')
  send(response, known ? 405 : 404, `{"error":"${known ? 'Method not allowed' : 'Not found'}"}`)
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

async function answerHealth(
  { store }: Service,
  { isDraining }: HttpContext,
  response: ServerResponse,
): Promise<void> {
  // whoever opened the store logs its errors
  const healthy = !isDraining() && (await inTime(healthLimit, store.isHealthy()).catch(() => false))
  send(
    response,
    healthy ? 200 : 503,
    JSON.stringify({
      status: healthy ? 'ok' : isDraining() ? 'draining' : 'store unavailable',
      version,
    }),
  )
}
