import { getRequestListener } from '@hono/node-server'
import { DatabaseError } from '@latchkey/server/db/database'
import { causesIn } from '@latchkey/server/causesOf'
import { addressKey } from '@latchkey/server/clientAddress'
import type { ListenOptions } from '@latchkey/server/openPort'
import { segmentsOf, type Part } from '@latchkey/server/part'
import { serve, type Listening } from '@latchkey/server/serve'
import { createShares } from '@latchkey/server/shares'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { answers } from './calls/answers.ts'
import { callRoute } from './calls/callRoute.ts'
import type { Call, Env } from './http/env.ts'
import { noteRequests } from './http/noteRequests.ts'
import { ownOrigin } from './http/ownOrigin.ts'
import { parseOptions, type WalletOptions } from './options.ts'
import { health, metrics } from './pages/condition.ts'
import { assets, frame, stageWindow } from './pages/frame.ts'
import { links } from './pages/links.ts'
import { logins } from './pages/logins.ts'
import { socialCallback } from './pages/socialCallback.ts'
import { Refusal } from './refusal.ts'
import { bundler, paymaster } from './rpc/operations.ts'
import { rpc } from './rpc/rpc.ts'
import { createService, type Service } from './service.ts'

/** The embedded wallet's server. */
export type Wallet = {
  /**
   * Opens the database and a port, by default on this machine only.
   * @throws the socket's error; FolderInUseError, FolderError of the database's folder
   */
  listen: (options: ListenOptions) => Promise<Listening>
  /**
   * Opens the database, and answers the requests that another server forwards from its own port.
   * @throws FolderInUseError, FolderError of the database's folder
   */
  attach: () => Promise<Part>
  /**
   * Closes every opened server, sends the pending mails, and closes the database. Running
   * requests have `drain` milliseconds, by default 5000.
   */
  close: (options?: { drain?: number }) => Promise<void>
}

/**
 * Creates the server of the embedded wallet: logins, shares, the vault, and the frame's page.
 * @throws OptionError which names the wrong option
 */
export function createWallet(options: WalletOptions): Wallet {
  const service = createService(parseOptions(options))
  const { limits, trustProxy } = service.options
  const app = createApp(service)
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const answers = {
    answer: async (request, response) => void (await listener(request, response)),
    onDefect: () => service.metrics.defects.add(),
  } satisfies Partial<Part>
  const { each, all } = limits.connections || { each: Infinity, all: Infinity }
  // behind a proxy all connections come from the proxy
  const connections = createShares({ each: trustProxy > 0 ? Infinity : each, all })
  service.metrics.connections(() => connections.all)
  const open: Listening[] = []
  return {
    async listen(where) {
      await service.start()
      const server = await serve({
        ...where,
        ...answers,
        connections,
        addressOf: (socket) => addressKey(socket.remoteAddress ?? '') ?? '',
        onRefused: (why) =>
          service.metrics.refused({ why: why === 'slow' ? 'answer not taken' : why }).add(),
      })
      open.push(server)
      return server
    },
    async attach() {
      await service.start()
      return {
        ...answers,
        segments: segmentsOf(app.routes.map(({ path }) => path).filter((path) => path !== '/*')),
        fault: service.store.fault,
        snapshot: service.store.snapshot,
        metrics: service.metrics.text,
      }
    },
    async close(how) {
      await Promise.all(open.splice(0).map((server) => server.close(how)))
      await service.close()
    },
  }
}

function createApp(service: Service): Hono<Env> {
  const app = new Hono<Env>({ strict: false }) // some proxies add a slash to each path
  app.onError(answerError)
  app.notFound((call) => answerError(new Refusal('notFound'), call))
  app.use('*', noteRequests(service))
  app.use('*', service.clients.middleware)
  const routes = [
    ...answers.map((answer) => callRoute(service, answer)),
    rpc(service),
    bundler(service),
    paymaster(service),
    frame(service),
    assets(service),
    stageWindow(service),
    ...links(service),
    logins(service),
    ...socialCallback(service),
  ]
  const anyHost = [health(service), metrics(service)]
  // compressing each answer is cheap enough, because a browser loads each file only once
  app.use('/assets/*', compress())
  for (const { path, takesForeign } of routes)
    app.use(path, ownOrigin(service.options.url, { takesForeign: takesForeign ?? false }))
  for (const route of [...routes, ...anyHost]) app.on(route.method, route.path, route.answer)
  for (const { path } of [...routes, ...anyHost])
    app.all(path, () => {
      throw new Refusal('methodNotAllowed')
    })
  return app
}

/**
 * The status for a client that has closed the connection, in the log only. Source: a
 * convention of nginx.
 */
const clientLeft = 499

/**
 * Answers with a refusal. Any other error is a defect or a failure of the database: the client gets
 * only `internal` or `unavailable`.
 */
function answerError(error: Error, call: Call): Response {
  if (call.req.raw.signal.aborted) return new Response(null, { status: clientLeft })
  const known =
    error instanceof Refusal
      ? error
      : new Refusal(
          [...causesIn(error)].some((one) => one instanceof DatabaseError)
            ? 'unavailable'
            : 'internal',
        )
  call.set('error', known === error ? undefined : error)
  const wait = known.values.seconds ?? (known.status === 503 ? 5 : undefined)
  return call.json(known.body, known.status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(wait !== undefined && { 'retry-after': String(wait) }),
  })
}
