import fc from 'fast-check'
import { wait } from '@latchkey/server/waiting'
import { createTestClient } from '../../../services/relay/src/testing/createTestClient.ts'
import { rawFrame } from '../relay/rawFrame.ts'
import type { Scene, Stage } from '../scene.ts'
import type { Target } from '../target.ts'
import { generate } from './generate.ts'

/** Milliseconds after which the attacker closes a connection. */
const patience = 60

const junk = fc.oneof(
  fc.constantFrom('', ' ', '\t', '\u0000', '\r', '\n', '\r\n', '\r\n\r\n', '%', '\u00ff'),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
/** Mostly `first`, sometimes one of the alternatives. */
const mostly = (first: string, ...alternatives: string[]) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(first) },
    { weight: 2, arbitrary: fc.constantFrom(first, ...alternatives) },
    { weight: 1, arbitrary: junk },
  )

const name = fc.constantFrom(
  'Host',
  'Content-Length',
  'Transfer-Encoding',
  'Connection',
  'Upgrade',
  'Expect',
  'Sec-WebSocket-Key',
  'Sec-WebSocket-Version',
  'Sec-WebSocket-Protocol',
  'Sec-WebSocket-Extensions',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'Origin',
  'Cookie',
  'Content-Type',
  'Accept-Encoding',
  'Authorization',
  '__proto__',
  ' X',
  'X ',
  'X\u0000',
)
const value = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '5',
    '-1',
    '+5',
    '5, 6',
    '0x5',
    '99999999999999999999',
    'chunked',
    'chunked, chunked',
    'identity',
    'xchunked',
    'close',
    'keep-alive',
    'upgrade',
    'websocket',
    'h2c',
    '100-continue',
    '13',
    '999',
    'permessage-deflate; server_max_window_bits=99',
    'gzip',
    'x'.repeat(20_000),
    '127.0.0.1, '.repeat(500),
  ),
  junk,
)
const header = fc.tuple(name, value).map(([name, value]) => `${name}: ${value}\r\n`)
const body = fc.oneof(
  fc.constantFrom(
    '',
    '{}',
    '5\r\nhello\r\n0\r\n\r\n',
    'ffffffffffffffff\r\n',
    '-1\r\n',
    '0\r\n\r\nGET /health HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /metrics HTTP/1.1\r\n\r\n'.repeat(20),
  ),
  junk,
)

/**
 * Generates a malformed request: duplicate or invalid headers, wrong lengths, a request inside
 * another.
 */
function httpOpening(paths: readonly string[]): fc.Arbitrary<Buffer> {
  return fc
    .tuple(
      mostly('GET', 'POST', 'OPTIONS', 'CONNECT', 'TRACE', 'PRI', 'get', 'HEAD'),
      fc.oneof(fc.constantFrom(...paths), junk),
      mostly('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', ''),
      fc.boolean(),
      fc.array(header, { maxLength: 6 }),
      body,
    )
    .map(([method, path, version, hasHost, headers, rest]) =>
      Buffer.from(
        `${method} ${path} ${version}\r\n${hasHost ? 'Host: a\r\n' : ''}${headers.join('')}\r\n${rest}`,
        'latin1',
      ),
    )
}

const opcode = fc.integer({ min: 0, max: 15 })
const length = fc.constantFrom(
  0,
  1,
  2,
  125,
  126,
  65_535,
  65_536,
  2 ** 31,
  2 ** 32,
  Number.MAX_SAFE_INTEGER,
)
const payload = fc.oneof(
  fc.uint8Array({ maxLength: 130 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom(
      '',
      '{}',
      '\u0003\u00e8',
      '\u0000',
      '{"id":{"toString":1},"jsonrpc":"2.0","result":1}',
    )
    .map((text) => Buffer.from(text, 'latin1')),
)
const frame = fc
  .record({
    payload,
    opcode,
    fin: fc.boolean(),
    masked: fc.oneof(
      { weight: 4, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    reserved: fc.oneof(
      { weight: 4, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 7 }) },
    ),
    announced: fc.option(length, { nil: undefined, freq: 5 }),
  })
  .map(({ payload, announced, ...how }) =>
    rawFrame(payload, { ...how, ...(announced !== undefined && { announced }) }),
  )

/**
 * Frames after a valid handshake: with reserved bits or opcodes, unmasked, cut, or with another
 * length than the announced length.
 */
const frames = fc.array(frame, { minLength: 1, maxLength: 6 }).map((all) => Buffer.concat(all))

function handshake({ host, port, url }: Target): Buffer {
  return Buffer.from(
    `GET /?auth=${createTestClient().token(url)} HTTP/1.1\r\nHost: ${host}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  )
}

/** Sends bytes over a new connection, and closes it soon. */
async function send(target: Target, bytes: Buffer): Promise<void> {
  const socket = await target.connect().catch(() => undefined)
  if (!socket) return
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.resume()
  socket.write(bytes)
  await Promise.race([closed, wait(patience)])
  socket.destroy()
}

type Opening = { kind: 'http'; bytes: Buffer } | { kind: 'frames'; bytes: Buffer }

function openings(arbitrary: fc.Arbitrary<Opening>, seconds: number): Stage['attack'] {
  return (target) =>
    generate(target, {
      arbitrary,
      batch: 40,
      seconds,
      async attempt(batch) {
        await Promise.all(
          batch.map(({ kind, bytes }) =>
            send(target, kind === 'http' ? bytes : Buffer.concat([handshake(target), bytes])),
          ),
        )
        return undefined
      },
    })
}

const upgrade =
  '/?auth=x HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nX-Rest:'
const http = (paths: readonly string[]) =>
  httpOpening(paths).map((bytes): Opening => ({ kind: 'http', bytes }))

export const relayOpenings: Scene = {
  name: 'relay-openings',
  of: 'relay',
  quick: 'long',
  seconds: 25,
  title: 'generated: raw WebSocket and HTTP openings',
  stage: () => ({
    config: { options: { shares: false } },
    attack: openings(
      fc.oneof(
        frames.map((bytes): Opening => ({ kind: 'frames', bytes })),
        http([upgrade, '/rpc', '/health', '/metrics', '/?auth=', '//', '*', 'http://a/']),
      ),
      7,
    ),
  }),
}
export const apiOpenings: Scene = {
  name: 'api-openings',
  of: 'api',
  seconds: 20,
  title: 'generated: raw HTTP openings',
  stage: () => ({
    config: { options: { rateLimit: false } },
    attack: openings(
      http([
        '/v1',
        '/v1/fungible/price',
        '/getWallets',
        '/health',
        '/v1/account/0x/balance',
        '//',
        '*',
        'http://a/',
        '/%2e%2e/',
      ]),
      5,
    ),
  }),
}
