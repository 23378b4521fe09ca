import { toBase64url } from '@latchkey/protocol/base64'
import type { Device } from '../device/openDevice.ts'

const encoder = new TextEncoder()

/** The request that a proof is for. */
export type ProofOptions = {
  url: string
  /** The exact body. */
  body: string
  /** Milliseconds since 1970, by the server's clock. */
  now: number
}

/**
 * Creates the DPoP header of a request: a JWT signed with the device's key, with method, URL,
 * time and the body's hash. RFC 9449, section 4.2
 */
export async function proofOf(device: Device, { url, body, now }: ProofOptions): Promise<string> {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', device.publicKey)
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(body))
  const head = { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } }
  const { origin, pathname } = new URL(url)
  const claims = {
    htm: 'POST',
    htu: origin + pathname,
    iat: Math.floor(now / 1000),
    jti: crypto.randomUUID(),
    bh: toBase64url(new Uint8Array(digest)),
  }
  const text = [head, claims]
    .map((part) => toBase64url(encoder.encode(JSON.stringify(part))))
    .join('.')
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    device.privateKey,
    encoder.encode(text),
  )
  return `${text}.${toBase64url(new Uint8Array(signature))}`
}
