import { createHash, randomUUID } from 'node:crypto'
import { walletError, type WalletCall } from '@latchkey/protocol/walletServer'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as v from 'valibot'

/** A refusal as a test gets it. */
export type Refused = v.InferOutput<typeof walletError> & { status: number }
type Call<params extends v.GenericSchema, result extends v.GenericSchema> = WalletCall<
  params,
  result
>

/** A browser's device key, with requests that it proves. */
export type TestDevice = {
  thumbprint: string
  /** @throws Refused */
  ask: <params extends v.GenericSchema, result extends v.GenericSchema>(
    call: Call<params, result>,
    params: v.InferInput<params>,
  ) => Promise<v.InferOutput<result>>
  /** The refusal of a call; undefined when it was answered. */
  refusal: <params extends v.GenericSchema, result extends v.GenericSchema>(
    call: Call<params, result>,
    params: v.InferInput<params>,
  ) => Promise<Refused | undefined>
  /** A proof, with changed claims or header. */
  prove: (
    path: string,
    body: string,
    changed?: { claims?: object; header?: object },
  ) => Promise<string>
}

/**
 * @param url of the wallet
 * @param now milliseconds since 1970
 * @param headers added by a proxy
 */
export async function createTestDevice(
  url: string,
  now: () => number = Date.now,
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
  headers: Readonly<Record<string, string>> = {},
): Promise<TestDevice> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const { kty, crv, x, y } = await exportJWK(publicKey)
  const jwk = { kty, crv, x, y }

  const prove: TestDevice['prove'] = (path, body, { claims = {}, header = {} } = {}) =>
    new SignJWT({
      htm: 'POST',
      htu: `${url}${path}`,
      iat: Math.floor(now() / 1_000),
      jti: randomUUID(),
      bh: createHash('sha256').update(body).digest('base64url'),
      ...claims,
    })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk, ...header })
      .sign(privateKey)

  async function send(path: string, params: unknown): Promise<Response> {
    const body = JSON.stringify(params)
    return fetch(`${url}${path}`, {
      method: 'POST',
      body,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'user-agent': userAgent,
        dpop: await prove(path, body),
      },
    })
  }

  return {
    thumbprint: await calculateJwkThumbprint(jwk),
    prove,
    async ask(call, params) {
      const response = await send(call.path, params)
      const body: unknown = await response.json()
      if (!response.ok)
        throw Object.assign(new Error(JSON.stringify(body)), {
          status: response.status,
          ...v.parse(walletError, body),
        })
      return v.parse(call.result, body)
    },
    async refusal(call, params) {
      const response = await send(call.path, params)
      const body: unknown = await response.json()
      return response.ok ? undefined : { status: response.status, ...v.parse(walletError, body) }
    },
  }
}
