import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The name of the header that contains the time (seconds since 1970) and the signature of a
 * message: `t=1795185697,v1=<hex>`.
 */
export const signatureHeader = 'latchkey-signature'
/** By how many seconds the time of a message may differ from the time of this machine. */
export const tolerance = 300

const macOf = (key: Uint8Array, seconds: string, body: Uint8Array) =>
  createHmac('sha256', key).update(`${seconds}.`).update(body).digest()

/**
 * Signs a message. The signature is the HMAC-SHA256 of the time, a dot, and the bytes.
 * @param now the current time in milliseconds
 */
export function signMessage(key: Uint8Array, body: Uint8Array, now: number): string {
  const seconds = String(Math.floor(now / 1_000))
  return `t=${seconds},v1=${macOf(key, seconds, body).toString('hex')}`
}

/**
 * Returns why a message is refused; undefined if it was signed with the key, and its time differs
 * by at most {@link tolerance}.
 * @param header the value of {@link signatureHeader}
 * @param now the current time in milliseconds
 */
export function messageFault(
  key: Uint8Array,
  header: string | null,
  body: Uint8Array,
  now: number,
): string | undefined {
  const [, seconds, hex = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (seconds === undefined) return 'The signature is missing'
  if (!timingSafeEqual(Buffer.from(hex, 'hex'), macOf(key, seconds, body)))
    return 'The signature is wrong'
  return Math.abs(now / 1_000 - Number(seconds)) > tolerance ? 'The message is too old' : undefined
}
