/** The bakery's own small server. Its page reads and writes subscriptions there. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { getAddress, isAddress, isHex, type Hex } from 'viem'
import { createBakery, type BakeryOptions } from './createBakery.ts'
import { readPermission } from './permission.ts'

export type StartBakeryOptions = BakeryOptions & {
  port: number
  /** The origins of the pages that may read the answers; `*` is all pages. */
  origins: readonly string[]
}

/** The most bytes of a body: a context is smaller than half of it. */
const maxBody = 40_000
/** The most new subscriptions that are checked at the same time. */
const maxOpen = 16
/** The most milliseconds in which a request has to arrive. */
const patience = 10_000

/** An answer with another status than 200. */
class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Starts the server on this machine. It resolves when it listens. */
export async function startBakery({
  port,
  origins,
  ...options
}: StartBakeryOptions): Promise<{ url: string; close: () => Promise<void> }> {
  const bakery = await createBakery(options)
  const { chainId, spender, till, token, price, day } = options
  const menu = { chainId, spender: spender.address, till, token, price: String(price), day }
  const subscribe = limited(bakery.subscribe)

  async function answer(request: IncomingMessage): Promise<unknown> {
    const [, folder, id = ''] = new URL(request.url ?? '/', 'http://localhost').pathname.split('/')
    if (request.method === 'GET' && folder === 'menu') return menu
    if (folder !== 'subscriptions') throw new Refusal(404, 'Not found')
    if (request.method === 'POST' && id === '') {
      const { account, chainId: network, context } = await readBody(request)
      if (network !== chainId) throw new Refusal(400, 'The bakery is on another network.')
      if (!isHex(context)) throw new Refusal(400, 'The context is missing.')
      const payer = readPermission(context)?.account.toLowerCase()
      if (String(account).toLowerCase() !== payer)
        throw new Refusal(400, 'The permission is of another account.')
      return { subscription: await subscribe(context) }
    }
    if (request.method !== 'GET') throw new Refusal(405, 'Not allowed')
    if (!isAddress(id)) throw new Refusal(400, 'Name an account.')
    return { subscription: bakery.read(getAddress(id)) ?? null }
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin } = request.headers
    if (origin && (origins.includes(origin) || origins.includes('*'))) {
      response.setHeader('access-control-allow-origin', origin)
      response.setHeader('access-control-allow-headers', 'content-type')
    }
    response.setHeader('vary', 'origin').setHeader('cache-control', 'no-store')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const [status, body] = await answer(request).then(
      (value) => [200, value] as const,
      (error: unknown) =>
        error instanceof Refusal
          ? ([error.status, { error: error.message }] as const)
          : ([500, { error: 'Something went wrong.' }] as const),
    )
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  const server = createServer({ requestTimeout: patience }, (request, response) => {
    void respond(request, response)
  })
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  )
  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  return {
    url: `http://127.0.0.1:${actual}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await bakery.close()
    },
  }
}

/**
 * Lets so many contexts be checked at the same time. It counts after a body has arrived, so that
 * clients that send slowly do not keep others out.
 */
function limited<result>(check: (context: Hex) => Promise<result>) {
  let open = 0
  return async (context: Hex): Promise<result> => {
    if (open >= maxOpen) throw new Refusal(429, 'Too busy')
    open += 1
    try {
      return await check(context)
    } catch (error) {
      throw new Refusal(400, error instanceof Error ? error.message : 'Not accepted')
    } finally {
      open -= 1
    }
  }
}

/** Reads a small JSON object. */
async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > maxBody) throw new Refusal(413, 'Too large')
    chunks.push(bytes)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch {
    // not JSON: the same answer as for JSON without an object
  }
  throw new Refusal(400, 'Send a JSON object.')
}
