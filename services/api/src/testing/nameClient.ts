import { generatePrivateKey, privateKeyToAccount, type LocalAccount } from 'viem/accounts'
import { coinTypeOf } from '@latchkey/protocol/coinType'

/** The JSON of an answer, with its status. */
export type NameAnswer = { status: number; body: unknown; headers: Headers }

/** A signed request about a name. A test may replace every part. */
export type SignedOptions = {
  account: LocalAccount
  /** Values of the message besides the timestamp, or its whole text. */
  message: object | string
  /** Seconds. @default now */
  timestamp?: number
  /** Parts of the body. */
  body?: Record<string, unknown>
  /** The chain of the coin type. @default 1 */
  chainId?: number
}

/** A new account. */
export const newAccount = () => privateKeyToAccount(generatePrivateKey())

/** The body of a signed request. */
export async function signBody({
  account,
  message,
  timestamp = Math.floor(Date.now() / 1_000),
  body,
  chainId = 1,
}: SignedOptions) {
  const text = typeof message === 'string' ? message : JSON.stringify({ ...message, timestamp })
  return {
    message: text,
    signature: await account.signMessage({ message: text }),
    coin_type: coinTypeOf(chainId),
    address: account.address,
    ...body,
  }
}

/** A client of an API's names. */
export function nameClient(urlOf: () => string) {
  async function request(path: string, body?: unknown): Promise<NameAnswer> {
    const response = await fetch(
      `${urlOf()}/v1/profile/${path}`,
      body === undefined
        ? {}
        : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
    )
    return { status: response.status, body: await response.json(), headers: response.headers }
  }
  return {
    request,
    /** Registers a name. */
    register: async (
      account: LocalAccount,
      name: string,
      more: Partial<SignedOptions> & { attributes?: unknown } = {},
    ) =>
      request(
        'account',
        await signBody({ account, message: { name, attributes: more.attributes ?? {} }, ...more }),
      ),
    /** Changes a registered name. */
    change: async (name: string, field: 'attributes' | 'address', signed: SignedOptions) =>
      request(`account/${name}/${field}`, await signBody(signed)),
  }
}

/**
 * Waits until an API has opened its database, which takes a while on a busy machine.
 * @returns its URL
 */
export async function withNames(url: string): Promise<string> {
  const began = performance.now()
  while ((await fetch(`${url}/v1/profile/reverse/0x${'0'.repeat(40)}?apiVersion=2`)).status !== 200)
    if (performance.now() - began > 60_000) throw new Error('The database did not open')
  return url
}
