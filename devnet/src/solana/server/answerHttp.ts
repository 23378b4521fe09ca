import type { IncomingMessage, ServerResponse } from 'node:http'
import { readLimited, TooLargeError } from '@latchkey/server/readLimited'
import type { Chain } from '../chain/chain.ts'
import type { File } from '../metadata/createFiles.ts'
import { answerCalls, callMethod, requestLimits } from './answerCalls.ts'

/** The headers that allow any page to send requests, as public nodes do. */
const forAnySite = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
}

/** What the answers need. `fileAt` returns the file that is served at a path. */
export type HttpSide = {
  chain: Chain
  fileAt: (path: string) => File | undefined
  onDefect: (error: unknown) => void
}

/** Answers an HTTP request: JSON-RPC by POST, files by GET, and `GET /health` as validators do. */
export async function answerHttp(
  { chain, fileAt, onDefect }: HttpSide,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url = '' } = request
  if (method === 'OPTIONS') return end(response, 204)
  const file = method === 'GET' || method === 'HEAD' ? fileAt(url) : undefined
  if (file) return end(response, 200, file.body, file.type)
  if (method === 'GET' && url === '/health') return end(response, 200, 'ok', 'text/plain')
  if (method !== 'POST')
    return end(
      response,
      405,
      'Used HTTP Method is not allowed. POST or OPTIONS is required\n',
      'text/plain',
    )
  const body = await bodyOf(request)
  if (body === undefined) return end(response, 413, 'The request is too long\n', 'text/plain')
  end(
    response,
    200,
    answerCalls(body, (call) => callMethod(chain, call), onDefect),
    'application/json; charset=utf-8',
  )
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > requestLimits.json.bytes) return undefined
  try {
    return await readLimited(request, requestLimits.json.bytes)
  } catch (error) {
    if (error instanceof TooLargeError) return undefined
    throw error
  }
}

function end(response: ServerResponse, status: number, body = '', type?: string): void {
  response
    .writeHead(status, {
      ...forAnySite,
      ...(type && { 'content-type': type }),
      ...(status === 413 && { connection: 'close' }),
    })
    .end(body)
}
