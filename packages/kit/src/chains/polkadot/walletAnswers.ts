/** Readers of a wallet's answers. They throw KitError answerInvalid for a value of another form. */
import { toHex } from '@latchkey/protocol/hex'
import { kitError } from '../../core/errors/errors.ts'
import { bytesIn } from '../../core/requests/bytesIn.ts'
import { partOf } from '../../core/requests/readParts.ts'
import type { SignedPayload } from './signer.ts'

/** The lengths of signatures, in bytes: of ecdsa 65, of the others 64; a byte of the type more. */
const signatureLengths: readonly number[] = [64, 65, 66]

/** The maximum length of a signed transaction, in bytes. A block has at most 5 MiB. */
const maxTransactionBytes = 5 * 1_024 * 1_024

/** Hex with `0x`, in lower case. Undefined for other values. */
function hexIn(value: unknown, maxBytes: number): `0x${string}` | undefined {
  if (typeof value !== 'string' || value.length > maxBytes * 2 + 2) return undefined
  return /^(?:0x)?(?:[\da-f]{2})+$/i.test(value)
    ? `0x${value.replace(/^0x/i, '').toLowerCase()}`
    : undefined
}

/** A signature in hex, as it is. */
export function readSignature(value: unknown): `0x${string}` {
  const signature = hexIn(value, Math.max(...signatureLengths))
  if (!signature || !signatureLengths.includes(signature.length / 2 - 1))
    throw kitError('answerInvalid', { details: 'The wallet returned no signature.' })
  return signature
}

/**
 * The answer to a transaction: the signature, and the transaction if the wallet returned it, as hex
 * or as bytes.
 */
export function readSignedPayload(answer: unknown): SignedPayload {
  const signature = readSignature(partOf(answer, 'signature'))
  const whole = partOf(answer, 'signedTransaction')
  if (whole === undefined || whole === null) return { signature }
  const bytes = bytesIn(whole, [1, maxTransactionBytes])
  const signedTransaction = bytes
    ? (`0x${toHex(bytes)}` as const)
    : hexIn(whole, maxTransactionBytes)
  if (!signedTransaction)
    throw kitError('answerInvalid', { details: 'The wallet returned no signed transaction.' })
  return { signature, signedTransaction }
}
