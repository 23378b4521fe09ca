import { isSameAddress } from '@latchkey/protocol/address'
import { isObject } from '@latchkey/protocol/isObject'
import { loadCode } from '../../core/page/loadCode.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { HttpRequest } from '../../core/http/http.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { Siwx, SiwxSession } from '../../core/contracts/siwx.ts'
import { checkSignInOptions } from './checkSignInOptions.ts'
import type { SignInOptions } from './message.ts'

/**
 * The options of `serverSiwx`. `lifetime` is that of the message; the server may end the session
 * earlier.
 */
export type ServerSiwxOptions = SignInOptions & {
  /**
   * The path or URL of `createSiwxServer`, on the page's own origin: browsers send its cookie
   * nowhere else.
   * @default '/siwx'
   */
  url?: string
}

/**
 * Signing in by the site's own server, with `createSiwxServer` from `latchkey/siwx/server`. The
 * server verifies the signature, and stores the session in a cookie that no script can read.
 * @throws KitError optionInvalid
 * @example createKit({ …, siwx: serverSiwx({ statement: 'Welcome to Ferry Lane.' }) })
 */
export function serverSiwx({
  url = '/siwx',
  ...options
}: ServerSiwxOptions = {}): (kit: Kit) => Siwx {
  checkSignInOptions({ url, ...options })
  const base = url.replace(/\/+$/, '')
  return (kit) => {
    const sendJson = async (path: string, body?: object): Promise<unknown> => {
      const { requestJson } = await loadCode(import('../../core/http/http.ts'))
      const requestInit: Partial<HttpRequest> = body
        ? { method: 'POST', body, contentType: 'application/json', retries: 0 }
        : { method: 'GET' }
      return requestJson(kit.context, {
        method: 'GET',
        url: base + path,
        credentials: 'same-origin',
        ...requestInit,
      })
    }
    /**
     * Milliseconds by which the server's clock is ahead of the visitor's. The server checks times
     * by its own clock.
     */
    let clockOffset = 0
    const getTime = () => kit.context.clock.now() + clockOffset
    const recordServerTime = (answer: unknown) => {
      const now = isObject(answer) ? answer['now'] : undefined
      if (typeof now === 'number' && Number.isFinite(now))
        clockOffset = now - kit.context.clock.now()
      return answer
    }
    const sessions = async () => readSessions(recordServerTime(await sendJson('/sessions')))
    const getNonce = async () => readNonce(recordServerTime(await sendJson('/nonce', {})))
    const leave = async (accountId?: string) =>
      void (await sendJson('/sign-out', accountId === undefined ? {} : { accountId }))
    const isOf =
      (chainId: string, address: string) =>
      ({ data }: SiwxSession) =>
        data.chainId === chainId && isSameAddress(data.accountAddress, address)
    const siwx: Siwx = {
      getNonce,
      createMessage: async (account) => {
        const [{ createMessage }, nonce] = await Promise.all([
          loadCode(import('./message.ts')),
          getNonce(),
        ])
        return createMessage(kit, account, nonce, options, getTime())
      },
      getTime,
      async addSession({ data, message, signature }) {
        try {
          await sendJson('/verify', { message, signature })
        } catch (error) {
          // the sign-in may have succeeded with a lost answer: then the nonce is spent
          const serverSessions = await sessions().catch(() => [])
          if (
            !serverSessions.some(
              (session) =>
                session.message === message && isOf(data.chainId, data.accountAddress)(session),
            )
          )
            throw error
        }
      },
      async setSessions(wanted) {
        const removed =
          wanted.length === 0
            ? undefined
            : (await sessions()).filter(
                (session) =>
                  !wanted.some(({ data }) => isOf(data.chainId, data.accountAddress)(session)),
              )
        if (!removed) return leave()
        for (const { data } of removed) await leave(`${data.chainId}:${data.accountAddress}`)
      },
      getSessions: async (chainId, address) => (await sessions()).filter(isOf(chainId, address)),
      async revokeSession(chainId, address) {
        for (const { data } of (await sessions()).filter(isOf(chainId, address)))
          await leave(`${chainId}:${data.accountAddress}`)
      },
      getRequired: () => options.required ?? true,
      ...(options.signOutOnDisconnect !== undefined && {
        signOutOnDisconnect: options.signOutOnDisconnect,
      }),
    }
    return siwx
  }
}

/** @throws KitError answerInvalid */
function readNonce(answer: unknown): string {
  if (isObject(answer) && typeof answer['nonce'] === 'string') return answer['nonce']
  throw kitError('answerInvalid', { details: 'No nonce' })
}

/** @throws KitError answerInvalid: an invalid answer does not mean "signed out" */
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
