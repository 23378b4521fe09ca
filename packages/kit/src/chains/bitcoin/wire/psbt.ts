import { Transaction } from '@scure/btc-signer'
import { kitError } from '../../../core/errors/errors.ts'
import { readSafely } from '../../../core/requests/readSafely.ts'

/** The largest PSBT that is read, in bytes. Each input may contain a whole earlier transaction. */
const maxBytes = 8 * 1024 * 1024

/**
 * The library reads any standard or unusual script, because the kit compares bytes. Nothing is
 * signed with these options.
 */
const anyScript = {
  allowUnknownOutputs: true,
  allowUnknownInputs: true,
  allowUnknownVersion: true,
  allowLegacyWitnessUtxo: true,
  disableScriptCheck: true,
} as const

/** Reads the bytes of a PSBT. Undefined for any other bytes. BIP-174, BIP-370 */
export function readPsbt(bytes: ArrayLike<number>): Transaction | undefined {
  if (bytes.length > maxBytes) return undefined
  return readSafely(() => Transaction.fromPSBT(Uint8Array.from(bytes), anyScript), undefined)
}

/** Reads the bytes of a transaction. Undefined for any other bytes. */
export const readRaw = (bytes: Uint8Array): Transaction | undefined =>
  readSafely(() => Transaction.fromRaw(bytes, anyScript), undefined)

/**
 * Reads the PSBT of a request.
 * @throws KitError invalidParams
 */
export function requestedPsbt(bytes: ArrayLike<number>): Transaction {
  const transaction = readPsbt(bytes)
  if (!transaction || transaction.inputsLength === 0)
    throw kitError('invalidParams', { details: 'The PSBT can’t be read.' })
  return transaction
}

/** The outputs of a transaction, in their order. */
export const outputsOf = (
  transaction: Transaction,
): readonly { script: Uint8Array; amount: bigint }[] =>
  Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { script = new Uint8Array(), amount = 0n } = transaction.getOutput(index)
    return { script, amount }
  })

/** The inputs of a transaction, in their order. */
export const inputsOf = (transaction: Transaction) =>
  Array.from({ length: transaction.inputsLength }, (_, index) => transaction.getInput(index))

/**
 * The output that an input spends, as the PSBT reports it. Undefined where the PSBT does not say.
 */
export function spentOutputOf(
  input: ReturnType<Transaction['getInput']>,
): { script: Uint8Array; amount: bigint } | undefined {
  const { witnessUtxo, nonWitnessUtxo, index } = input
  const proved = index === undefined ? undefined : nonWitnessUtxo?.outputs[index]
  return proved ?? witnessUtxo
}
