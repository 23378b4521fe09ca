import { isSameAddress } from '@latchkey/protocol/address'
import { isObject } from '@latchkey/protocol/isObject'
import { loadCode } from '../../core/page/loadCode.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { Siwx, SiwxSession } from '../../core/contracts/siwx.ts'
import { checkSignInOptions } from './checkSignInOptions.ts'
import type { SignInOptions } from './message.lazy.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The options of `serverSiwx`. `lifetime` is how long the message is valid; the server may end the
 * session earlier.
 */
export type ServerSiwxOptions = SignInOptions & {
  /**
   * The path or URL of `createSiwxServer`. It must be on the page's own origin, because browsers
   * send the session's cookie only there.
   * @default '/siwx'
   */
  url?: string
}

/**
 * Signing in to the site's own server, which uses `createSiwxServer` from `latchkey/siwx/server`.
 * The server verifies the signature, and sets a cookie for the session, which no script can read.
 * @throws KitError optionInvalid
 * @example createKit({ …, siwx: serverSiwx({ statement: 'Welcome to Ferry Lane.' }) })
 */
export function serverSiwx({
  url = '/siwx',
  ...options
}: ServerSiwxOptions = {}): (kit: Kit) => Siwx {
  checkSignInOptions({ url, ...options })
  const base = url.replace(/\/+$/, '')
  return (kit) => siwxOver(new SiwxClient(kit, base), kit, options)
}

function siwxOver(client: SiwxClient, kit: Kit, options: SignInOptions): Siwx {
  return {
    getNonce: () => client.getNonce(),
    createMessage: async (account) => {
      const [{ createMessage }, nonce] = await Promise.all([
        loadCode(import('./message.lazy.ts')),
        client.getNonce(),
      ])
      return createMessage(kit, account, nonce, options, client.getTime())
    },
    getTime: () => client.getTime(),
    addSession: (session) => client.verify(session),
    async setSessions(wanted) {
      const removed =
        wanted.length === 0
          ? undefined
          : (await client.sessions()).filter(
              (session) =>
                !wanted.some(({ data }) => isOf(data.chainId, data.accountAddress)(session)),
            )
      if (!removed) return client.signOut()
      for (const { data } of removed) await client.signOut(`${data.chainId}:${data.accountAddress}`)
    },
    getSessions: async (chainId, address) =>
      (await client.sessions()).filter(isOf(chainId, address)),
    async revokeSession(chainId, address) {
      for (const { data } of (await client.sessions()).filter(isOf(chainId, address)))
        await client.signOut(`${chainId}:${data.accountAddress}`)
    },
    getRequired: () => options.required ?? true,
    ...(options.signOutOnDisconnect !== undefined && {
      signOutOnDisconnect: options.signOutOnDisconnect,
    }),
  }
}

/** Sends the requests to the site's server, and knows the time by the server's clock. */
class SiwxClient {
  readonly #kit: Kit
  readonly #base: string
  /**
   * Milliseconds by which the server's clock is ahead of the visitor's clock. The message must have
   * the server's time, because the server checks it with its own clock.
   */
  #clockOffset = 0

  constructor(kit: Kit, base: string) {
    this.#kit = kit
    this.#base = base
  }

  getTime(): number {
    return contextOf(this.#kit).clock.now() + this.#clockOffset
  }

  async getNonce(): Promise<string> {
    return readNonce(this.#recordTime(await this.#sendJson('/nonce', {})))
  }

  async sessions(): Promise<readonly SiwxSession[]> {
    return readSessions(this.#recordTime(await this.#sendJson('/sessions')))
  }

  /** Signs an account out; without `accountId`, all accounts. */
  async signOut(accountId?: string): Promise<void> {
    await this.#sendJson('/sign-out', accountId === undefined ? {} : { accountId })
  }

  async verify({ data, message, signature }: SiwxSession): Promise<void> {
    try {
      await this.#sendJson('/verify', { message, signature })
    } catch (error) {
      // the sign-in may have succeeded, with a lost answer. A repeated request would be refused,
      // because the nonce is spent, so the server's sessions decide
      const isSigned = isOf(data.chainId, data.accountAddress)
      const serverSessions = await this.sessions().catch(() => [])
      if (!serverSessions.some((session) => session.message === message && isSigned(session)))
        throw error
    }
  }

  async #sendJson(path: string, body?: object): Promise<unknown> {
    const { requestServer } = await loadCode(import('./requestServer.lazy.ts'))
    return requestServer(contextOf(this.#kit), this.#base + path, body)
  }

  #recordTime(answer: unknown): unknown {
    const now = isObject(answer) ? answer['now'] : undefined
    if (typeof now === 'number' && Number.isFinite(now))
      this.#clockOffset = now - contextOf(this.#kit).clock.now()
    return answer
  }
}

/** Creates the test whether a session belongs to an account. */
const isOf =
  (chainId: string, address: string) =>
  ({ data }: SiwxSession) =>
    data.chainId === chainId && isSameAddress(data.accountAddress, address)

/** Reads the nonce in the server's answer. @throws KitError answerInvalid */
function readNonce(answer: unknown): string {
  if (isObject(answer) && typeof answer['nonce'] === 'string') return answer['nonce']
  throw kitError('answerInvalid', { details: 'No nonce' })
}

/** @throws KitError answerInvalid, because an invalid answer does not mean "signed out" */
function readSessions(answer: unknown): readonly SiwxSession[] {
  const list = isObject(answer) ? answer['sessions'] : undefined
  if (!Array.isArray(list) || !list.every(isSession))
    throw kitError('answerInvalid', { details: 'No list of sessions' })
  return list
}

const isSession = (session: unknown): session is SiwxSession =>
  isObject(session) &&
  typeof session['message'] === 'string' &&
  typeof session['signature'] === 'string' &&
  isObject(session['data']) &&
  typeof session['data']['chainId'] === 'string' &&
  typeof session['data']['accountAddress'] === 'string'
