import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** A request that a test's server received. */
export type TestRequest = {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
}

/** Answers a request, or leaves it unanswered. */
export type TestAnswer = (response: ServerResponse, request: TestRequest) => void

/**
 * Starts a server on a free port of this computer that sends the test's answers. It ends with the
 * test.
 */
export async function startTestServer(answer: TestAnswer) {
  const requests: TestRequest[] = []
  const waiters = new Set<() => void>()
  const server = createServer((message, response) => {
    const parts: Buffer[] = []
    message.on('data', (part: Buffer) => parts.push(part))
    message.on('end', () => {
      const request = {
        method: message.method ?? '',
        url: new URL(message.url ?? '/', 'http://server'),
        headers: message.headers,
        body: Buffer.concat(parts).toString(),
      }
      requests.push(request)
      waiters.forEach((check) => check())
      answer(response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('A server on a port has an address')
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  /** Resolves as soon as `count` requests have arrived. */
  const received = (count: number) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (requests.length >= count) resolve()
      }
      waiters.add(check)
      check()
    })
  return { url: `http://127.0.0.1:${address.port}`, requests, received, close }
}

/** Answers JSON. */
export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body))
}

/** Answers a JSON-RPC request like a node, with the request's id. */
export function sendResult(
  response: ServerResponse,
  { body }: Pick<TestRequest, 'body'>,
  result: unknown,
  status?: number,
): void {
  const { id } = JSON.parse(body) as { id: unknown } // the body is a JSON-RPC request of the kit
  sendJson(response, { jsonrpc: '2.0', id, result }, status)
}
