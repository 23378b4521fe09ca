import { privateKeyToAccount, generatePrivateKey } from 'viem/accounts'
import { createSignIn } from '@latchkey/protocol/signIn/createSignIn'
import type { SignInParameters } from '@latchkey/protocol/signIn/createSignIn'
import { formatSignIn } from '@latchkey/protocol/signIn/formatSignIn'
import { manualClock } from '../../../testing/manualClock.ts'
import type { ManualClock } from '../../../testing/manualClock.ts'
import { createSiwxServer } from './createSiwxServer.ts'
import type { SiwxServerOptions } from './options.ts'

/** The server's secret, which has the minimum length. */
export const secret = 'a secret of at least 32 characters'

/** An answer of the server, with the fields that its body may have. */
export type Answer = {
  status: number
  body: {
    nonce?: string
    sessions?: { accountId: string; message: string }[]
    error?: { code: string; details?: string }
  }
  cookie: string | undefined
}

/** A server for `shop.example`, and a browser at one of its pages, which stores the cookie. */
export function startTestSiwx({
  clock = manualClock(),
  ...options
}: Partial<SiwxServerOptions> & { clock?: ManualClock } = {}) {
  const siwx = createSiwxServer({ domain: 'shop.example', secret, clock, ...options })
  return { siwx, clock, browser: () => startBrowser(siwx.handle, siwx.origin, clock) }
}

/** A browser at a page of `origin`. `fetch` answers its requests. */
export function startBrowser(
  fetch: (request: Request) => Promise<Response>,
  origin: string,
  clock: { now(): number },
  basePath = '/siwx',
) {
  let jar = ''
  const domain = new URL(origin).host
  async function send(
    path: string,
    body?: unknown,
    {
      method = body === undefined ? 'GET' : 'POST',
      headers = {},
      url = origin,
    }: { method?: string; headers?: Record<string, string>; url?: string } = {},
  ): Promise<Answer> {
    const own: Record<string, string> = {
      ...(jar && { cookie: jar }),
      ...(method !== 'GET' && { origin, 'content-type': 'application/json' }),
      ...headers,
    }
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(
      new Request(`${url}${basePath}${path}`, { method, headers: own, body: text ?? null }),
    )
    const cookie = response.headers.get('set-cookie') ?? undefined
    if (cookie !== undefined)
      jar = cookie.includes('Max-Age=0;') ? '' : (cookie.split(';')[0] ?? '')
    const answer = await response.text()
    return {
      status: response.status,
      body: (answer.startsWith('{') ? JSON.parse(answer) : {}) as Answer['body'],
      cookie,
    } // the cast: `handle` answers in this form
  }
  const account = privateKeyToAccount(generatePrivateKey())
  return {
    send,
    account,
    cookie: () => jar,
    setCookie: (cookie: string) => void (jar = cookie),
    /** Signs a message of the account with a new nonce, and returns what a page posts. */
    async sign(change: Partial<SignInParameters> = {}, by = account) {
      const nonce = change.nonce ?? (await send('/nonce', {})).body.nonce ?? ''
      const message = formatSignIn(
        createSignIn({
          domain,
          uri: `${origin}/login`,
          chainId: 'eip155:1',
          accountAddress: by.address,
          now: clock.now(),
          ...change,
          nonce,
        }),
      )
      return { message, signature: await by.signMessage({ message }) }
    },
  }
}
