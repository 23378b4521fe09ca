import { createHash } from 'node:crypto'
import type * as v from 'valibot'
import { BorderError, readShape } from '@latchkey/protocol/border'
import { isRelayErrorTag, relayWatch, relayWatchClaims } from '@latchkey/protocol/relay'
import { type Claims, TokenError, verifyToken } from '../auth/verifyToken.ts'
import { RpcError } from '../rpc/rpcError.ts'
import type { Hook, NewHook } from '../store/watchStore.ts'
import type { createUrlPolicy } from '@latchkey/server/publicAddresses'
import type { ClientId } from '../auth/didKey.ts'

type UrlPolicy = ReturnType<typeof createUrlPolicy>
/**
 * The client that sent a request. `accepts`: whether a token's audience means this relay. `now` is
 * in milliseconds since 1970.
 */
export type Requester = { client: ClientId; accepts: (audience: string) => boolean; now: number }

/**
 * Checks the signed token of a registration, and reads the webhook in it.
 * @throws RpcError
 */
export async function readRegistration(
  token: string,
  requester: Requester,
  policy: UrlPolicy,
): Promise<NewHook> {
  const claims = await readClaims(token, requester)
  const {
    typ: type,
    sub: service,
    whu: url,
    tag: tags,
    sts: statuses,
  } = check(relayWatchClaims.register, claims)
  if (
    claims.exp === undefined ||
    claims.exp - claims.iat > relayWatch.life ||
    claims.exp * 1_000 <= requester.now
  )
    throw new RpcError('InvalidTtl')
  if (policy(new URL(url)) === 'refused') throw new RpcError('InvalidWebhookUrl')
  return {
    id: idOf(requester.client, { type, service, url }),
    type,
    service,
    url,
    tags,
    statuses,
    ends: claims.exp * 1_000,
  }
}

/**
 * Checks the signed token that ends a registration, and reads the registration's id.
 * @throws RpcError
 */
export async function readUnregistration(token: string, requester: Requester): Promise<string> {
  const {
    typ: type,
    sub: service,
    whu: url,
  } = check(relayWatchClaims.unregister, await readClaims(token, requester))
  return idOf(requester.client, { type, service, url })
}

async function readClaims(token: string, { client, ...rest }: Requester): Promise<Claims> {
  try {
    const { client: signer, claims } = await verifyToken(token, rest)
    if (signer === client) return claims
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    throw new RpcError('InvalidWatchJwt', { cause: error })
  }
  throw new RpcError('InvalidWatchJwt') // the registration belongs to another client
}

function check<schema extends (typeof relayWatchClaims)[keyof typeof relayWatchClaims]>(
  schema: schema,
  claims: Claims,
): v.InferOutput<schema> {
  // a missing member gets the same error as an invalid member
  const absent = Object.fromEntries(Object.keys(schema.entries).map((name) => [name, undefined]))
  try {
    return readShape(schema, { ...absent, ...claims })
  } catch (cause) {
    const message = cause instanceof BorderError ? (cause.issue?.message ?? '') : ''
    throw new RpcError(isRelayErrorTag(message) ? message : 'InvalidWatchJwt', { cause })
  }
}

function idOf(
  client: ClientId,
  { type, service, url }: Pick<Hook, 'type' | 'service' | 'url'>,
): string {
  return createHash('sha256').update([client, type, service, url].join('\n')).digest('base64url')
}
