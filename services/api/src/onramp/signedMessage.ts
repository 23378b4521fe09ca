import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../apiError.ts'

/**
 * The header with the time (seconds since 1970) and the signature of a webhook:
 * `t=1795185697,v1=<hex>`.
 */
export const signatureHeader = 'latchkey-signature'
/** Seconds by which the time of a message may differ from this machine's. */
export const tolerance = 300

const macOf = (key: Uint8Array, seconds: string, body: Uint8Array) =>
  createHmac('sha256', key).update(`${seconds}.`).update(body).digest()

/**
 * Signs a message: HMAC-SHA256 of its time, a point, and its bytes.
 * @param now milliseconds
 */
export function signMessage(key: Uint8Array, body: Uint8Array, now: number): string {
  const seconds = String(Math.floor(now / 1_000))
  return `t=${seconds},v1=${macOf(key, seconds, body).toString('hex')}`
}

/**
 * @throws ApiError 401 unless the message was signed with the key, at most {@link tolerance} ago
 */
export function checkMessage(
  key: Uint8Array,
  header: string | null,
  body: Uint8Array,
  now: number,
): void {
  const [, seconds, hex = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (seconds === undefined) throw refused('The signature is missing')
  if (!timingSafeEqual(Buffer.from(hex, 'hex'), macOf(key, seconds, body)))
    throw refused('The signature is wrong')
  if (Math.abs(now / 1_000 - Number(seconds)) > tolerance) throw refused('The message is too old')
}

const refused = (why: string) => new ApiError(401, 'signature', why)
