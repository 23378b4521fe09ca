import type { IncomingMessage, ServerResponse } from 'node:http'
import { readLimited, TooLargeError } from '@latchkey/server/readLimited'
import { answerCalls, requestLimits, type CallSide } from './answerCalls.ts'
import { answerControl, type Controls } from './control.ts'

/** The headers that allow any page to send requests, as public nodes do. */
const forAnySite = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
}

/** What the answers need. */
export type HttpSide = CallSide & {
  controls: Controls
  /** Whether the chain runs, so that calls are answered. */
  isRunning: () => boolean
}

/**
 * Answers an HTTP request: JSON-RPC by `POST /`, the paths of the devnet itself, and `GET /health`
 * as nodes do.
 */
export async function answerHttp(
  side: HttpSide,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url = '/' } = request
  const [path = '/'] = url.split('?')
  if (method === 'OPTIONS') return end(response, 204)
  if (method === 'GET' && path === '/health')
    return endJson(response, 200, {
      peers: 0,
      isSyncing: !side.isRunning(),
      shouldHavePeers: false,
    })
  if (method !== 'POST') return endJson(response, 405, { error: 'Send it by POST' })
  const body = await bodyOf(request)
  if (body === undefined) return endJson(response, 413, { error: 'The request is too long' })
  if (path === '/') return end(response, 200, await answerCalls(side, body))
  const { status, body: answer } = await answerControl(side.controls, path, body)
  endJson(response, status, answer)
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const { bytes } = requestLimits.json
  if (Number(request.headers['content-length'] ?? 0) > bytes) return undefined
  try {
    return await readLimited(request, bytes)
  } catch (error) {
    if (error instanceof TooLargeError) return undefined
    throw error
  }
}

const endJson = (response: ServerResponse, status: number, body: unknown): void =>
  end(response, status, JSON.stringify(body))

function end(response: ServerResponse, status: number, body = ''): void {
  response
    .writeHead(status, {
      ...forAnySite,
      ...(body !== '' && { 'content-type': 'application/json' }),
      ...(status === 413 && { connection: 'close' }),
    })
    .end(body)
}
