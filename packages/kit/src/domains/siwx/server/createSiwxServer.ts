import * as v from 'valibot'
import { accountKey } from '@latchkey/protocol/address'
import type { SignInMessage } from '@latchkey/protocol/signIn/signInMessage'
import { checkOrigin } from './checkOrigin.ts'
import { setCookie } from './cookies.ts'
import type { HeadersLike } from './cookies.ts'
import { createNonces } from './createNonces.ts'
import { createSeals } from './createSeals.ts'
import { createSessions } from './createSessions.ts'
import type { Sessions, SiwxAccount, SiwxSession } from './createSessions.ts'
import { createTurns } from './createTurns.ts'
import { json, refuse } from './json.ts'
import { clientOf, createLimits } from './createLimits.ts'
import { checkOptions } from './options.ts'
import type { SiwxServerOptions } from './options.ts'
import { readBody } from './readBody.ts'
import { SiwxError } from './SiwxError.ts'
import { createMemoryStore } from './store/createMemoryStore.ts'
import { sharedMemoryStore } from './store/sharedMemoryStore.ts'
import type { SiwxStore } from './store/siwxStore.ts'
import { verifySignature } from './verify/verifySignature.ts'
import { checkPlace, checkTimes, readMessage } from './verifySignIn.ts'

/** The server part of signing in with a wallet. */
export type SiwxServer = {
  /** The path with which all paths of the server begin. */
  readonly basePath: string
  /** The origin of the pages that may sign in. */
  readonly origin: string
  /**
   * Answers the requests to the server's paths, in JSON: `POST /nonce`, `POST /verify`, `GET
   * /sessions` and `POST /sign-out`. It never rejects. A refusal is an answer with `{ error: {
   * code, message, details } }`. In answers with a nonce or sessions, `now` is the server's time in
   * milliseconds since 1970, because the visitor's clock may be wrong.
   */
  handle(
    request: Request,
    from?: {
      /** The client's IP address, for the option `client`. */ address?: string | undefined
    },
  ): Promise<Response>
  /**
   * The session of a request to any route of the site; undefined if the request has none.
   * @throws SiwxError `storeFailed`
   */
  readSession(request: { headers: HeadersLike }): Promise<SiwxSession | undefined>
  /** Ends a session for every browser that has its cookie. */
  revoke(sessionId: string): Promise<void>
}

/**
 * The maximum lengths in a sign-in, in characters. They allow a message with a long statement and
 * some resources, and the signature of an account that is not deployed yet or has many owners. Both
 * texts are stored with the session.
 */
const longest = { message: 4_096, signature: 16_384 } as const

/**
 * A sign-in in the form in which pages send it (docs/contracts/product.md#signing-in). If `data` is
 * present, it must match the message.
 */
const signIn = v.object({
  message: v.pipe(v.string(), v.maxLength(longest.message)),
  signature: v.pipe(v.string(), v.maxLength(longest.signature)),
  data: v.optional(v.record(v.string(), v.unknown())),
})
const signOut = v.object({ accountId: v.optional(v.string()) })
const empty = v.object({})

/** The maximum number of verifications that run at the same time. */
const maxConcurrent = 64

/**
 * Creates the server part of signing in with a wallet. It runs in any runtime with `fetch` and
 * WebCrypto.
 * @example
 * const siwx = createSiwxServer({ domain: 'example.org', secret })
 * const response = await siwx.handle(request)
 * @throws KitError `optionInvalid`
 */
export function createSiwxServer(options: SiwxServerOptions): SiwxServer {
  const server = new Server(checkOptions(options))
  const { origin, basePath } = server
  return {
    basePath,
    origin,
    handle: (request, { address } = {}) => server.handle(request, address),
    readSession: ({ headers }) => server.sessions.read(headers),
    revoke: (sessionId) => server.sessions.remove(sessionId),
  }
}

/** The HTTP method of a path, and the function that answers. */
type Route = {
  method: 'GET' | 'POST'
  answer: (request: Request, client: string | undefined) => Promise<Response>
}

class Server {
  readonly origin: string
  readonly basePath: string
  readonly sessions: Sessions
  readonly #settings: ReturnType<typeof checkOptions> & { clock: { now(): number } }
  readonly #store: SiwxStore
  readonly #nonces: ReturnType<typeof createNonces>
  readonly #inTurn = createTurns(maxConcurrent)
  readonly #checkLimit: ReturnType<typeof createLimits>
  readonly #proven = new Set<string>()

