import * as v from 'valibot'
import type { SignInMessage } from '@latchkey/protocol/signIn/signInMessage'
import { checkOrigin } from './checkOrigin.ts'
import { setCookie } from './cookies.ts'
import type { HeadersLike } from './cookies.ts'
import { createNonces } from './createNonces.ts'
import { createSeals } from './createSeals.ts'
import { createSessions } from './createSessions.ts'
import type { SiwxAccount, SiwxSession } from './createSessions.ts'
import { createTurns } from './createTurns.ts'
import { json, refuse } from './json.ts'
import { clientOf, createLimits } from './createLimits.ts'
import { checkOptions } from './options.ts'
import type { SiwxServerOptions } from './options.ts'
import { readBody } from './readBody.ts'
import { SiwxError } from './SiwxError.ts'
import { createMemoryStore } from './store/createMemoryStore.ts'
import { sharedMemoryStore } from './store/sharedMemoryStore.ts'
import { verifySignature } from './verify/verifySignature.ts'
import { checkPlace, checkTimes, readMessage } from './verifySignIn.ts'

/** The server part of signing in with a wallet. */
export type SiwxServer = {
  /** The common beginning of its paths. */
  readonly basePath: string
  /** The origin of the pages that may sign in. */
  readonly origin: string
  /**
   * Answers the requests to its paths, all in JSON: `POST /nonce`, `POST /verify`, `GET /sessions`
   * and `POST /sign-out`. It never rejects. A refusal is an answer with `{ error: { code, message,
   * details } }`. In answers with a nonce or sessions, `now` is the server's time in milliseconds
   * since 1970, because the visitor's clock may be wrong.
   */
  handle(
    request: Request,
    from?: {
      /** The client's IP address, for the option `client`. */ address?: string | undefined
    },
  ): Promise<Response>
  /**
   * The session of a request to any route of the site; undefined without one.
   * @throws SiwxError `storeFailed`
   */
  readSession(request: { headers: HeadersLike }): Promise<SiwxSession | undefined>
  /** Ends a session for every browser that has its cookie. */
  revoke(sessionId: string): Promise<void>
}

/**
 * The maximum lengths in a sign-in, in characters: a message with a long statement and some
 * resources; a signature that deploys its account, or of many owners. Both are stored with the
 * session.
 */
const longest = { message: 4_096, signature: 16_384 } as const

/**
 * A sign-in as pages send it (docs/contracts/product.md#signing-in). If `data` is present, it must
 * match the message.
 */
const signIn = v.object({
  message: v.pipe(v.string(), v.maxLength(longest.message)),
  signature: v.pipe(v.string(), v.maxLength(longest.signature)),
  data: v.optional(v.record(v.string(), v.unknown())),
})
const signOut = v.object({ accountId: v.optional(v.string()) })
const empty = v.object({})

/** The maximum number of verifications at the same time. */
const maxConcurrent = 64

/**
 * Creates a server that signs visitors in by their wallets, for any runtime with `fetch` and
 * WebCrypto.
 * @example
 * const siwx = createSiwxServer({ domain: 'example.org', secret })
 * const response = await siwx.handle(request)
 * @throws KitError `optionInvalid`
 */
