import { selectUTXO } from '@scure/btc-signer'
import { fromHex } from '@latchkey/protocol/hex'
import type { Coin } from '../assets/readCoins.ts'
import { sumOf } from '../assets/readCoins.ts'
import { coinKey } from '../esplora/answers.ts'
import { addressOf, kindOf } from '../wire/scripts.ts'
import { bitcoinNetworkOf } from '@latchkey/protocol/chains/bitcoinNetworks'
import type { NetworkId } from '@latchkey/protocol/caip'

/**
 * The most coins that one transaction spends. Each of them may need a request, and a wallet has to
 * sign each.
 */
export const maxInputs = 200

/** A payment before its coins are chosen. `rate` is the price of a virtual byte, in satoshi. */
export type Payment = {
  networkId: NetworkId
  /** The script of the sender, which also gets the change. */
  from: Uint8Array
  /** The scripts and amounts of the recipients. */
  outputs: readonly { script: Uint8Array; amount: bigint }[]
  rate: bigint
  /** Coins that the payment spends in any case. */
  required?: readonly Coin[]
}

/** The coins of a payment, its fee, and its outputs with the change, in their order. */
export type Selection = {
  coins: readonly Coin[]
  outputs: readonly { script: Uint8Array; amount: bigint }[]
  fee: bigint
  /** The expected size in virtual bytes, which is at most a few bytes too large. */
  size: number
}

/** Stand-ins with the size of the real ones: the selection needs only sizes. */
const standIns = {
  /** The x coordinate of secp256k1's generator. */
  key: fromHex('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'),
  /** A script of segwit with a key's hash, as inside P2SH. */
  redeemScript: new Uint8Array([0x00, 20, ...new Uint8Array(20)]),
} as const

/** Whether the size of an input with this script is known. */
export const canEstimate = (script: Uint8Array): boolean => {
  const kind = kindOf(script)
  return kind !== undefined && kind !== 'wsh'
}

function inputOf({ txid, vout, amount }: Coin, script: Uint8Array) {
  const kind = kindOf(script)
  return {
    txid,
    index: vout,
    witnessUtxo: { script, amount },
    ...(kind === 'tr' && { tapInternalKey: standIns.key }),
    ...(kind === 'sh' && { redeemScript: standIns.redeemScript }),
  }
}

function select(
  coins: readonly Coin[],
  { networkId, from, outputs, rate, required = [] }: Payment,
  strategy: 'default' | 'all',
) {
  const isRequired = new Set(required.map(coinKey))
  return selectUTXO(
    coins.filter((coin) => !isRequired.has(coinKey(coin))).map((coin) => inputOf(coin, from)),
    outputs.map((output) => ({ ...output })),
    strategy,
    {
      feePerByte: rate,
      changeAddress: addressOf(from, networkId) ?? '',
      requiredInputs: required.map((coin) => inputOf(coin, from)),
      createTx: false,
      bip69: true,
      // nothing is signed here, and the stand-ins do not match the scripts
      disableScriptCheck: true,
      allowLegacyWitnessUtxo: true,
      // a replaced transaction may have a note for the chain, which is no address
      allowUnknownOutputs: true,
      ...networkOption(networkId),
    },
  )
}

const networkOption = (networkId: NetworkId) => {
  const network = bitcoinNetworkOf(networkId)
  return network ? { network } : {}
}

/**
 * Chooses the coins of a payment. Change below the dust limit goes to the fee. Undefined if the
 * coins do not suffice.
 */
export function selectCoins(coins: readonly Coin[], payment: Payment): Selection | undefined {
  const result = select(coins, payment, 'default')
  if (!result || result.fee === undefined) return undefined
  const known = new Map(
    [...coins, ...(payment.required ?? [])].map((coin) => [coinKey(coin), coin]),
  )
  return {
    coins: result.inputs.flatMap(
      ({ txid, index = 0 }) => known.get(coinKey({ txid: txidText(txid), vout: index })) ?? [],
    ),
    outputs: result.outputs.map((output) => ({
      amount: output.amount,
      script: 'script' in output ? output.script : payment.from,
    })),
    fee: result.fee,
    size: Math.ceil(result.weight / 4),
  }
}

const txidText = (txid: Uint8Array | undefined) =>
  Array.from(txid ?? [], (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The largest amount that one payment to a script can have, and its fee. It spends every coin that
 * is worth more than it costs. Zero where nothing remains after the fee.
 */
export function maxPayment(
  coins: readonly Coin[],
  { to, ...payment }: Omit<Payment, 'outputs'> & { to: Uint8Array },
): { amount: bigint; fee: bigint } {
  const outputs = [{ script: to, amount: 0n }]
  const result = select(coins, { ...payment, outputs }, 'all')
  if (!result) return { amount: 0n, fee: 0n }
  // without change, as it is in a payment of everything. An output has eight bytes for the amount
  const changeWeight = result.change ? 4 * (8 + 1 + payment.from.length) : 0
  const fee = payment.rate * BigInt(Math.ceil((result.weight - changeWeight) / 4))
  const total = sumOf(
    result.inputs.map(({ witnessUtxo }) => ({ amount: witnessUtxo?.amount ?? 0n })),
  )
  return { amount: total > fee ? total - fee : 0n, fee }
}
