import { Address, OutScript, Transaction } from '@scure/btc-signer'
import { toHex } from '@latchkey/protocol/hex'
import type { BitcoinPayment } from './bitcoinRequest.ts'
import { paramsOf } from './paramsOf.ts'
import type { BitcoinNetworkName } from './paramsOf.ts'

/**
 * What a PSBT pays to others than the owner, and its fee, for the wallet's window.
 * @param own the owner's addresses
 * @throws an Error for bytes that are no PSBT
 */
export function readPsbt(
  psbt: Uint8Array,
  network: BitcoinNetworkName,
  own: readonly string[],
): { payments: readonly BitcoinPayment[]; fee: bigint | undefined } {
  const transaction = Transaction.fromPSBT(psbt, {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    allowLegacyWitnessUtxo: true,
  })
  const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { script = new Uint8Array(), amount = 0n } = transaction.getOutput(index)
    return { to: addressOf(script, network), amount }
  })
  const spent = Array.from({ length: transaction.inputsLength }, (_, index) => {
    const { witnessUtxo, nonWitnessUtxo, index: at = 0 } = transaction.getInput(index)
    return witnessUtxo?.amount ?? nonWitnessUtxo?.outputs[at]?.amount
  })
  const sum = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n)
  const isKnown = spent.every((amount) => amount !== undefined)
  return {
    payments: outputs.filter(({ to }) => !own.includes(to)),
    fee: isKnown ? sum(spent) - sum(outputs.map(({ amount }) => amount)) : undefined,
  }
}

/** The address of a script, or the script in hex where it has none. */
function addressOf(script: Uint8Array, network: BitcoinNetworkName): string {
  try {
    return Address(paramsOf(network)).encode(OutScript.decode(script))
  } catch {
    return toHex(script) // such as OP_RETURN
  }
}
