import { Transaction } from '@scure/btc-signer/transaction.js'
import { readBase64 } from '@latchkey/protocol/base64'
import { isObject, isRecord } from '@latchkey/protocol/isObject'
import { toHex } from '@latchkey/protocol/hex'
import { fault } from '../../bridge/Fault.ts'
import type { BitcoinAccount, OwnAddress } from '../../wallet/bitcoinAccount.ts'
import { allSatoshi } from './askEsplora.ts'
import { ownAddressOf } from './requireBitcoinAccount.ts'

/** Maximum of bytes of a PSBT, and of its inputs and outputs. */
const [maxBytes, maxParts] = [192 * 1024, 500]
/** The sighash types that commit to all inputs and outputs: DEFAULT and ALL. BIP-341 */
const [sighashDefault, sighashAll] = [0, 1]

/** A coin that an input spends. */
export type SpentCoin = { amount: bigint; script: Uint8Array }

/**
 * An input of a PSBT.
 * - `coin`: as the PSBT names it; undefined if it does not
 * - `isProved`: whether the PSBT has the whole transaction of the coin, which proves its amount
 * - `signer`: the own address whose key signs the input
 */
export type PsbtInput = {
  txid: string
  vout: number
  coin: SpentCoin | undefined
  isProved: boolean
  isFinal: boolean
  signer: OwnAddress | undefined
}

/** A PSBT that the wallet can sign. `outputs`: amounts in satoshi, and scripts. */
export type Psbt = {
  transaction: Transaction
  inputs: readonly PsbtInput[]
  outputs: readonly { amount: bigint; script: Uint8Array }[]
}

/** A PSBT whose coins are all known, and true wherever its signatures are valid. */
export type ProvedPsbt = Omit<Psbt, 'inputs'> & {
  inputs: readonly (PsbtInput & { coin: SpentCoin })[]
}

/** The bytes of a PSBT in base64, and the inputs to sign, both as the site sent them. */
export type RequestedPsbt = { psbt?: unknown; signInputs?: unknown }

/**
 * Reads a PSBT of version 0. A PSBT is refused if its signature could be used for something that
 * the screen does not show:
 * - a sighash type that leaves inputs or outputs open
 * - a Taproot input with scripts
 * - own inputs that are signed or final already
 * @throws Fault -32602; 4100 for an input of another address
 */
export function readPsbt(account: BitcoinAccount, { psbt, signInputs }: RequestedPsbt): Psbt {
  const bytes = readBase64(psbt, maxBytes)
  if (!bytes) throw fault('invalidParams')
  const transaction = parse(bytes)
  const inputs = readInputs(transaction)
  const outputs = readOutputs(transaction)
  const signers = readSigners(account, inputs, signInputs)
  for (const [index, signer] of signers) checkSigned(transaction, index, signer)
  return {
    transaction,
    inputs: inputs.map((input, index) => ({ ...input, signer: signers.get(index) })),
    outputs,
  }
}

/** @throws Fault -32602 */
function parse(bytes: Uint8Array): Transaction {
  try {
    const transaction = Transaction.fromPSBT(bytes, {
      // foreign inputs and outputs may have any script, and the site's own fields are returned
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      allowUnknownVersion: true,
      unknown: 'ignore',
      proprietary: 'ignore',
    })
    const { inputsLength, outputsLength } = transaction
    const isFine =
      transaction.opts.PSBTVersion === 0 &&
      inputsLength > 0 &&
      outputsLength > 0 &&
      inputsLength + outputsLength <= maxParts
    if (isFine) return transaction
  } catch (cause) {
    throw fault('invalidParams', { cause })
  }
  throw fault('invalidParams')
}

type UnsignedInput = Omit<PsbtInput, 'signer'>

