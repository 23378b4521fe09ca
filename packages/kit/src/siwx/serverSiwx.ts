import { isSameAddress } from '@latchkey/protocol/address'
import { isObject } from '@latchkey/protocol/isObject'
import { arrived } from '../core/arrived.ts'
import { kitError } from '../core/errors.ts'
import type { HttpRequest } from '../core/http.ts'
import type { Kit } from '../core/kit.ts'
import type { Siwx, SiwxSession } from '../core/siwx.ts'
import { checkSignInOptions } from './checkSignInOptions.ts'
import type { SignInOptions } from './message.ts'

/**
 * Options of signing in by the site's server. `lifetime` is the message's; the server may end the
 * session earlier.
 */
export type ServerSiwxOptions = SignInOptions & {
  /**
   * The path, or whole URL, at which `createSiwxServer` answers, of the page's own origin: its
   * cookie goes nowhere else. @default '/siwx'
   */
  url?: string
}

/**
 * Signing in by the site's own server, with `createSiwxServer` from `latchkey/siwx/server`: it
 * checks the signature, and keeps the session in a cookie that no script can read.
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
    const ask = async (path: string, body?: object): Promise<unknown> => {
      const { requestJson } = await arrived(import('../core/http.ts'))
      const sent: Partial<HttpRequest> = body
        ? { method: 'POST', body, contentType: 'application/json', retries: 0 }
        : { method: 'GET' }
      return requestJson(kit.context, {
        method: 'GET',
        url: base + path,
        credentials: 'same-origin',
        ...sent,
      })
    }
    /**
     * Milliseconds by which the server's clock is ahead of the visitor's: the server judges by its
     * own.
     */
    let ahead = 0
    const getTime = () => kit.context.clock.now() + ahead
    const noteTime = (answer: unknown) => {
      const now = isObject(answer) ? answer['now'] : undefined
      if (typeof now === 'number' && Number.isFinite(now)) ahead = now - kit.context.clock.now()
      return answer
    }
    const sessions = async () => readSessions(noteTime(await ask('/sessions')))
    const getNonce = async () => readNonce(noteTime(await ask('/nonce', {})))
    const leave = async (accountId?: string) =>
      void (await ask('/sign-out', accountId === undefined ? {} : { accountId }))
    const isOf =
      (chainId: string, address: string) =>
      ({ data }: SiwxSession) =>
        data.chainId === chainId && isSameAddress(data.accountAddress, address)
    const siwx: Siwx = {
      getNonce,
      createMessage: async (account) => {
        const [{ createMessage }, nonce] = await Promise.all([
          arrived(import('./message.ts')),
          getNonce(),
        ])
        return createMessage(kit, account, nonce, options, getTime())
      },
      getTime,
      async addSession({ data, message, signature }) {
        try {
          await ask('/verify', { message, signature })
        } catch (error) {
          // the answer may have been lost, and the nonce is spent
          const known = await sessions().catch(() => [])
          if (
            !known.some(
              (one) => one.message === message && isOf(data.chainId, data.accountAddress)(one),
            )
          )
            throw error
        }
      },
      async setSessions(wanted) {
        const gone =
          wanted.length === 0
            ? undefined
            : (await sessions()).filter(
                (one) => !wanted.some(({ data }) => isOf(data.chainId, data.accountAddress)(one)),
              )
        if (!gone) return leave()
        for (const { data } of gone) await leave(`${data.chainId}:${data.accountAddress}`)
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

/** @throws KitError answerInvalid: what is not known is not "signed out" */
function readSessions(answer: unknown): readonly SiwxSession[] {
  const list = isObject(answer) ? answer['sessions'] : undefined
  if (!Array.isArray(list) || !list.every(isSession))
    throw kitError('answerInvalid', { details: 'No list of sessions' })
  return list
}

const isSession = (one: unknown): one is SiwxSession =>
  isObject(one) &&
  typeof one['message'] === 'string' &&
  typeof one['signature'] === 'string' &&
  isObject(one['data']) &&
  typeof one['data']['chainId'] === 'string' &&
  typeof one['data']['accountAddress'] === 'string'
