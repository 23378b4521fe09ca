import type { IncomingMessage, ServerResponse } from 'node:http'
import { readLimited, TooLargeError } from '@latchkey/server/readLimited'
import type { Chain } from '../chain/types.ts'
import type { Answer } from '../esplora/answer.ts'
import { answerEsplora } from '../esplora/answerEsplora.ts'
import { answerRpc } from '../rpc/answerRpc.ts'
import { answerControl, type Controls } from './control.ts'

/** The headers that allow any page to send requests, as public servers do. */
const forAnySite = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
}

/** The longest body: a block of transactions in hex. */
const maxBody = 8_000_000

/** What the answers need. */
export type HttpSide = {
  chain: Chain
  controls: Controls
  onDefect: (error: unknown) => void
}

/**
 * Answers an HTTP request: Esplora's REST API, bitcoind's JSON-RPC by `POST /`, and the paths of the
 * devnet itself.
 */
export async function answerHttp(
  { chain, controls, onDefect }: HttpSide,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = message
  if (method === 'OPTIONS') return end(response, { status: 204, body: '' })
  const body = method === 'POST' ? await bodyOf(message) : ''
  if (body === undefined) return end(response, { status: 413, body: 'The request is too long' })
  const [path = '/'] = url.split('?')
  const request = { method, path: path.length > 1 ? path.replace(/\/$/, '') : path, body }
  if (method === 'POST' && request.path === '/')
    return end(response, answerRpc(chain, body, onDefect))
  end(response, answerControl(controls, request) ?? answerEsplora(chain, request))
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  try {
    return (await readLimited(request, maxBody)).toString('latin1')
  } catch (error) {
    if (error instanceof TooLargeError) return undefined
    throw error
  }
}

function end(response: ServerResponse, { status, body }: Answer): void {
  const isBytes = Buffer.isBuffer(body)
  const isText = typeof body === 'string' || typeof body === 'number'
  const type = isBytes ? 'application/octet-stream' : isText ? 'text/plain' : 'application/json'
  response
    .writeHead(status, {
      ...forAnySite,
      'content-type': type,
      ...(status === 413 && { connection: 'close' }),
    })
    .end(isBytes ? body : isText ? String(body) : JSON.stringify(body))
}
