import { generatePrivateKey, privateKeyToAccount, type LocalAccount } from 'viem/accounts'
import { coinTypeOf } from '@latchkey/protocol/coinType'

/** An answer, with its body as JSON. */
export type NameAnswer = { status: number; body: unknown; headers: Headers }

/** The parts of a signed request about a name. A test may replace each of them. */
export type SignedOptions = {
  account: LocalAccount
  /** The values in the message besides the timestamp, or the whole text of the message. */
  message: object | string
  /** Seconds since 1970. @default now */
  timestamp?: number
  /** Members that replace those of the body. */
  body?: Record<string, unknown>
  /** The EIP-155 id of the chain that the coin type means. @default 1 */
  chainId?: number
}

/** Makes a new account. */
export const newAccount = () => privateKeyToAccount(generatePrivateKey())

/** Makes the body of a signed request. */
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

/** Makes a client for the names of an API. */
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
 * @returns the API's URL
 */
export async function withNames(url: string): Promise<string> {
  const began = performance.now()
  while ((await fetch(`${url}/v1/profile/reverse/0x${'0'.repeat(40)}?apiVersion=2`)).status !== 200)
    if (performance.now() - began > 60_000) throw new Error('The database did not open')
  return url
}
