import { p2pkh, p2sh, p2wpkh, Script, SigHash } from '@scure/btc-signer'
import type { Transaction } from '@scure/btc-signer'
import { kitError } from '../../../core/errors/errors.ts'
import { readSafely } from '../../../core/requests/readSafely.ts'
import { inputsOf, readPsbt, spentOutputOf } from './psbt.ts'
import { isSameBytes, kindOf } from './scripts.ts'
import type { ScriptKind } from './scripts.ts'

type Input = ReturnType<Transaction['getInput']>

/**
 * Takes the signatures from the PSBT that a wallet returned, and puts them into the PSBT that was
 * requested. Nothing else of the wallet's PSBT is used: its inputs, outputs, amounts, sequences,
 * lock time and version have to be the requested ones. Each signature of the wallet has to cover
 * all of them.
 * @param isOwn whether the wallet signs an input. Another party may have signed the others
 * @returns the bytes of the transaction, ready to be sent, and its txid
 * @throws KitError transactionChanged where the wallet signed another transaction, or less than the
 *   whole of it; answerInvalid where a signature is missing or has an unknown form
 */
export function acceptSignatures(
  requested: Transaction,
  returned: Uint8Array,
  isOwn: (index: number) => boolean,
): { bytes: Uint8Array; txid: string } {
  const signed = readPsbt(returned)
  if (!signed) throw kitError('answerInvalid', { details: 'The wallet returned no PSBT.' })
  if (!isSameBytes(requested.unsignedTx, signed.unsignedTx)) throw kitError('transactionChanged')
  const final = requested.clone()
  for (const [index, input] of inputsOf(signed).entries()) {
    const kind = kindOf(spentOutputOf(requested.getInput(index))?.script ?? new Uint8Array())
    const signatures = signaturesOf(input, kind)
    if (signatures.length === 0)
      throw kitError('answerInvalid', { details: 'A signature is missing.' })
    if (isOwn(index) && !signatures.every((signature) => coversAll(signature, kind)))
      throw kitError('transactionChanged', { details: 'A signature does not cover everything.' })
    if (!readSafely(() => takeSignatures(final, index, input), false))
      throw kitError('answerInvalid', { details: 'A signature has an unknown form.' })
  }
  // a final script that the wallet made can't change what the transaction does, only its txid
  return { bytes: final.extract(), txid: final.id }
}

/**
 * Puts the signatures of an input into the final transaction. Always true.
 * @throws Error for signatures that do not fit the input
 */
function takeSignatures(final: Transaction, index: number, signed: Input): true {
  const { partialSig, tapKeySig, finalScriptSig, finalScriptWitness } = signed
  if (finalScriptSig || finalScriptWitness) {
    final.updateInput(
      index,
      {
        ...(finalScriptSig && { finalScriptSig }),
        ...(finalScriptWitness && { finalScriptWitness }),
      },
      true,
    )
    return true
  }
  const { redeemScript, ...input } = final.getInput(index)
  const script = spentOutputOf(input)?.script ?? new Uint8Array()
  // a wallet may add signatures of other keys
  const own = partialSig?.filter(([key]) => isKeyOf(key, script, redeemScript))
  const [[key] = []] = own ?? []
  final.updateInput(
    index,
    {
      ...(own && own.length > 0 && { partialSig: own }),
      ...(tapKeySig && { tapKeySig }),
      // the kit may not know the key that the script inside P2SH contains
      ...(kindOf(script) === 'sh' && !redeemScript && key && { redeemScript: p2wpkh(key).script }),
    },
    true,
  )
  final.finalizeIdx(index)
  return true
}

/** Whether a script is that of a key. True for scripts of several keys. */
function isKeyOf(
  key: Uint8Array,
  script: Uint8Array,
  redeemScript: Uint8Array | undefined,
): boolean {
  const kind = kindOf(script)
  if (kind === undefined || kind === 'wsh') return true
  const scripts = {
    wpkh: () => p2wpkh(key).script,
    pkh: () => p2pkh(key).script,
    sh: () => (redeemScript && kindOf(redeemScript) !== 'wpkh' ? script : p2sh(p2wpkh(key)).script),
    tr: () => script, // its signature names no key
  }
  return isSameBytes(scripts[kind](), script)
}

/** The signatures of an input, before or after it was made final. */
function signaturesOf(input: Input, kind: ScriptKind | undefined): readonly Uint8Array[] {
  const {
    partialSig = [],
    tapKeySig,
    tapScriptSig = [],
    finalScriptSig,
    finalScriptWitness,
  } = input
  const pushed = finalScriptSig
    ? readSafely(() => Script.decode(finalScriptSig), []).filter(
        (part) => part instanceof Uint8Array,
      )
    : []
  const isSignature = kind === 'tr' ? isSchnorr : isEcdsa
  return [
    ...partialSig.map(([, signature]) => signature),
    ...(tapKeySig ? [tapKeySig] : []),
    ...tapScriptSig.map(([, signature]) => signature),
    ...[...pushed, ...(finalScriptWitness ?? [])].filter(isSignature),
  ]
}

/** Whether bytes have the form of a Schnorr signature, with its type or without. BIP-341 */
const isSchnorr = ({ length }: Uint8Array) => length === 64 || length === 65

/** Whether bytes have the form of an ECDSA signature in DER with its type. BIP-66 */
const isEcdsa = (bytes: Uint8Array) =>
  bytes[0] === 0x30 && bytes.length >= 9 && bytes.length <= 73 && bytes[1] === bytes.length - 3

/** Whether a signature covers all inputs and outputs: its type is ALL, or DEFAULT for Schnorr. */
const coversAll = (signature: Uint8Array, kind: ScriptKind | undefined): boolean =>
  kind === 'tr'
    ? signature.length === 64 || (signature.length === 65 && signature[64] === SigHash.ALL)
    : isEcdsa(signature) && signature.at(-1) === SigHash.ALL