function readInputs(transaction: Transaction): readonly UnsignedInput[] {
  const inputs = Array.from({ length: transaction.inputsLength }, (_, index): UnsignedInput => {
    const { txid, index: vout, nonWitnessUtxo, witnessUtxo, ...rest } = transaction.getInput(index)
    if (!txid || vout === undefined) throw fault('invalidParams')
    const coin = nonWitnessUtxo ? nonWitnessUtxo.outputs[vout] : witnessUtxo
    if (coin && coin.amount > allSatoshi) throw fault('invalidParams')
    return {
      txid: toHex(txid),
      vout,
      coin,
      isProved: nonWitnessUtxo !== undefined,
      isFinal: Boolean(rest.finalScriptSig ?? rest.finalScriptWitness),
    }
  })
  const coins = new Set(inputs.map(({ txid, vout }) => `${txid}:${vout}`))
  if (coins.size < inputs.length) throw fault('invalidParams')
  return inputs
}

function readOutputs(transaction: Transaction): Psbt['outputs'] {
  const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { amount, script } = transaction.getOutput(index)
    if (amount === undefined || !script) throw fault('invalidParams')
    return { amount, script }
  })
  if (outputs.reduce((sum, { amount }) => sum + amount, 0n) > allSatoshi)
    throw fault('invalidParams')
  return outputs
}

/**
 * The inputs to sign by their index: those of the list, else all whose coin is the account's.
 * @throws Fault -32602 for an input twice, or none; 4100 for an input of another address
 */
function readSigners(
  account: BitcoinAccount,
  inputs: readonly UnsignedInput[],
  signInputs: unknown,
): ReadonlyMap<number, OwnAddress> {
  const signers = new Map<number, OwnAddress>()
  if (signInputs === undefined || signInputs === null)
    for (const [index, { coin, isFinal }] of inputs.entries()) {
      const owner = coin && ownerOf(account, coin.script)
      if (owner && !isFinal) signers.set(index, owner)
    }
  else if (Array.isArray(signInputs) && signInputs.length <= inputs.length)
    for (const entry of signInputs as readonly unknown[]) {
      const { index, address, sighashTypes } = isRecord(entry) ? entry : {}
      const input = typeof index === 'number' ? inputs[index] : undefined
      if (typeof index !== 'number' || !input || signers.has(index)) throw fault('invalidParams')
      const owner = ownAddressOf(account, address)
      if (!owner) throw fault('unauthorized')
      if (input.coin && ownerOf(account, input.coin.script) !== owner) throw fault('unauthorized')
      if (!areWhole(sighashTypes, owner)) throw fault('invalidParams')
      signers.set(index, owner)
    }
  if (signers.size === 0) throw fault('invalidParams')
  return signers
}

/** The own address with this script. Undefined for a foreign script. */
export const ownerOf = (
  { payment, ordinals }: BitcoinAccount,
  script: Uint8Array,
): OwnAddress | undefined =>
  [payment, ordinals].find(
    (own) =>
      own.script.length === script.length &&
      own.script.every((byte, index) => byte === script[index]),
  )

/** The sighash types of an address that commit to all inputs and outputs. */
const wholeTypes = ({ purpose }: OwnAddress): readonly unknown[] =>
  purpose === 'ordinals' ? [sighashDefault, sighashAll] : [sighashAll]

/** Whether a site's list of sighash types has only those that commit to everything. */
function areWhole(types: unknown, owner: OwnAddress): boolean {
  if (types === undefined || types === null) return true
  const whole = wholeTypes(owner)
  return Array.isArray(types) && types.length <= 2 && types.every((type) => whole.includes(type))
}

/** Checks an input that the wallet signs. @throws Fault -32602 */
function checkSigned(transaction: Transaction, index: number, owner: OwnAddress): void {
  const input = transaction.getInput(index)
  const { sighashType = sighashAll } = input
  const fields: readonly unknown[] = [
    input.redeemScript,
    input.witnessScript,
    input.tapLeafScript,
    input.tapMerkleRoot,
    input.tapScriptSig,
    input.tapKeySig,
    input.partialSig,
    input.finalScriptSig,
    input.finalScriptWitness,
  ]
  const isEmpty = (field: unknown) =>
    field === undefined || (isObject(field) && 'length' in field && field['length'] === 0)
  if (!wholeTypes(owner).includes(sighashType) || !fields.every(isEmpty))
    throw fault('invalidParams')
}
