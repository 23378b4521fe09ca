import { OutScript } from '@scure/btc-signer/payment.js'
import type { ProvedPsbt } from '../../rpc/bitcoin/readPsbt.ts'

/** The weight of the marker and the flag of a transaction with witnesses. BIP-144 */
const frame = 2

/**
 * The additional weight of an input with its signatures, by the type of its coin's script. Of
 * scripts with several keys, the weight of two signatures of three.
 */
const weights: Readonly<Record<string, number>> = {
  wpkh: 108,
  tr: 66,
  pkh: 107 * 4,
  sh: 23 * 4 + 108,
  wsh: 254,
}
const weightOfOthers = 108

/**
 * The size of a transaction with all its signatures, in virtual bytes: exact for the account's own
 * inputs, an estimate for foreign ones. BIP-141
 */
export function sizeOfSigned({ transaction, inputs }: ProvedPsbt): number {
  const weight = inputs.reduce(
    (sum, { coin }) => sum + weightOf(coin.script),
    transaction.unsignedTx.length * 4 + frame,
  )
  return Math.ceil(weight / 4)
}

function weightOf(script: Uint8Array): number {
  try {
    return weights[OutScript.decode(script).type] ?? weightOfOthers
  } catch {
    return weightOfOthers // no script that is known
  }
}
