import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { Address, CompactSize, OutScript, p2wpkh, RawWitness, Transaction } from '@scure/btc-signer'
import { toBase64 } from '@latchkey/protocol/base64'
import type { BitcoinKey } from './bitcoinAccounts.ts'
import { paramsOf } from './paramsOf.ts'
import type { BitcoinNetworkName } from './paramsOf.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

/** Options of transactions that exist only for a signature. */
const virtual = {
  version: 0,
  lockTime: 0,
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  disableScriptCheck: true,
} as const

/**
 * Signs a text: an input that spends the address's script in a transaction that can't be in a
 * block. BIP-322, "simple"
 * @returns the witness in base64
 */
export function signBip322(
  { address, form, publicKey, privateKey }: BitcoinKey,
  message: string,
  network: BitcoinNetworkName,
): string {
  const script = OutScript.encode(Address(paramsOf(network)).decode(address))
  const tag = sha256(utf8('BIP0322-signed-message'))
  const hash = sha256(Uint8Array.from([...tag, ...tag, ...utf8(message)]))
  const toSpend = new Transaction(virtual)
  toSpend.addOutput({ script, amount: 0n })
  toSpend.addInput({
    txid: new Uint8Array(32),
    index: 0xffff_ffff,
    sequence: 0,
    finalScriptSig: Uint8Array.from([0, 32, ...hash]),
  })
  const toSign = new Transaction(virtual)
  toSign.addInput({
    txid: toSpend.id,
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...(form === 'p2tr' && { tapInternalKey: publicKey.slice(1) }),
    ...(form === 'p2sh' && { redeemScript: p2wpkh(publicKey).script }),
  })
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  toSign.signIdx(privateKey, 0)
  toSign.finalize()
  return toBase64(RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? []))
}

/** The first byte of a signature, without the part that tells the key. BIP-137 */
const headers = { p2sh: 35, p2wpkh: 39, p2tr: 39 } as const

/**
 * Signs a text as wallets did before BIP-322. BIP-137
 * @returns 65 bytes in base64
 */
export function signBip137({ form, privateKey }: BitcoinKey, message: string): string {
  const text = utf8(message)
  const hash = sha256(
    sha256(
      Uint8Array.from([
        ...utf8('\x18Bitcoin Signed Message:\n'),
        ...CompactSize.encode(BigInt(text.length)),
        ...text,
      ]),
    ),
  )
  const [recovery = 0, ...signature] = secp256k1.sign(hash, privateKey, {
    prehash: false,
    format: 'recovered',
  })
  return toBase64(Uint8Array.of(headers[form] + recovery, ...signature))
}
