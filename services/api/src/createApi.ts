import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { addressKey } from '@latchkey/server/clientAddress'
import { watchLoopDelay, type LoopDelay } from '@latchkey/server/loopDelay'
import type { ListenOptions } from '@latchkey/server/openPort'
import { segmentsOf, type Part } from '@latchkey/server/part'
import { serve, type Listening } from '@latchkey/server/serve'
import { createShares } from '@latchkey/server/shares'
import { ApiError, errorBody, unavailable } from './apiError.ts'
import type { ChainReader } from './chains/chainReader.ts'
import { chainReaders } from './chains/registry.ts'
import { createPace } from './createPace.ts'
import { DatabaseError } from '@latchkey/server/db/database'
import { cors } from './http/cors.ts'
import type { Call, Env, Route } from './http/env.ts'
import { countRequests } from './http/countRequests.ts'
import { createEarlyAnswer } from './http/createEarlyAnswer.ts'
import { createShare, type ClientShares } from './http/createShare.ts'
import { isHealth, limitRequests } from './http/limitRequests.ts'
import { requestId } from './http/requestId.ts'
import { requestLog } from './http/requestLog.ts'
import { writeLimit } from './limits.ts'
import { parseOptions, type ApiOptions } from './options.ts'
import { balance } from './routes/account/balance.ts'
import { history } from './routes/account/history.ts'
import { nfts } from './routes/account/nfts.ts'
import { convertAllowance } from './routes/convert/allowance.ts'
import { convertBuildApprove } from './routes/convert/build-approve.ts'
import { convertBuildTransaction } from './routes/convert/build-transaction.ts'
import { convertGasPrice } from './routes/convert/gas-price.ts'
import { convertQuotes } from './routes/convert/quotes.ts'
import { convertTokens } from './routes/convert/tokens.ts'
import { price } from './routes/fungible/price.ts'
import { getWalletImage } from './routes/getWalletImage.ts'
import { getWallets } from './routes/getWallets.ts'
import { bundler, paymaster } from './routes/bundler.ts'
import { esplora } from './routes/esplora.ts'
import { health } from './routes/health.ts'
import { generatorsOnrampUrl } from './routes/generators/onrampurl.ts'
import { getAssetImage } from './routes/public/getAssetImage.ts'
import { getTokenImage } from './routes/public/getTokenImage.ts'
import { identity } from './routes/identity.ts'
import { metrics } from './routes/metrics.ts'
import { onrampBuyOptions } from './routes/onramp/buy/options.ts'
import { onrampBuyQuotes } from './routes/onramp/buy/quotes.ts'
import { onrampMultiQuotes } from './routes/onramp/multi/quotes.ts'
import { onrampOptions } from './routes/onramp/options.ts'
import { onrampOrderState } from './routes/onramp/orders/orderId.ts'
import { onrampProviders } from './routes/onramp/providers.ts'
import { onrampProperties } from './routes/onramp/providers/properties.ts'
import { onrampQuote } from './routes/onramp/quote.ts'
import { onrampWebhook } from './routes/onramp/webhooks/provider.ts'
import { onrampWidget } from './routes/onramp/widget.ts'
import { profileAccount } from './routes/profile/account.ts'
import { profileAddress } from './routes/profile/account/address.ts'
import { profileAttributes } from './routes/profile/account/attributes.ts'
import { postedLookup, profileLookup } from './routes/profile/ccip.ts'
import { profileRegister } from './routes/profile/register.ts'
import { profileReverse } from './routes/profile/reverse.ts'
import { profileSuggestions } from './routes/profile/suggestions.ts'
import { rpc, rpcStream } from './routes/rpc.ts'
import { sessions } from './routes/sessions.ts'
import { supportedChains } from './routes/supported-chains.ts'
import { createService, type Service } from './service.ts'

/** The API. `app` can be called inside the process; `listen` opens a server around it. */
export type Api = {
  app: Hono<Env>
  /**
   * Opens a server, by default on this machine only. Before that, this process locks the folder of
   * the database, if there is one.
   * @throws the socket's error when the port is taken and `fallback` is off; FolderInUseError,
   *   FolderError
   */
  listen: (options: ListenOptions) => Promise<Listening>
  /**
   * Starts without a port of its own, for another server that forwards requests to the API.
   * @throws FolderInUseError, FolderError
   */
  attach: () => Promise<ApiPart>
  /**
   * Waits until the histories contain all current blocks of an indexed chain. @param networkId
   * CAIP-2
   */
  settled: (networkId: string) => Promise<void>
  /**
   * Closes all opened servers, and then the indexer and all other work in the background. Running
   * requests get `drain` milliseconds to finish, by default 5000.
   */
  close: (options?: { drain?: number }) => Promise<void>
}

/** The API, for a server that forwards requests to it. */
export type ApiPart = Part & {
  /** The state of the index of each indexed chain, by CAIP-2 id. */
  indexes: () => Readonly<Record<string, string>>
}

/**
 * Makes the API.
 * @param readers the kinds of chains that it reads. @default all
 * @throws OptionError that names the wrong option
 */
