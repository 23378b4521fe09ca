import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { bytesOf, isSameBytes } from '../claim.ts'
import { hash160 } from './hash160.ts'
import { isSatisfied } from './isSatisfied.ts'
import type { Spend } from './isSatisfied.ts'
import type { BitcoinLibrary } from './library.ts'

/** Version, lock time and sequence of the transaction that a proof signs. */
type Terms = { version: number; lockTime: number; sequence: number }
type Proof = {
  terms: Terms
  witness: readonly Uint8Array[]
  /** The unlocking data of an input without segwit. Absent if the proof is only a witness. */
  unlock: readonly Uint8Array[] | undefined
}

const lenient = {
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  disableScriptCheck: true,
  allowLegacyWitnessUtxo: true,
  allowUnknownVersion: true,
} as const
const returns = Uint8Array.of(0x6a)

/**
 * Whether a proof satisfies a script for a message. The proof is only a witness ("simple", `smp`)
 * or a whole transaction ("full", `ful`). Supported are scripts of one key, and p2wsh of several
 * keys. Segwit scripts may be inside `3…` (P2SH), for which wallets also sign in the "simple" form.
 * BIP-322
 */
export function isSignedByBip322(
  library: BitcoinLibrary,
  script: Uint8Array,
  message: Uint8Array,
  bytes: Uint8Array,
  prefix?: string,
): boolean {
  const spent = idOfSpent(library, script, message)
  const proof =
    (prefix === 'ful' ? undefined : readSimple(library, bytes)) ??
    (prefix === 'smp' ? undefined : readFull(library, bytes, spent))
  if (!proof) return false
  try {
    return isSatisfied(library, spendOf(library, script, proof, spent), proof.witness)
  } catch {
    return false // the proof has an invalid key or signature
  }
}

/** The id of BIP-322's first transaction, which contains the message and is spent by the proof. */
function idOfSpent(
  { Transaction }: BitcoinLibrary,
  script: Uint8Array,
  message: Uint8Array,
): string {
  const tag = sha256(bytesOf('BIP0322-signed-message'))
  const hash = sha256(Uint8Array.from([...tag, ...tag, ...message]))
  const transaction = new Transaction({ ...lenient, version: 0, lockTime: 0 })
  transaction.addOutput({ script, amount: 0n }) // first: not possible any more after a signed input
  transaction.addInput({
    txid: new Uint8Array(32),
    index: 0xffff_ffff,
    sequence: 0,
    finalScriptSig: Uint8Array.from([0, 32, ...hash]),
  })
  return transaction.id
}

function readSimple({ RawWitness }: BitcoinLibrary, bytes: Uint8Array): Proof | undefined {
  try {
    return {
      terms: { version: 0, lockTime: 0, sequence: 0 },
      witness: RawWitness.decode(bytes),
      unlock: undefined,
    }
  } catch {
    return undefined
  }
}

function readFull(
  { RawTx, Script }: BitcoinLibrary,
  bytes: Uint8Array,
  spent: string,
): Proof | undefined {
  try {
    const { version, lockTime, inputs, outputs, witnesses } = RawTx.decode(bytes)
    const [input, ...others] = inputs
    const [output, ...more] = outputs
    if (
      !input ||
      !output ||
      others.length > 0 ||
      more.length > 0 ||
      (version !== 0 && version !== 2)
    )
      return undefined
    const isOfMessage =
      bytesToHex(input.txid) === spent &&
      input.index === 0 &&
      output.amount === 0n &&
      isSameBytes(output.script, returns)
    const unlock = Script.decode(input.finalScriptSig)
    if (!isOfMessage || !unlock.every((part) => part instanceof Uint8Array)) return undefined
    return {
      terms: { version, lockTime, sequence: input.sequence },
      witness: witnesses?.[0] ?? [],
      unlock,
    }
  } catch {
    return undefined
  }
}

/**
 * The script that must be satisfied, and the data that the signature signs. A `3…` script must
 * contain a segwit script.
 */
function spendOf(
  library: BitcoinLibrary,
  script: Uint8Array,
  { terms, unlock, witness }: Proof,
  spent: string,
): Spend {
  const { OutScript, RawTx, Transaction } = library
  const outer = OutScript.decode(script)
  // if the proof is only a witness, the script inside `3…` is derived from the witness
  const inner =
    unlock === undefined ? innerOf(library, witness) : unlock.length === 1 ? unlock[0] : undefined
  const isNested =
    outer?.type === 'sh' && inner !== undefined && isSameBytes(outer.hash, hash160(inner))
  const spentScript = isNested ? inner : script
  const transaction = new Transaction({
    ...lenient,
    version: terms.version,
    lockTime: terms.lockTime,
  })
  transaction.addInput({
    txid: spent,
    index: 0,
    sequence: terms.sequence,
    witnessUtxo: { script: spentScript, amount: 0n },
  })
  transaction.addOutput({ script: returns, amount: 0n })
  const legacy = () =>
    RawTx.encode({
      version: terms.version,
      segwitFlag: false,
      inputs: [
        { txid: fromHex(spent), index: 0, finalScriptSig: script, sequence: terms.sequence },
      ],
      outputs: [{ amount: 0n, script: returns }],
      witnesses: [],
      lockTime: terms.lockTime,
    })
  return { script: spentScript, transaction, legacy, unlock: isNested ? [] : (unlock ?? []) }
}

/** The segwit v0 script that a witness could satisfy: with one key, or with several keys. */
function innerOf(
  { OutScript }: BitcoinLibrary,
  witness: readonly Uint8Array[],
): Uint8Array | undefined {
  const last = witness.at(-1)
  if (!last) return undefined
  return witness.length === 2 && last.length === 33
    ? OutScript.encode({ type: 'wpkh', hash: hash160(last) })
    : OutScript.encode({ type: 'wsh', hash: sha256(last) })
}

const fromHex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
