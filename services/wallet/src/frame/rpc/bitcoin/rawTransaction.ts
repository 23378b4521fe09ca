import { RawOldTx, RawTx } from '@scure/btc-signer/script.js'
import { sha256x2 } from '@scure/btc-signer/utils.js'
import { toHex } from '@latchkey/protocol/hex'

/** A transaction of the network, with its outputs. */
export type RawTransaction = ReturnType<typeof RawTx.decode>

/** Reads the bytes of a transaction. Undefined for other bytes. */
export function readRawTransaction(bytes: Uint8Array): RawTransaction | undefined {
  try {
    return RawTx.decode(bytes)
  } catch {
    return undefined // no transaction
  }
}

/** The id of a transaction, in the order of bytes that people read. */
export const idOf = (transaction: RawTransaction): string =>
  toHex(sha256x2(RawOldTx.encode(transaction)).reverse())
