import { inputsOf, readPsbt } from '../wire/psbt.ts'

/**
 * Leaves out the earlier transactions of a PSBT whose outputs are named in another field, too. A
 * wallet that reads them from the network itself does not need them, and they may be long: the
 * payments of an exchange have hundreds of outputs.
 */
export function withoutProofs(psbt: Uint8Array): Uint8Array {
  const transaction = readPsbt(psbt)
  if (!transaction) return psbt
  for (const [index, { witnessUtxo }] of inputsOf(transaction).entries())
    if (witnessUtxo) transaction.updateInput(index, { nonWitnessUtxo: undefined }, true)
  return transaction.toPSBT()
}