  constructor(settings: ReturnType<typeof checkOptions>) {
    const { origin, basePath, domain, clock = { now: () => Date.now() } } = settings
    this.origin = origin
    this.basePath = basePath
    this.#settings = { ...settings, clock }
    this.#store =
      settings.store ?? (settings.clock ? createMemoryStore({ clock }) : sharedMemoryStore(origin))
    const seals = createSeals(settings.readSecrets)
    this.#nonces = createNonces({
      seals,
      domain,
      lifetime: settings.nonceSeconds * 1_000,
      clock,
    })
    this.#checkLimit = createLimits(clock)
    this.sessions = createSessions({
      store: this.#store,
      seals,
      origin,
      clock,
      lifetime: settings.sessionSeconds * 1_000,
      maxAccounts: settings.accounts,
    })
  }

  /** Answers a request, and never rejects. `address` is the client's IP address. */
  async handle(request: Request, address: string | undefined): Promise<Response> {
    try {
      return await this.#answer(request, address)
    } catch (error) {
      const refusal =
        error instanceof SiwxError ? error : new SiwxError('internal', { cause: error })
      if (refusal.status >= 500) this.#settings.onError?.(error)
      return refuse(refusal)
    }
  }

  readonly #routes: Readonly<Record<string, Route>> = {
    '/nonce': {
      method: 'POST',
      answer: async (request) => {
        await readBody(request, empty)
        const issued = await this.#nonces.issue()
        return json({ ...issued, now: this.#settings.clock.now() })
      },
    },
    '/verify': { method: 'POST', answer: (request, client) => this.#verify(request, client) },
    '/sessions': {
      method: 'GET',
      answer: async ({ headers }) =>
        json({
          sessions: ((await this.sessions.read(headers))?.accounts ?? []).map(toWire),
          now: this.#settings.clock.now(),
        }),
    },
    '/sign-out': { method: 'POST', answer: (request, client) => this.#signOut(request, client) },
  }

  async #answer(request: Request, address: string | undefined): Promise<Response> {
    const { pathname } = new URL(request.url)
    // some servers redirect every path to the same path with a slash at its end
    const path = pathname.startsWith(`${this.basePath}/`)
      ? pathname.slice(this.basePath.length).replace(/\/$/, '')
      : ''
    const route = Object.hasOwn(this.#routes, path) ? this.#routes[path] : undefined
    if (!route) throw new SiwxError('notFound')
    if (request.method !== route.method)
      throw new SiwxError('methodNotAllowed', { details: route.method })
    if (route.method === 'POST') checkOrigin(request.headers, this.origin)
    return route.answer(request, clientOf(this.#settings.client?.(request, address)))
  }

  async #verify(request: Request, client: string | undefined): Promise<Response> {
    const { message, signature, data } = await readBody(request, signIn)
    const read = readMessage(message)
    if (data && !isSameData(data, read)) throw new SiwxError('dataMismatch')
    // the cheap checks come first, before requests to a node
    checkPlace(read, this.#settings)
    checkTimes(read, this.#settings)
    if (!(await this.#nonces.read(read.nonce))) throw new SiwxError('nonceRefused')
    const { chainId, accountAddress: address } = read
    let hasRequested = false
    /**
     * Called before requests to the site's nodes, because strangers could cause many of them.
     * Allows them only within the rate limit, and once for each nonce, even if the signature is
     * invalid.
     */
    const begin = async () => {
      await this.#admit(read, request)
      this.#checkLimit(client)
      await this.#spend(read.nonce)
      hasRequested = true
    }
    const options = { begin, proven: this.#proven }
    const isSigned = await this.#inTurn(() =>
      verifySignature({ chainId, address, message, signature }, this.#settings, options),
    )
    if (!isSigned) throw new SiwxError('signatureInvalid')
    if (!hasRequested) await this.#admit(read, request)
    const before = await this.sessions.read(request.headers)
    if (!hasRequested) await this.#spend(read.nonce)
    const created = await this.sessions.add(before, { message, signature, data: read }, client)
    return this.#withCookie({ sessions: created.session.accounts.map(toWire) }, created)
  }

  async #signOut(request: Request, client: string | undefined): Promise<Response> {
    const { accountId } = await readBody(request, signOut)
    const before = await this.sessions.read(request.headers)
    if (!before) return this.#withCookie({ sessions: [] }, undefined)
    if (
      accountId !== undefined &&
      !before.accounts.some((account) => accountKey(account.accountId) === accountKey(accountId))
    )
      return json({ sessions: before.accounts.map(toWire) })
    if (accountId === undefined) await this.sessions.remove(before.id)
    const created =
      accountId === undefined ? undefined : await this.sessions.leave(before, accountId, client)
    return this.#withCookie({ sessions: (created?.session.accounts ?? []).map(toWire) }, created)
  }

  /** @throws SiwxError accountRefused for an account that the site does not admit */
  async #admit(data: SignInMessage, request: Request): Promise<void> {
    const settings = this.#settings // called as `settings.admits`, which may use `this`
    const accountId = `${data.chainId}:${data.accountAddress}`
    if (settings.admits && !(await settings.admits({ accountId, data }, request)))
      throw new SiwxError('accountRefused')
  }

  /** Marks a nonce as spent. If several requests have the same nonce, only one continues. */
  async #spend(nonce: string): Promise<void> {
    const read = await this.#nonces.read(nonce)
    if (!read || read.issuedAt < (this.#store.since ?? 0)) throw new SiwxError('nonceRefused')
    // stored longer than the nonce is valid, because the clocks of two processes may differ
    const until = read.expiresAt + (this.#settings.skew ?? 60_000)
    if (!(await this.#store.add(`nonce:${nonce}`, '', until))) throw new SiwxError('nonceSpent')
  }

  #withCookie(body: unknown, created: { cookie: string; expiresAt: number } | undefined): Response {
    const lifetime = created ? created.expiresAt - this.#settings.clock.now() : 0
    const cookie = setCookie(this.origin, created?.cookie ?? '', lifetime / 1_000)
    return json(body, 200, { 'set-cookie': cookie })
  }
}

const toWire = ({ accountId, data, message, signature, signedInAt, expiresAt }: SiwxAccount) => ({
  accountId,
  data,
  message,
  signature,
  signedInAt,
  expiresAt,
})

/** Whether the fields that a page has sent match those of the message. */
function isSameData(data: Readonly<Record<string, unknown>>, read: SignInMessage): boolean {
  const right: Readonly<Record<string, unknown>> = read
  return Object.entries(data).every(
    ([name, value]) =>
      JSON.stringify(value) ===
      JSON.stringify(Object.hasOwn(right, name) ? right[name] : undefined),
  )
}
