import { createServer } from 'node:http'
import { connect, createServer as createHttp2 } from 'node:http2'
import type { RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import { Hono } from 'hono'
import { describe, expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../../../../testing/manualClock.ts'
import { createSiwxServer } from '../createSiwxServer.ts'
import type { SiwxServer } from '../createSiwxServer.ts'
import { secret, startBrowser } from '../startTestSiwx.ts'
import { expressSiwx } from './expressSiwx.ts'
import { honoSiwx } from './honoSiwx.ts'
import { nextSiwx } from './nextSiwx.ts'

/** A site whose `/me` returns the signed-in accounts. */
type Site = (siwx: SiwxServer) => RequestListener

const withHono: Site = (siwx) => {
  const app = new Hono()
  app.use(honoSiwx(siwx))
  app.get('/me', async (context) =>
    context.json(
      (await siwx.readSession(context.req.raw))?.accounts.map(({ accountId }) => accountId) ?? [],
    ),
  )
  return getRequestListener(app.fetch)
}

const withExpress =
  (prepare: (app: express.Express) => void): Site =>
  (siwx) => {
    const app = express()
    prepare(app)
    app.use(expressSiwx(siwx))
    app.get(
      '/me',
      (request, response) =>
        void siwx
          .readSession(request)
          .then((session) =>
            response.json(session?.accounts.map(({ accountId }) => accountId) ?? []),
          ),
    )
    return app as RequestListener // the cast: an Express app is a request listener
  }

/** A site on Node's own server: the middleware, then a function that answers `/me`. */
const withNode: Site = (siwx) => {
  const middleware = expressSiwx(siwx)
  return (request, response) =>
    middleware(
      request,
      response,
      () =>
        void siwx
          .readSession(request)
          .then((session) =>
            response.end(JSON.stringify(session?.accounts.map(({ accountId }) => accountId) ?? [])),
          ),
    )
}

/**
 * A site with Next's handlers, but without Next. Next calls them with a standard `Request`; here
 * Hono's server does so. As in Next, `headers()` is a read-only `Headers`.
 */
const withNextHandlers: Site = (siwx) => {
  const { GET, POST } = nextSiwx(siwx)
  return getRequestListener(async (request) => {
    if (new URL(request.url).pathname !== '/me')
      return (request.method === 'GET' ? GET : POST)(request)
    const headers = { get: (name: string) => request.headers.get(name) }
    return Response.json(
      (await siwx.readSession({ headers }))?.accounts.map(({ accountId }) => accountId) ?? [],
    )
  })
}

test('an HTTP/2 request is answered', async () => {
  const siwx = createSiwxServer({ domain: 'localhost:3000', secret })
  const server = createSecureless(expressSiwx(siwx))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  const client = connect(`http://localhost:${typeof address === 'object' ? address?.port : 0}`)
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  const stream = client.request({
    ':method': 'POST',
    ':path': '/siwx/nonce',
    origin: siwx.origin,
    'content-type': 'application/json',
  })
  stream.end('{}')
  expect(
    await new Promise((resolve) =>
      stream.once('response', (headers) => resolve(headers[':status'])),
    ),
  ).toBe(200)
})

/** An HTTP/2 server without TLS. It has only the middleware. */
const createSecureless = (middleware: ReturnType<typeof expressSiwx>) =>
  createHttp2(
    (request, response) =>
      void middleware(request, response, (error) => response.writeHead(500).end(String(error))),
  )

test.each(['TRACE', 'TRACK', 'PROPFIND'])(
  'a request with the method %s is refused with 405',
  async (method) => {
    const siwx = createSiwxServer({ domain: 'localhost:3000', secret })
    let status: number | undefined
    const response = {
      set statusCode(value: number) {
        status = value
      },
      setHeader() {},
      end() {},
    }
    const failed: unknown[] = []
    await expressSiwx(siwx)(
      Object.assign(Readable.from([]), {
        method,
        url: '/siwx/nonce',
        headers: { origin: siwx.origin },
      }),
      response,
      (error) => failed.push(error),
    )
    expect([status, failed]).toEqual([405, []])
  },
)

/** Starts the site on a free local port. */
async function start(site: Site) {
  const clock = manualClock()
  // the server starts first, because the site needs its port
  let listener: RequestListener = () => {}
  const server = createServer((request, response) => listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('A server on a port has an address')
  const siwx = createSiwxServer({
    domain: `localhost:${address.port}`,
    secret,
    clock,
    basePath: '/auth/siwx',
  })
  listener = site(siwx)
  const browser = startBrowser((request) => fetch(request), siwx.origin, clock, '/auth/siwx')
  const me = async (): Promise<unknown> =>
    (await fetch(`${siwx.origin}/me`, { headers: { cookie: browser.cookie() } })).json()
  return { ...browser, me, origin: siwx.origin }
}

describe.each<[string, Site]>([
  ['Hono', withHono],
  ['Express', withExpress(() => {})],
  ['Express behind express.json()', withExpress((app) => void app.use(express.json()))],
  [
    'Express behind express.raw()',
    withExpress((app) => void app.use(express.raw({ type: () => true }))),
  ],
  ['Node', withNode],
  ['Next’s route handlers', withNextHandlers],
])('a site with %s', (_, site) => {
  test('visitors sign in and out over HTTP', async () => {
    const { send, sign, account, me } = await start(site)
    expect(await me()).toEqual([])
    const answer = await send('/verify', await sign())
    expect(answer).toMatchObject({
      status: 200,
      body: { sessions: [{ accountId: `eip155:1:${account.address}` }] },
    })
    expect(answer.cookie).toMatch(/^siwx=.*; HttpOnly; SameSite=Lax$/)
    expect(await me()).toEqual([`eip155:1:${account.address}`])
    expect((await send('/sessions')).body.sessions).toHaveLength(1)
    expect((await send('/sign-out', {})).body).toEqual({ sessions: [] })
    expect(await me()).toEqual([])
  })

  test('invalid requests are refused with the right status', async () => {
    const { send, origin } = await start(site)
    expect((await send('/nonce', {}, { headers: { origin: 'https://evil.example' } })).status).toBe(
      403,
    )
    expect((await send('/nonce', '{}', { headers: { 'content-type': 'text/plain' } })).status).toBe(
      415,
    )
    expect((await send('/nothing', {})).status).toBe(404)
    expect((await send('/nonce')).status).toBe(405)
    expect((await fetch(`${origin}/me`)).status).toBe(200)
    // a server may close the connection before the client has read the answer: counts as 413
    const tooLong = await send(
      '/verify',
      JSON.stringify({ message: 'x'.repeat(90_000), signature: '' }),
    ).catch(() => ({ status: 413 }))
    expect(tooLong.status).toBe(413)
  })
})
