import type { IncomingMessage, ServerResponse } from 'node:http'
import { readLimited } from '../../../packages/server/src/readLimited.ts'

/** The maximum number of bytes of a request's body. */
const maxBytes = 64 * 1024

/** A request to a fake company. `path` is the path without the prefix of the company. */
export type CompanyRequest = {
  method: string
  path: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
  form: URLSearchParams
}
/** An answer of a fake company. */
export type Answer = { status: number; headers?: Record<string, string>; body?: string }

/** Reads a request. @throws TooLargeError */
export async function readCompanyRequest(
  request: IncomingMessage,
  base: string,
): Promise<CompanyRequest> {
  const url = new URL(request.url ?? '/', base)
  const body = (await readLimited(request, maxBytes)).toString()
  return {
    method: request.method ?? 'GET',
    path: url.pathname.replace(/^\/[^/]*/, '') || '/',
    url,
    headers: request.headers,
    body,
    form: new URLSearchParams(body),
  }
}

/** Sends an answer. Browsers do not cache it. */
export function send(response: ServerResponse, { status, headers = {}, body = '' }: Answer): void {
  response
    .writeHead(status, {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      ...headers,
    })
    .end(body)
}

/** Creates an answer in JSON. */
export const json = (value: unknown, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})
/** Creates an answer that is a page. */
export const html = (body: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
})
/** Creates an answer that redirects the browser to an address, with further parameters. */
export const redirect = (
  to: string | URL,
  parameters: Readonly<Record<string, string>> = {},
): Answer => {
  const url = new URL(to)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { status: 302, headers: { location: url.href } }
}
