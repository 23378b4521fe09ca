import type { SiwxServer } from '../createSiwxServer.ts'
import { bodyLimit } from '../readBody.ts'

/** The used parts of a request of Node or Express. `body` is set if a parser has read the body. */
type NodeRequest = AsyncIterable<Uint8Array> & {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly originalUrl?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body?: unknown
  /** Express only: the client's IP address by its setting `trust proxy`. */
  readonly ip?: string | undefined
  readonly socket?: { readonly remoteAddress?: string | undefined } | undefined
}

/** The used parts of a response. */
type NodeResponse = {
  statusCode: number
  setHeader(name: string, value: string | readonly string[]): unknown
  end(text: string): unknown
}

/**
 * Creates middleware for Express, Connect and Node's own server, which answers the paths of `siwx`:
 * `app.use(expressSiwx(siwx))`, before or after `express.json()`. Other routes read the session
 * with `siwx.readSession(request)`.
 */
export function expressSiwx({
  basePath,
  origin,
  handle,
}: SiwxServer): (
  request: NodeRequest,
  response: NodeResponse,
  next: (error?: unknown) => void,
) => Promise<void> {
  return async (request, response, next) => {
    const path = request.originalUrl ?? request.url ?? '/'
    if (!path.startsWith(`${basePath}/`)) return next()
    try {
      // read first, because a closed connection has no address any more
      const address = request.ip ?? request.socket?.remoteAddress
      await send(await handle(await toRequest(request, `${origin}${path}`), { address }), response)
    } catch (error) {
      next(error)
    }
  }
}

/**
 * Methods that a standard `Request` can't have. `OPTIONS`, which is also unsupported, replaces
 * them. Fetch Standard, 2.2.1
 */
const neverStandard: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK'])

async function toRequest(request: NodeRequest, url: string): Promise<Request> {
  const headers = new Headers()
  // without `:method`, `:path` and so on, which HTTP/2 puts among the headers
  for (const [name, value] of Object.entries(request.headers))
    if (!name.startsWith(':')) for (const item of [value ?? []].flat()) headers.append(name, item)
  const method = neverStandard.has(request.method ?? '') ? 'OPTIONS' : (request.method ?? 'GET')
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(url, { method, headers, ...(hasBody && { body: await bodyOf(request) }) })
}

/**
 * The body of a request, from a parser or from the connection. Of a body that is too long, no more
 * is read than is needed to see that.
 */
async function bodyOf(request: NodeRequest): Promise<string | Uint8Array<ArrayBuffer>> {
  const { body: known } = request
  if (known !== undefined)
    return typeof known === 'string'
      ? known
      : known instanceof Uint8Array
        ? Uint8Array.from(known)
        : JSON.stringify(known)
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request) {
    parts.push(part)
    length += part.length
    if (length > bodyLimit) break
  }
  const body = new Uint8Array(length)
  parts.reduce((at, part) => (body.set(part, at), at + part.length), 0)
  return body
}

async function send(answer: Response, response: NodeResponse): Promise<void> {
  response.statusCode = answer.status
  const cookies = answer.headers.getSetCookie()
  for (const [name, value] of answer.headers)
    if (name !== 'set-cookie') response.setHeader(name, value)
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  response.end(await answer.text())
}
