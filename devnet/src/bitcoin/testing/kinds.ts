import {
  p2ms,
  p2pkh,
  p2sh,
  p2tr,
  p2wpkh,
  p2wsh,
  Script,
  Transaction as UnsignedTransaction,
} from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import { regtest } from '../chain/regtest.ts'
import type { Chain, Coin } from '../chain/types.ts'

/** A key made of one byte, for tests alone. */
export const testKey = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)
const ecdsa = (byte: number) => pubECDSA(testKey(byte), true)
const schnorr = (byte: number) => pubSchnorr(testKey(byte))

const leaf = { script: Script.encode([schnorr(5), 'CHECKSIG']) }

/** Each kind of script: what it takes to pay to it, and the keys that spend from it. */
export const scriptKinds = {
  p2pkh: { payment: p2pkh(ecdsa(1), regtest), keys: [1] },
  'p2sh-p2wpkh': { payment: p2sh(p2wpkh(ecdsa(2), regtest), regtest), keys: [2] },
  p2sh: { payment: p2sh(p2ms(2, [ecdsa(1), ecdsa(2)]), regtest), keys: [1, 2] },
  p2wpkh: { payment: p2wpkh(ecdsa(3), regtest), keys: [3] },
  p2wsh: { payment: p2wsh(p2ms(2, [ecdsa(1), ecdsa(2)]), regtest), keys: [1, 2] },
  'p2tr key': { payment: p2tr(schnorr(4), undefined, regtest), keys: [4] },
  'p2tr script': { payment: p2tr(undefined, leaf, regtest, true), keys: [5] },
} as const

/** The name of a kind of script. */
export type KindName = keyof typeof scriptKinds

/** The script of a kind. */
export const scriptOfKind = (kind: KindName): Buffer =>
  Buffer.from(scriptKinds[kind].payment.script)

/** The address of a kind. */
export function addressOfKind(kind: KindName): string {
  const { address } = scriptKinds[kind].payment
  if (address === undefined) throw new Error(`${kind} has no address.`)
  return address
}

/** Options for a spending transaction. */
export type SpendOptions = {
  fee?: bigint
  sequence?: number
  lockTime?: number
  version?: number
  /** The outputs. @default everything but the fee, to p2wpkh */
  outputs?: readonly { script: Uint8Array; value: bigint }[]
  /** Signs otherwise than for the whole transaction. */
  sighash?: number
}

/** Spends coins of one kind, signed. @returns the transaction's bytes */
export function spend(
  chain: Chain,
  kind: KindName,
  coins: readonly Pick<Coin, 'txid' | 'vout' | 'value'>[],
  options: SpendOptions = {},
): Buffer {
  const { fee = 1_000n, sequence = 0xffff_fffd, lockTime = 0, version = 2, sighash } = options
  const { payment, keys } = scriptKinds[kind]
  const total = coins.reduce((sum, { value }) => sum + value, 0n)
  const { outputs = [{ script: scriptOfKind('p2wpkh'), value: total - fee }] } = options
  const transaction = new UnsignedTransaction({
    lockTime,
    version,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  })
  for (const { txid, vout, value } of coins) {
    const previous = chain.entries.get(txid)?.transaction.raw
    transaction.addInput({
      ...payment,
      txid,
      index: vout,
      sequence,
      ...(previous && { nonWitnessUtxo: previous }),
      witnessUtxo: { script: payment.script, amount: value },
      ...(sighash !== undefined && { sighashType: sighash }),
    })
  }
  for (const { script, value } of outputs) transaction.addOutput({ script, amount: value })
  const allowed = sighash === undefined ? undefined : [sighash]
  for (const key of keys) transaction.sign(testKey(key), allowed, new Uint8Array(32))
  transaction.finalize()
  return Buffer.from(transaction.extract())
}
