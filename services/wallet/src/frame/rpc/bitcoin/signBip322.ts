import { sha256 } from '@noble/hashes/sha2.js'
import { RawWitness } from '@scure/btc-signer/script.js'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { fault } from '../../bridge/Fault.ts'
import type { OwnAddress } from '../../wallet/bitcoinAccount.ts'

/**
 * Signs a message in the form "simple": the witness of a transaction that spends a made-up coin.
 * The coin's id contains the message, and no chain has it. BIP-322
 */
export function signBip322(key: Uint8Array, own: OwnAddress, message: Uint8Array): Uint8Array {
  const { script } = own
  const transaction = new Transaction({ version: 0, lockTime: 0, allowUnknownOutputs: true })
  transaction.addInput({
    txid: idOfSpent(script, message),
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...(own.purpose === 'ordinals' && { tapInternalKey: own.key }),
  })
  transaction.addOutput({ script: Uint8Array.of(opReturn), amount: 0n })
  transaction.signIdx(key, 0)
  transaction.finalizeIdx(0)
  const { finalScriptWitness } = transaction.getInput(0)
  if (!finalScriptWitness) throw fault('somethingWrong')
  return RawWitness.encode(finalScriptWitness)
}

const opReturn = 0x6a

/** The id of the transaction that has the made-up coin. */
function idOfSpent(script: Uint8Array, message: Uint8Array): string {
  const tag = sha256(new TextEncoder().encode('BIP0322-signed-message'))
  const hash = sha256(Uint8Array.from([...tag, ...tag, ...message]))
  const transaction = new Transaction({
    version: 0,
    lockTime: 0,
    allowUnknownInputs: true,
    disableScriptCheck: true,
  })
  transaction.addOutput({ script, amount: 0n })
  transaction.addInput({
    txid: new Uint8Array(32),
    index: 0xffff_ffff,
    sequence: 0,
    finalScriptSig: Uint8Array.from([0, hash.length, ...hash]),
  })
  return transaction.id
}
