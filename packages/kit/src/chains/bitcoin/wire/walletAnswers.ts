/** Reads the answers of wallets to requests for signatures. */
import { readBase64, toBase64 } from '@latchkey/protocol/base64'
import { bitcoin } from '@latchkey/protocol/chains/bitcoin'
import { fromHex } from '@latchkey/protocol/hex'
import { kitError } from '../../../core/errors/errors.ts'
import { bytesIn } from '../../../core/requests/bytesIn.ts'
import { readSafely } from '../../../core/requests/readSafely.ts'

/** The maximum length of a PSBT, in bytes. Each input may contain a transaction of 100 kB. */
export const maxPsbtBytes = 8_000_000
/** The maximum length of the signature of a text, in bytes. BIP-322 */
const maxSignatureBytes = 16_384

/**
 * Reads a PSBT that is bytes.
 * @throws KitError answerInvalid
 */
export const readPsbtBytes = (answer: unknown): Uint8Array<ArrayBuffer> =>
  required(bytesIn(answer, [1, maxPsbtBytes]))

/**
 * Reads a PSBT in base64.
 * @throws KitError answerInvalid
 */
export const readPsbtBase64 = (answer: unknown): Uint8Array<ArrayBuffer> =>
  required(readBase64(answer, maxPsbtBytes))

/**
 * Reads a PSBT in hex.
 * @throws KitError answerInvalid
 */
export const readPsbtHex = (answer: unknown): Uint8Array<ArrayBuffer> =>
  required(readHex(answer, maxPsbtBytes))

/**
 * Reads the signature of a text in base64.
 * @throws KitError answerInvalid
 */
export const readSignatureBase64 = (answer: unknown): string =>
  toBase64(required(readBase64(answer, maxSignatureBytes)))

/**
 * Reads the signature of a text in hex or in base64. A text of hex digits is read as hex: in base64
 * no signature consists of such digits alone.
 * @returns the signature in base64
 * @throws KitError answerInvalid
 */
export const readAnySignature = (answer: unknown): string =>
  toBase64(required(readHex(answer, maxSignatureBytes) ?? readBase64(answer, maxSignatureBytes)))

/**
 * Reads the signature of a text that is bytes.
 * @returns the signature in base64
 * @throws KitError answerInvalid
 */
export const readSignatureBytes = (answer: unknown): string =>
  toBase64(required(bytesIn(answer, [1, maxSignatureBytes])))

/**
 * Reads a txid.
 * @throws KitError answerInvalid
 */
export const readTxid = (answer: unknown): string =>
  bitcoin.transactionKey(required(bitcoin.isTransactionHash(answer) ? answer : undefined))

const readHex = (text: unknown, maxBytes: number): Uint8Array<ArrayBuffer> | undefined =>
  typeof text === 'string' && text !== '' && text.length <= maxBytes * 2
    ? readSafely(() => fromHex(text), undefined)
    : undefined

function required<value>(answer: value | undefined): value {
  if (answer === undefined) throw kitError('answerInvalid')
  return answer
}
