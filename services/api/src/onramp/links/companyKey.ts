import { createPrivateKey, randomBytes, sign, type KeyObject } from 'node:crypto'

/** The operator's key at a company: its id, and its private part. */
type CompanyKey = { id: string; secret: string }

/** The bytes before the seed of an Ed25519 key in PKCS #8. Source: RFC 8410 */
const edPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
/** Seconds for which a token is valid. */
const lifetime = 120

/**
 * Reads the private part of a key: an EC key on P-256 or an Ed25519 key as PEM, or an Ed25519 key
 * of 64 bytes (seed and public key) in base64.
 * @throws Error for any other text, without quoting it
 */
export function readSecret(secret: string): KeyObject {
  const key = secret.includes('-----BEGIN')
    ? createPrivateKey(secret.replaceAll('\\n', '\n'))
    : fromSeed(Buffer.from(secret, 'base64'))
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'ed25519' || (type === 'ec' && details?.namedCurve === 'prime256v1')) return key
  throw new Error('Expected a key for ES256 or EdDSA')
}

function fromSeed(bytes: Buffer): KeyObject {
  if (bytes.byteLength !== 64) throw new Error('Expected 64 bytes')
  return createPrivateKey({
    key: Buffer.concat([edPrefix, bytes.subarray(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  })
}

/** Whether a text is the private part of a key. */
export function isSecret(secret: string): boolean {
  try {
    return readSecret(secret).type === 'private'
  } catch {
    return false // it is not a key
  }
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/**
 * Makes the function that signs a token for one request: a JWT (RFC 7519) in the form that
 * Coinbase's developer platform expects.
 * @param now milliseconds
 */
export function createTokens(
  { id, secret }: CompanyKey,
  now: () => number,
): (method: string, url: URL) => string {
  const key = readSecret(secret)
  const alg = key.asymmetricKeyType === 'ed25519' ? 'EdDSA' : 'ES256'
  return (method, { host, pathname }) => {
    const from = Math.floor(now() / 1_000)
    const text = `${encode({ alg, typ: 'JWT', kid: id, nonce: randomBytes(16).toString('hex') })}.${encode({ iss: 'cdp', sub: id, nbf: from, exp: from + lifetime, uri: `${method} ${host}${pathname}` })}`
    return `${text}.${sign(alg === 'EdDSA' ? null : 'sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  }
}
