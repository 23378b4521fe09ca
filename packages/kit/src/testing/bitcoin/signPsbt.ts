import { p2wpkh, Transaction } from '@scure/btc-signer'
import type { BitcoinKey } from './bitcoinAccounts.ts'

/**
 * Signs inputs of a PSBT, each with the key of its address. BIP-174
 * @throws an Error where the key does not sign the input
 */
export function signPsbt(
  psbt: Uint8Array,
  inputs: readonly { index: number; key: BitcoinKey }[],
): Uint8Array<ArrayBuffer> {
  const transaction = Transaction.fromPSBT(psbt, {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    allowLegacyWitnessUtxo: true,
  })
  for (const { index, key } of inputs) {
    const { publicKey, privateKey, form } = key
    if (form === 'p2tr') transaction.updateInput(index, { tapInternalKey: publicKey.slice(1) })
    if (form === 'p2sh') transaction.updateInput(index, { redeemScript: p2wpkh(publicKey).script })
    transaction.signIdx(privateKey, index)
  }
  return Uint8Array.from(transaction.toPSBT())
}
