import { createPublicKey, verify } from 'node:crypto'
import * as v from 'valibot'
import { readJson, readShape } from '@latchkey/protocol/border'
import { relayTokenAge, relayTokenSkew } from '@latchkey/protocol/relay'
import { readDidKey, type ClientId } from './didKey.ts'

/** Maximum of characters of a token. */
const longest = 4_096
/** Limits of the token's parts, as JSON. The token of a watch has two lists of values. */
const partLimits = { bytes: longest, depth: 3, values: 2_048 }

const header = v.object({ alg: v.literal('EdDSA'), typ: v.literal('JWT') })
const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const claims = v.looseObject({
  iss: v.string(),
  sub: v.pipe(v.string(), v.nonEmpty()),
  aud: v.string(),
  iat: seconds,
  exp: v.optional(seconds),
  act: v.optional(v.string()),
})

/**
 * The claims that every token has. Some kinds of tokens have more. Times are in seconds since 1970.
 */
export type Claims = v.InferOutput<typeof claims>
/**
 * Why a token is invalid: malformed, with a wrong signature, not valid yet, no longer valid, for
 * another relay, or for another act.
 */
export type TokenFlaw = 'malformed' | 'forged' | 'early' | 'late' | 'foreign' | 'misused'

/** A token is invalid. */
export class TokenError extends Error {
  override readonly name = 'TokenError'
  readonly flaw: TokenFlaw
  constructor(flaw: TokenFlaw) {
    super(flaw)
    this.flaw = flaw
  }
}

/**
 * Checks a client's JWT: its form, times, act, audience and signature.
 * docs/contracts/relay.md#token
 * @param options.accepts whether the audience means this relay
 * @param options.acts the allowed values of `act`; undefined in the list allows a token without an
 *   act. @default every act, because the caller checks it
 * @param options.now milliseconds since 1970
 * @throws TokenError
 */
export async function verifyToken(
  token: string,
  options: {
    accepts: (audience: string) => boolean
    acts?: readonly (string | undefined)[]
    now: number
  },
): Promise<{ client: ClientId; claims: Claims }> {
  const [head = '', body = '', signature = '', ...rest] =
    token.length > longest ? [] : token.split('.')
  if (rest.length > 0 || ![head, body, signature].every((part) => /^[\w-]+$/.test(part)))
    throw new TokenError('malformed')
  check(header, head)
  const found = check(claims, body)
  const { client, publicKey } = readIssuer(found.iss)
  const now = options.now / 1_000
  if (found.iat > now + relayTokenSkew) throw new TokenError('early')
  if ((found.exp ?? found.iat + relayTokenAge) < now - relayTokenSkew) throw new TokenError('late')
  if (found.exp !== undefined && found.exp < found.iat) throw new TokenError('malformed')
  if (options.acts && !options.acts.includes(found.act)) throw new TokenError('misused')
  if (!options.accepts(found.aud)) throw new TokenError('foreign')
  if (!(await isSigned(`${head}.${body}`, signature, publicKey))) throw new TokenError('forged')
  return { client, claims: found }
}

function check<schema extends v.GenericSchema>(
  schema: schema,
  part: string,
): v.InferOutput<schema> {
  try {
    return readShape(schema, readJson(Buffer.from(part, 'base64url'), partLimits))
  } catch (cause) {
    throw Object.assign(new TokenError('malformed'), { cause })
  }
}

function readIssuer(iss: string) {
  try {
    return readDidKey(iss)
  } catch (cause) {
    throw Object.assign(new TokenError('malformed'), { cause })
  }
}

/** Verifies a signature in another thread, because a thousand clients may connect at once. */
function isSigned(text: string, signature: string, publicKey: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      // Node reads a key in this form several times as fast as in DER. Source: RFC 8037, section 2
      const key = createPublicKey({
        key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
        format: 'jwk',
      })
      verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'), (error, fits) =>
        resolve(!error && fits),
      )
    } catch {
      resolve(false) // the key is not a point on the curve, so no signature is valid
    }
  })
}
