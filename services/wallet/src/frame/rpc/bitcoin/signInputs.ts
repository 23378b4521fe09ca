import { SigHash } from '@scure/btc-signer/transaction.js'
import { fault } from '../../bridge/Fault.ts'
import type { CoinType, Keys } from '../../vault/deriveKeys.ts'
import { wipe } from '../../vault/wipe.ts'
import type { ProvedPsbt } from './readPsbt.ts'

/**
 * Signs the inputs of a PSBT that the visitor has approved. The PSBT's transaction gets the
 * signatures. Each commits to all inputs and outputs.
 */
export function signInputs(
  keys: Pick<Keys, 'bitcoinKey'>,
  psbt: ProvedPsbt,
  coinType: CoinType,
): void {
  // a Taproot signature commits to the coins of all inputs
  for (const [index, { coin }] of psbt.inputs.entries())
    if (coin) psbt.transaction.updateInput(index, { witnessUtxo: coin }, true)
  for (const index of psbt.inputs.keys()) signInput(keys, psbt, index, coinType)
}

function signInput(
  { bitcoinKey }: Pick<Keys, 'bitcoinKey'>,
  { transaction, inputs }: ProvedPsbt,
  index: number,
  coinType: CoinType,
): void {
  const signer = inputs[index]?.signer
  if (!signer) return
  const isTaproot = signer.purpose === 'ordinals'
  if (isTaproot) transaction.updateInput(index, { tapInternalKey: signer.key }, true)
  const key = bitcoinKey(signer.purpose, coinType)
  try {
    const whole = isTaproot ? [SigHash.DEFAULT, SigHash.ALL] : [SigHash.ALL]
    if (!transaction.signIdx(key, index, whole)) throw fault('somethingWrong')
  } finally {
    wipe(key)
  }
}
