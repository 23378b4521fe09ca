import type { Coin } from '../chain/types.ts'
import { varInt } from '../wire/write.ts'
import type { Input, Output, Transaction } from '../wire/transaction.ts'
import { refuse } from './refusal.ts'
import { isPushOnly, pushesOf, scriptKind, type ScriptKind } from './scriptKind.ts'

/** What nodes relay, beyond the rules of blocks. The numbers are bitcoind's. */
const limits = {
  weight: 400_000,
  baseBytes: 65,
  version: 3,
  scriptSig: 1_650,
  dataBytes: 83,
  witness: { script: 3_600, items: 100, itemBytes: 80, tapscriptItemBytes: 80 },
  p2shSigops: 15,
}

/** Satoshis a byte at which an output has to be worth three times its own cost. */
const dustRate = 3n
/** The size of an input that spends an output, in virtual bytes. */
const spendSize = { witness: 67, legacy: 148 }

const witnessKinds = new Set<ScriptKind>([
  'v0_p2wpkh',
  'v0_p2wsh',
  'v1_p2tr',
  'anchor',
  'witness_unknown',
])

/** The smallest amount that nodes relay for an output, in satoshis. */
export function dustLimit({ script }: Pick<Output, 'script'>): bigint {
  if (script[0] === 0x6a) return 0n
  const own = 8 + varInt(script.length).length + script.length
  const spend = witnessKinds.has(scriptKind(script)) ? spendSize.witness : spendSize.legacy
  return BigInt(own + spend) * dustRate
}

/** Checks whether nodes relay a transaction of this form. @throws Refusal */
export function checkStandard({ version, inputs, outputs, weight, raw }: Transaction): void {
  if (version < 1 || version > limits.version) refuse('version')
  if (weight > limits.weight) refuse('tx-size')
  if ((weight - raw.length) / 3 < limits.baseBytes) refuse('tx-size-small')
  for (const { script } of inputs) {
    if (script.length > limits.scriptSig) refuse('scriptsig-size')
    if (!isPushOnly(script)) refuse('scriptsig-not-pushonly')
  }
  let dataBytes = 0
  for (const output of outputs) {
    const kind = scriptKind(output.script)
    if (kind === 'nonstandard') refuse('scriptpubkey')
    if (kind === 'op_return') dataBytes += output.script.length
    if (dataBytes > limits.dataBytes) refuse('datacarrier')
    if (output.value < dustLimit(output)) refuse('dust')
  }
}

/**
 * Checks whether nodes relay a transaction that spends these outputs, before its scripts run.
 * @throws Refusal
 */
export function checkStandardInputs({ inputs }: Transaction, spent: readonly Coin[]): void {
  for (const [index, { script }] of spent.entries()) {
    const input = inputs[index]
    if (!input) continue
    const kind = scriptKind(script)
    if (kind === 'nonstandard' || kind === 'witness_unknown') refuse('bad-txns-nonstandard-inputs')
    const redeem =
      kind === 'p2sh'
        ? (pushesOf(input.script)?.at(-1) ?? refuse('bad-txns-nonstandard-inputs'))
        : undefined
    if (redeem && sigopsOf(redeem) > limits.p2shSigops) refuse('bad-txns-nonstandard-inputs')
    if (input.witness.length > 0) checkWitness(input, redeem ?? script)
  }
}

/** Checks a witness by the script that it unlocks. */
function checkWitness({ witness }: Input, script: Buffer): void {
  const { script: maxScript, items, itemBytes, tapscriptItemBytes } = limits.witness
  const kind = scriptKind(script)
  if (!witnessKinds.has(kind) || kind === 'anchor') refuse('bad-witness-nonstandard')
  if (kind === 'v0_p2wsh') {
    const stack = witness.slice(0, -1)
    const isLong = (witness.at(-1)?.length ?? 0) > maxScript || stack.length > items
    if (isLong || stack.some(({ length }) => length > itemBytes)) refuse('bad-witness-nonstandard')
  }
  if (kind !== 'v1_p2tr') return
  if (witness.length >= 2 && witness.at(-1)?.[0] === 0x50) refuse('bad-witness-nonstandard') // annex
  const control = witness.at(-1)
  if (witness.length < 2) return
  if (!control?.length) refuse('bad-witness-nonstandard')
  const isTapscript = ((control[0] ?? 0) & 0xfe) === 0xc0
  if (isTapscript && witness.slice(0, -2).some(({ length }) => length > tapscriptItemBytes))
    refuse('bad-witness-nonstandard')
}

/** Counts the signature checks of a script that a script hash hides. */
function sigopsOf(script: Buffer): number {
  let [count, last] = [0, 0xff]
  for (let at = 0; at < script.length; ) {
    const opcode = script[at] ?? 0
    at += 1
    if (opcode >= 0x01 && opcode <= 0x4b) at += opcode
    else if (opcode === 0x4c) at += 1 + (script[at] ?? 0)
    else if (opcode === 0x4d && at + 2 <= script.length) at += 2 + script.readUInt16LE(at)
    else if (opcode === 0xac || opcode === 0xad) count += 1
    else if (opcode === 0xae || opcode === 0xaf)
      count += last >= 0x51 && last <= 0x60 ? last - 0x50 : 20
    last = opcode
  }
  return count
}
