import { kitError } from '../../../core/errors/errors.ts'
import type { SignedPayload } from '../signer.ts'
import { bytesOf, isSameBytes, maxTransactionBytes } from '../wire/bytes.ts'
import { extrinsicHash, readExtrinsic, writeExtrinsic } from '../wire/extrinsic.ts'
import type { SignedExtrinsic } from '../wire/extrinsic.ts'
import type { Hex } from '../wire/bytes.ts'
import { bytesToSign } from '../wire/payload.ts'
import type { UnsignedTransaction } from '../wire/payload.ts'
import type { Runtime } from '../wire/runtime.ts'
import { isSignedBy, readSignature } from '../wire/signature.ts'

/** A transaction that can be sent. */
export type Signed = { bytes: Uint8Array; hash: Hex }

/** The extension whose content a wallet may set: the mode in which the metadata is checked. */
const metadataExtension = 'CheckMetadataHash'

/**
 * Makes the transaction to send from a wallet's answer. The wallet may return the whole transaction
 * and have added the hash of the metadata. Everything else has to be as requested. The signature
 * is verified, except with such a hash, which the kit does not know: then only the network can
 * verify it, and refuses a wrong one.
 * @param account the key in the sender's address
 * @throws KitError answerInvalid, transactionChanged
 */
export function acceptSigned(
  runtime: Runtime,
  account: Uint8Array,
  unsigned: UnsignedTransaction,
  answer: SignedPayload,
): Signed {
  if (answer.signedTransaction === undefined) {
    const signature = readSignature(answer.signature)
    if (!signature || !isSignedBy(account, signature, bytesToSign(unsigned))) throw wrongSignature()
    return signedOf(writeExtrinsic(runtime, account, signature, unsigned))
  }
  const bytes = bytesOf(answer.signedTransaction, [1, maxTransactionBytes])
  const returned = bytes && readExtrinsic(runtime, bytes)
  if (!bytes || returned?.kind !== 'signed') throw kitError('answerInvalid')
  const requested = readExtrinsic(
    runtime,
    writeExtrinsic(runtime, account, returned.signature, unsigned),
  )
  if (requested?.kind !== 'signed' || !isRequested(returned, requested))
    throw kitError('transactionChanged')
  const isVerifiable = isSameBytes(
    modeOf(returned) ?? new Uint8Array(),
    modeOf(requested) ?? new Uint8Array(),
  )
  if (isVerifiable && !isSignedBy(account, returned.signature, bytesToSign(unsigned)))
    throw wrongSignature()
  return signedOf(bytes)
}

const signedOf = (bytes: Uint8Array): Signed => ({ bytes, hash: extrinsicHash(bytes) })

const wrongSignature = () => kitError('answerInvalid', { details: 'The signature is wrong.' })

const modeOf = ({ extensions }: SignedExtrinsic) => extensions[metadataExtension]

/** Whether a transaction is the requested one, but for the mode of checking the metadata. */
function isRequested(returned: SignedExtrinsic, requested: SignedExtrinsic): boolean {
  const names = Object.keys(requested.extensions).filter((name) => name !== metadataExtension)
  return (
    isSameBytes(returned.account, requested.account) &&
    isSameBytes(returned.call, requested.call) &&
    names.every((name) => {
      const [own, other] = [requested.extensions[name], returned.extensions[name]]
      return own !== undefined && other !== undefined && isSameBytes(own, other)
    })
  )
}