export function createApi(
  options: ApiOptions,
  readers: readonly ChainReader[] = chainReaders,
): Api {
  const service = createService(parseOptions(options, readers), readers)
  const { loopDelay } = service.options.limits
  let delay: LoopDelay | undefined
  const shares = createShare(service)
  const pace = createPace()
  // a queue of its own: health checks and other requests do not delay each other
  const healthPace = createPace()
  const answerEarly = createEarlyAnswer({
    shares,
    isOverloaded: () => delay?.isOverloaded() ?? false,
    metrics: service.metrics,
  })
  const app = createApp(service, shares)
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const connections = connectionsOf(service.options)
  service.metrics.connections(() => connections.all)
  service.metrics.loopDelay(() => (delay?.late ?? 0) / 1_000)
  const open: Listening[] = []
  const answer: Part['answer'] = async (request, response) => {
    if (answerEarly(request, response)) return
    await (isHealth(request) ? healthPace : pace)(shares.keyOf(request))
    if (!response.destroyed) await listener(request, response)
  }
  const onDefect = () => service.metrics.defects.add()
  const begin = () => {
    delay ??= loopDelay === false ? undefined : watchLoopDelay(loopDelay)
    // loads another catalogue now, so that the first request for it does not wait
    service.catalogue.read().catch(onDefect)
  }
  return {
    app,
    async listen(where) {
      await service.store?.held()
      const server = await serve({
        ...where,
        answer,
        connections,
        addressOf: (socket) => addressKey(socket.remoteAddress ?? '') ?? '',
        onDefect,
        onRefused: (why) =>
          service.metrics.refused({ why: why === 'slow' ? 'answer not taken' : why }).add(),
        writeLimit,
      })
      open.push(server)
      begin()
      return server
    },
    async attach() {
      await service.store?.held()
      begin()
      return partOf(service, app, { answer, onDefect })
    },
    settled: async (networkId) => service.indexer?.settled(networkId),
    async close(how) {
      await Promise.all(open.splice(0).map((server) => server.close(how)))
      delay?.close()
      await service.close()
    },
  }
}

/** The API, for a server that forwards requests to it. */
const partOf = (
  { store, metrics, indexer }: Service,
  app: Hono<Env>,
  answers: Pick<Part, 'answer' | 'onDefect'>,
): ApiPart => ({
  ...answers,
  segments: segmentsOf(
    app.routes.map(({ path }) => path).filter((path) => path !== '*' && path !== '/*'),
  ),
  fault: async () => store?.fault(),
  snapshot: async (folder) => (await store?.snapshot(folder)) ?? false,
  metrics: metrics.text,
  indexes: () => indexer?.health() ?? {},
})

/**
 * The limits of connections. Behind a proxy every connection comes from the proxy's address, so the
 * limit per address does not apply.
 */
function connectionsOf({ limits, trustProxy }: Service['options']) {
  const { each, all } = limits.connections || { each: Infinity, all: Infinity }
  return createShares({ each: trustProxy > 0 ? Infinity : each, all })
}

function createApp(service: Service, shares: ClientShares): Hono<Env> {
  const { options, now } = service
  const app = new Hono<Env>({ strict: false }) // some proxies add a slash at the end of each path
  app.onError(answerError)
  app.notFound((call) => answerError(new ApiError(404, '', 'Not found'), call))
  app.use('*', requestId)
  if (options.log) app.use('*', requestLog({ log: options.log, now }))
  app.use('*', countRequests(service))
  app.use('*', cors)
  app.use('*', (call, next) =>
    next().then(() => call.res.headers.set('date', new Date(now()).toUTCString())),
  ) // clients use this clock for the times in messages that they sign
  app.use('*', limitRequests(shares))
  const routes = [
    health(service),
    supportedChains(service),
    rpc(service),
    rpcStream,
    balance(service),
    price(service),
    getTokenImage(service),
    getAssetImage(service),
    getWalletImage(service),
    getWallets(service),
    convertTokens(service),
    convertQuotes(service),
    convertAllowance(service),
    convertGasPrice(service),
    convertBuildTransaction(service),
    convertBuildApprove(service),
    history(service),
    nfts(service),
    identity(service),
    profileAccount(service),
    profileRegister(service),
    profileAttributes(service),
    profileAddress(service),
    profileReverse(service),
    profileSuggestions(service),
    profileLookup(service),
    postedLookup(service),
    metrics(service),
    onrampOptions(service),
    onrampQuote(service),
    onrampProviders(service),
    onrampMultiQuotes(service),
    onrampWidget(service),
    onrampOrderState(service),
    onrampWebhook(service),
    generatorsOnrampUrl(service),
    onrampBuyOptions(service),
    onrampBuyQuotes(service),
    onrampProperties(service),
    bundler(service),
    paymaster(service),
    ...esplora(service),
    ...sessions(service),
  ]
  for (const route of routes)
    for (const path of pathsOf(route)) app.on(route.method, path, route.answer)
  for (const route of routes)
    for (const path of pathsOf(route)) app.all(path, refuseMethod(path, routes))
  return app
}

/**
 * The paths of a route in the form of the router. `/v1` is served with and without a slash at its
 * end.
 */
function pathsOf({ path }: Route): string[] {
  const pattern = path.replace(/\{(\w+)\}/g, ':$1')
  return pattern === '/v1' ? [pattern, '/v1/'] : [pattern]
}

function refuseMethod(path: string, routes: readonly Route[]): () => never {
  const allow = routes
    .filter((route) => pathsOf(route).includes(path))
    .map((route) => route.method)
    .join(', ')
  return () => {
    throw new ApiError(405, '', 'Method not allowed', { headers: { allow } })
  }
}

/** The status in the log for a request whose client has left. nginx uses the same. */
const clientLeft = 499

/**
 * Answers an error. A DatabaseError becomes 503. Any other error that is not an ApiError is a
 * defect and becomes 500, without its message.
 */
function answerError(error: Error, call: Call): Response {
  if (call.req.raw.signal.aborted) return new Response(null, { status: clientLeft })
  call.set('error', error instanceof ApiError && error.status < 500 ? undefined : error)
  const known =
    error instanceof ApiError
      ? error
      : error instanceof DatabaseError
        ? unavailable('', 'Temporarily unavailable', error)
        : new ApiError(500, '', 'Internal error')
  return call.json(errorBody(known), known.status, {
    'cache-control': 'no-store',
    ...known.headers,
  })
}
