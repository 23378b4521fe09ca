import { createHash, randomUUID, sign } from 'node:crypto'
import { createKeyPair } from '@latchkey/server/testing/createKeyPair'

/** A part of a proof that an attacker changes. */
export type Changed = { claims?: object; header?: object }

/** A browser's device key. */
export type Device = {
  /** The thumbprint of the key. RFC 7638 */
  thumbprint: string
  /** The header `DPoP` of a request. RFC 9449 */
  prove: (url: string, body: string, changed?: Changed) => string
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Makes a device key. */
export function createDevice(): Device {
  const {
    privateKey,
    jwk: { x, y },
  } = createKeyPair()
  const jwk = { crv: 'P-256', kty: 'EC', x, y } // RFC 7638 prescribes this order of the members
  return {
    thumbprint: createHash('sha256').update(JSON.stringify(jwk)).digest('base64url'),
    prove(url, body, { claims = {}, header = {} } = {}) {
      const bh = createHash('sha256').update(body).digest('base64url')
      const text = `${base64url({ typ: 'dpop+jwt', alg: 'ES256', jwk, ...header })}.${base64url({ htm: 'POST', htu: url, iat: Math.floor(Date.now() / 1_000), jti: randomUUID(), bh, ...claims })}`
      return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
    },
  }
}
