import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Part } from '@latchkey/server/part'
import { send } from '@latchkey/server/serve'
import type { createHosts } from './hosts.ts'
import type { createOperatorPages } from './operatorPages.ts'
import { pathOf } from './pathOf.ts'
import type { Parts } from './startParts.ts'
import { targetOf, type Target } from './targetOf.ts'
import type { ServeMetrics } from './metrics.ts'

type Options = {
  hostOf: ReturnType<typeof createHosts>
  parts: Parts
  pages: ReturnType<typeof createOperatorPages>
  metrics: ServeMetrics
}

/** Passes each request and upgrade to the service, or to the operator's page, at its address. */
export class Dispatcher {
  readonly #hostOf: Options['hostOf']
  readonly #parts: Parts
  readonly #pages: Options['pages']
  readonly #metrics: ServeMetrics

  constructor({ hostOf, parts, pages, metrics }: Options) {
    this.#hostOf = hostOf
    this.#parts = parts
    this.#pages = pages
    this.#metrics = metrics
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = this.#find(request, false)
    if (target.kind === 'refused') return refuse(request, response, target)
    if (target.kind === 'operator') return this.#pages.answer(target.page, request, response)
    if (target.url !== undefined)
      request.url = target.url + (request.url ?? '').slice((pathOf(request.url) ?? '').length)
    return pass(target.part, () => target.part.answer(request, response))
  }

  async upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const target = this.#find(request, true)
    const enter = target.kind === 'part' ? target.part.upgrade : undefined
    if (target.kind === 'part' && enter)
      return pass(target.part, () => enter(request, stream, head))
    // without a listener, an error of a closed connection would end the process
    stream.on('error', () => {})
    const status = target.kind === 'refused' ? target.status : 404
    stream.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    )
  }

  #find(request: IncomingMessage, isUpgrade: boolean): Target {
    const path = pathOf(request.url)
    const target = targetOf({
      host: this.#hostOf(request),
      path,
      isUpgrade,
      names: this.#parts.names,
      running: this.#parts.running,
    })
    if (target.kind === 'refused') this.#metrics.refused({ why: String(target.status) }).add()
    return target
  }
}

/** Passes a request to a service. Its failure counts as a defect of the service. */
async function pass(part: Part, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    part.onDefect(error)
    throw error
  }
}

/** Error codes of the e-mail wallet by HTTP status. */
const codes = {
  400: 'invalidRequest',
  404: 'notFound',
  421: 'originRefused',
  503: 'unavailable',
} as const

/**
 * Refuses a request. The body has the shapes of the API's and of the e-mail wallet's errors, so
 * that the clients of both can read it. Pages of every origin may read it.
 */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, text }: Extract<Target, { kind: 'refused' }>,
): void {
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('access-control-allow-origin', '*')
  if (status === 503) response.setHeader('retry-after', '2')
  const body = JSON.stringify({
    error: codes[status],
    status: 'FAILED',
    reasons: [{ field: '', name: '', description: text }],
  })
  send(response, status, request.method === 'HEAD' ? '' : body)
}
