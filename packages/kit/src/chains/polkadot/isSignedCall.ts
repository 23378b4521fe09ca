import { readSs58 } from '@latchkey/protocol/chains/ss58'
import { toHex } from '@latchkey/protocol/hex'
import type { SignedPayload, SignerPayload } from './signer.ts'

/** The first byte of a signed transaction of version 4, in hex. */
const signedVersion4 = '84'

/**
 * Whether a whole transaction that a wallet returned still has the account, the signature and the
 * call of the payload. A wallet may change other parts of it. True where the wallet returned none.
 * Needs no metadata of the network.
 */
export function isSignedCall(
  payload: SignerPayload,
  { signature, signedTransaction }: SignedPayload,
): boolean {
  if (signedTransaction === undefined) return true
  const account = readSs58(payload.address)?.key
  const body = withoutLength(signedTransaction.slice(2).toLowerCase())
  const call = payload.method.slice(2).toLowerCase()
  if (!account || !body?.endsWith(call)) return false
  const signed = toHex(account) + signature.slice(2).toLowerCase()
  // an account has the number of its form before it, except on older networks
  return ['00', ''].some(
    (form) =>
      body.startsWith(signedVersion4 + form + signed) &&
      body.length >= (signedVersion4 + form + signed + call).length,
  )
}

/** The bytes after the length at the beginning, if the length is right. SCALE, `Compact` */
function withoutLength(hex: string): string | undefined {
  const first = Number.parseInt(hex.slice(0, 2), 16)
  const size = [1, 2, 4][first & 3] ?? (first >> 2) + 5
  const isBig = (first & 3) === 3
  const bytes = hex.slice(isBig ? 2 : 0, size * 2).match(/../g) ?? []
  const number = bytes.reduceRight((sum, byte) => sum * 256 + Number.parseInt(byte, 16), 0)
  const body = hex.slice(size * 2)
  return body.length === 2 * (isBig ? number : Math.floor(number / 4)) ? body : undefined
}
