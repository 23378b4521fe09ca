import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOperator } from './isOperator.ts'

const token = 'a-word-of-operators-that-is-long-enough-0123456789'
const local = { url: 'http://localhost:8080', trustProxy: 0, token }
const open = { ...local, url: 'https://latchkey.example.org' }
let checked: Parameters<typeof isOperator>[1] = local

const server = createServer(
  (incoming, answer) => void answer.end(String(isOperator(incoming, checked))),
)
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

/**
 * Sends a request like a proxy on this machine without configuration: nginx writes the host of its
 * `proxy_pass` into the Host header, and adds no header.
 */
function send(headers: Record<string, string> = {}): Promise<string> {
  const { port } = server.address() as AddressInfo // the server listens at a port
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, headers, agent: false }, (answer) =>
      answer.setEncoding('utf8').on('data', resolve),
    )
      .on('error', reject)
      .end()
  })
}

test.each([
  ['a `url` of this machine', local, 'true'],
  ['a public `url`', open, 'false'],
  ['a proxy and a `url` of this machine', { ...local, trustProxy: 1 }, 'false'],
  ['a proxy and no token', { url: open.url, trustProxy: 1, token: undefined }, 'false'],
])(
  'a request from this machine counts as the operator’s, or not, with %s',
  async (_, settings, seen) => {
    checked = settings
    expect(await send()).toBe(seen)
    expect(await send({ host: 'localhost' })).toBe(seen)
    expect(await send({ authorization: `Bearer ${token}` })).toBe(
      settings.token === undefined ? 'false' : 'true',
    )
  },
)
