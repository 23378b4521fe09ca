import { getRequestListener } from '@hono/node-server'
import { addressKey } from '@latchkey/server/clientAddress'
import { causesOf } from '@latchkey/server/causesOf'
import { createAccess } from '@latchkey/server/db/createAccess'
import { DatabaseError, type Database } from '@latchkey/server/db/database'
import { createStore } from '@latchkey/server/db/createStore'
import { deriveKey } from '@latchkey/server/deriveKey'
import { FolderInUseError } from '@latchkey/server/lockFolder'
import { FolderError } from '@latchkey/server/makeFolder'
import type { ListenOptions } from '@latchkey/server/openPort'
import type { Part } from '@latchkey/server/part'
import { send, serve, type Listening } from '@latchkey/server/serve'
import { createShares } from '@latchkey/server/shares'
import { Hono } from 'hono'
import { addSeller, isOfSeller } from './addSeller.ts'
import { NodesError } from './chain/nodesError.ts'
import { openChain } from './chain/openChain.ts'
import { CheckoutPages } from './checkout/CheckoutPages.ts'
import { limitClients, tooMany, type App, type Limit } from './limitClients.ts'
import { MessageSender } from './messages/messageSender.ts'
import { createMetrics } from './metrics.ts'
import { createPrices } from './offers/createPrices.ts'
import { Offers } from './offers/Offers.ts'
import { parseOptions, type CheckedOptions, type SandboxOptions } from './options.ts'
import { openDatabase } from './orders/openDatabase.ts'
import type { Service } from './service.ts'
import { createStock } from './treasury/createStock.ts'
import { Treasury } from './treasury/Treasury.ts'

/** Maximum of open connections: `each` for one client, `all` in total. */
const connections = { each: 1_000, all: 2_000 }

/** The sandbox, a test seller of tokens: the checkout for visitors, and the paths for the API. */
export type Sandbox = {
  /**
   * Opens the server, by default on this machine only. Before that, this process locks the folder
   * of the database.
   * @throws the socket's error; FolderInUseError, FolderError
   */
  listen(where: ListenOptions): Promise<Listening>
  /** Sets the address of the API for which the sandbox sells, unless the options have `apiUrl`. */
  useApi(url: string): void
  /**
   * The sandbox for a program that runs several services. It answers only at its own port, so
   * `segments` is empty.
   */
  part: Part
  /** Ends its server. Running requests get `drain` milliseconds to finish. @default 5000 */
  close(how?: { drain?: number }): Promise<void>
}

/** Makes the sandbox. @throws OptionError that names the wrong option */
export function createSandbox(given: SandboxOptions): Sandbox {
  const options = parseOptions(given)
  const { secret, trustProxy, publicUrl } = options
  const store = createStore((onHeld) => openDatabase(options.database, onHeld))
  const service = createService(options, store.open)
  const { access, metrics } = service
  const opened: Listening[] = []
  let apiUrl = options.apiUrl
  const addressOf = () => publicUrl ?? `http://checkout.localhost:${opened[0]?.port ?? 0}`
  const parts = createParts(options, service, () => apiUrl)
  const limit = limitClients(options, service)
  const key = deriveKey(secret, 'requests')
  const app = createApp(service, parts, { key, limit, url: addressOf })
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const onDefect = () => metrics.defects.add()
  const answer: Part['answer'] = async (request, response) => {
    const refusal = isOfSeller(request.method, request.url) ? undefined : limit(request)
    if (!refusal) return listener(request, response)
    for (const [name, value] of Object.entries(refusal)) response.setHeader(name, value)
    send(response, 429, tooMany, 'text/plain; charset=utf-8')
  }

  return {
    async listen(where) {
      await store.held()
      const server = await serve({
        ...where,
        connections: createShares(
          trustProxy > 0 ? { each: Infinity, all: connections.all } : connections,
        ),
        addressOf: (socket) => addressKey(socket.remoteAddress ?? '') ?? '',
        onRefused: (why) => metrics.refused({ why }).add(),
        onDefect,
        answer,
      })
      opened.push(server)
      return { ...server, url: addressOf() }
    },
    useApi: (url) => void (apiUrl ??= url),
    part: {
      answer,
      onDefect,
      segments: new Set(),
      fault: store.fault,
      snapshot: store.snapshot,
      metrics: metrics.text,
    },
    async close(how) {
      await Promise.all(opened.splice(0).map((server) => server.close(how)))
      await Promise.all([parts.treasury.close(), parts.messages.close()])
      await access.close()
    },
  }
}

/** Makes what checkout, treasury and messages share, and logs their failures. */
function createService(
  { clock, fetch = globalThis.fetch, log }: CheckedOptions,
  open: () => Promise<Database>,
): Service {
  const now = clock?.now ?? Date.now
  const onFailure = (error: Error) =>
    log?.({
      time: new Date(now()).toISOString(),
      level: 'error',
      route: 'sandbox',
      error: isOwn(error) ? `${error.name}: ${error.message}` : causesOf(error),
    })
  return { access: createAccess(open, onFailure), metrics: createMetrics(), now, fetch, onFailure }
}

// Errors whose messages are logged. Messages of other errors, such as a database's, could contain
// rows.
const isOwn = (error: Error) =>
  [NodesError, DatabaseError, FolderInUseError, FolderError].some((type) => error instanceof type)

/** Makes the server's routes: the checkout, the paths for the API, and the operator's pages. */
function createApp(
  { access, metrics, now }: Service,
  { offers, treasury, messages }: ReturnType<typeof createParts>,
  { key, limit, url }: { key: Uint8Array; limit: Limit; url: () => string },
): App {
  const app: App = new Hono()
  // The server has not limited a request to a path of the seller, because such requests are signed.
  // But a Host header with a slash can change the path that the routes see. Such a request is
  // limited here, and refused.
  app.use(async (call, next) => {
    const { method, url } = call.env.incoming
    if (!isOfSeller(method, url) || isOfSeller(method, call.req.path)) return next()
    const refusal = limit(call.env.incoming)
    return refusal ? call.text(tooMany, 429, refusal) : call.text('Bad request', 400)
  })
  app.get('/health', (call) => call.text('OK'))
  app.get('/metrics', (call) => call.text(metrics.text()))
  addSeller(app, { access, metrics, now, offers, key, limit, url })
  const onChange = () => {
    messages.wake()
    treasury.wake()
  }
  new CheckoutPages({ access, metrics, now, onChange }).addTo(app)
  return app
}

/** Makes the offers, the treasury and the sender of messages to the API. */
function createParts(options: CheckedOptions, service: Service, apiUrl: () => string | undefined) {
  const { access, metrics, now, fetch, onFailure } = service
  const { symbols, projectId, confirmations, treasury: key, secret, webhookUrl } = options
  const chains = options.chains.map((chain) => openChain(chain, { key, fetch }))
  const messages = new MessageSender({
    access,
    metrics,
    now,
    fetch,
    key: deriveKey(secret, 'webhooks'),
    webhookUrl() {
      const url = apiUrl()
      return webhookUrl ?? (url === undefined ? undefined : `${url}/v1/onramp/webhooks/sandbox`)
    },
    onPaid: () => treasury.wake(),
  })
  const treasury = new Treasury({
    access,
    metrics,
    now,
    chains,
    confirmations,
    onMessage: () => messages.wake(),
    onFailure,
  })
  const offers = new Offers({
    chains,
    symbols,
    prices: createPrices({ fetch, now, apiUrl, projectId, symbols }),
    stock: createStock({ access, now }),
    now,
  })
  return { messages, treasury, offers }
}
