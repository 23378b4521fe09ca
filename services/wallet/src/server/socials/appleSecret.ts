import { createPrivateKey, sign } from 'node:crypto'

/**
 * Seconds for which a secret is valid. Apple allows six months; ours is created for each use.
 */
const life = 300

/** The key and ids that Apple gives an operator. */
export type AppleKey = {
  clientId: string
  teamId: string
  keyId: string
  /** PEM, P-256. */
  privateKey: string
}

/**
 * Creates the function that creates the client secret for Apple: a token that the operator's
 * key signs (ES256).
 * @param audience Apple's issuer
 */
export function createAppleSecret(
  { clientId, teamId, keyId, privateKey }: AppleKey,
  audience: string,
): () => string {
  const key = createPrivateKey(privateKey)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return () => {
    const now = Math.floor(Date.now() / 1_000) // by Apple's clock, not the tests' clock
    const unsigned = `${encode({ alg: 'ES256', kid: keyId })}.${encode({ iss: teamId, iat: now, exp: now + life, aud: audience, sub: clientId })}`
    return `${unsigned}.${sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  }
}