export function createSiwxServer(options: SiwxServerOptions): SiwxServer {
  const settings = checkOptions(options)
  const { origin, basePath, clock = { now: () => Date.now() }, onError } = settings
  const rules = { ...settings, clock }
  const store =
    settings.store ?? (settings.clock ? createMemoryStore({ clock }) : sharedMemoryStore(origin))
  const seals = createSeals(settings.readSecrets)
  const nonces = createNonces({
    seals,
    domain: settings.domain,
    lifetime: settings.nonceSeconds * 1_000,
    clock,
  })
  const inTurn = createTurns(maxConcurrent)
  const checkLimit = createLimits(clock)
  const proven = new Set<string>()
  const sessions = createSessions({
    store,
    seals,
    origin,
    clock,
    lifetime: settings.sessionSeconds * 1_000,
    maxAccounts: settings.accounts,
  })

  const withCookie = (body: unknown, created: { cookie: string; expiresAt: number } | undefined) =>
    json(body, 200, {
      'set-cookie': setCookie(
        origin,
        created?.cookie ?? '',
        created ? (created.expiresAt - clock.now()) / 1_000 : 0,
      ),
    })

  /** Spends a nonce. Of several requests with it, exactly one continues. */
  async function spend(nonce: string): Promise<void> {
    const read = await nonces.read(nonce)
    if (!read || read.issuedAt < (store.since ?? 0)) throw new SiwxError('nonceRefused')
    // longer than it is valid: the clocks of two processes differ
    if (!(await store.add(`nonce:${nonce}`, '', read.expiresAt + (rules.skew ?? 60_000))))
      throw new SiwxError('nonceSpent')
  }

  async function verify(request: Request, client: string | undefined): Promise<Response> {
    const { message, signature, data } = await readBody(request, signIn)
    const read = readMessage(message)
    if (data && !isSameData(data, read)) throw new SiwxError('dataMismatch')
    // cheap checks come before requests to a node
    checkPlace(read, rules)
    checkTimes(read, rules)
    if (!(await nonces.read(read.nonce))) throw new SiwxError('nonceRefused')
    const { chainId, accountAddress: address } = read
    const admit = async () => {
      if (
        settings.admits &&
        !(await settings.admits({ accountId: `${chainId}:${address}`, data: read }, request))
      )
        throw new SiwxError('accountRefused')
    }
    let hasRequested = false
    /**
     * Allows requests to the site's nodes, which a stranger can cause: within the rate limit, and
     * once per nonce, whatever the result.
     */
    const begin = async () => {
      await admit()
      checkLimit(client)
      await spend(read.nonce)
      hasRequested = true
    }
    const isSigned = await inTurn(() =>
      verifySignature({ chainId, address, message, signature }, rules, { begin, proven }),
    )
    if (!isSigned) throw new SiwxError('signatureInvalid')
    if (!hasRequested) await admit()
    const before = await sessions.read(request.headers)
    if (!hasRequested) await spend(read.nonce)
    const created = await sessions.add(before, { message, signature, data: read }, client)
    return withCookie({ sessions: created.session.accounts.map(toWire) }, created)
  }

  async function leave(request: Request, client: string | undefined): Promise<Response> {
    const { accountId } = await readBody(request, signOut)
    const before = await sessions.read(request.headers)
    if (!before) return withCookie({ sessions: [] }, undefined)
    if (
      accountId !== undefined &&
      !before.accounts.some((account) => account.accountId === accountId)
    )
      return json({ sessions: before.accounts.map(toWire) })
    if (accountId === undefined) await sessions.remove(before.id)
    const created =
      accountId === undefined ? undefined : await sessions.leave(before, accountId, client)
    return withCookie({ sessions: (created?.session.accounts ?? []).map(toWire) }, created)
  }

  const routes: Readonly<
    Record<
      string,
      {
        method: 'GET' | 'POST'
        answer: (request: Request, client: string | undefined) => Promise<Response>
      }
    >
  > = {
    '/nonce': {
      method: 'POST',
      answer: async (request) =>
        readBody(request, empty)
          .then(() => nonces.issue())
          .then((issued) => json({ ...issued, now: clock.now() })),
    },
    '/verify': { method: 'POST', answer: verify },
    '/sessions': {
      method: 'GET',
      answer: async (request) =>
        json({
          sessions: ((await sessions.read(request.headers))?.accounts ?? []).map(toWire),
          now: clock.now(),
        }),
    },
    '/sign-out': { method: 'POST', answer: leave },
  }

  async function answer(request: Request, address: string | undefined): Promise<Response> {
    const { pathname } = new URL(request.url)
    // some servers redirect every path to one with a slash at its end
    const path = pathname.startsWith(`${basePath}/`)
      ? pathname.slice(basePath.length).replace(/\/$/, '')
      : ''
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined
    if (!route) throw new SiwxError('notFound')
    if (request.method !== route.method)
      throw new SiwxError('methodNotAllowed', { details: route.method })
    if (route.method === 'POST') checkOrigin(request.headers, origin)
    return route.answer(request, clientOf(settings.client?.(request, address)))
  }

  return {
    basePath,
    origin,
    handle: (request, { address } = {}) =>
      answer(request, address).catch((error: unknown) => {
        const refusal =
          error instanceof SiwxError ? error : new SiwxError('internal', { cause: error })
        if (refusal.status >= 500) onError?.(error)
        return refuse(refusal)
      }),
    readSession: ({ headers }) => sessions.read(headers),
    revoke: (sessionId) => sessions.remove(sessionId),
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

/** Whether a page's data about a message matches the message. */
function isSameData(data: Readonly<Record<string, unknown>>, read: SignInMessage): boolean {
  const right: Readonly<Record<string, unknown>> = read
  return Object.entries(data).every(
    ([name, value]) =>
      JSON.stringify(value) ===
      JSON.stringify(Object.hasOwn(right, name) ? right[name] : undefined),
  )
}
