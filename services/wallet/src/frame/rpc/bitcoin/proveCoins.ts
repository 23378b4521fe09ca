import { fault } from '../../bridge/Fault.ts'
import type { BitcoinAccount } from '../../wallet/bitcoinAccount.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { askTransaction } from './askEsplora.ts'
import { limitedSignal } from './limitedSignal.ts'
import type { RawTransaction } from './rawTransaction.ts'
import { ownerOf } from './readPsbt.ts'
import type { Psbt, PsbtInput, SpentCoin } from './readPsbt.ts'

/** Milliseconds that the visitor waits for the node, before the screen shows. */
const patience = 5_000
/** Maximum of transactions that are requested, and of requests at once. */
const [maxRequests, atOnce] = [100, 6]

/**
 * Reads from the network the coins whose amounts the PSBT does not prove. If the node does not
 * answer in time, they stay unproved.
 *
 * Why a proof: a signature for P2WPKH commits to the amount of its own input only. With two own
 * inputs, a site could lie about one of them at a time, and put two signatures together to a
 * transaction whose fee no screen has shown. A signature for Taproot commits to all amounts.
 * BIP-143, BIP-341
 * @throws Fault -32602 if the PSBT contradicts the network, or if an input is not the signer's;
 *   `unavailable` if an amount stays unproved that has to be proved
 */
export async function proveCoins(
  psbt: Psbt,
  {
    wallet,
    network,
    account,
    signal,
  }: {
    wallet: Pick<Wallet, 'server'>
    network: Network
    account: BitcoinAccount
    signal: AbortSignal
  },
): Promise<Psbt> {
  const limited = limitedSignal(signal, patience)
  const wanted = new Set(psbt.inputs.filter(({ isProved }) => !isProved).map(({ txid }) => txid))
  const found = new Map<string, RawTransaction>()
  const queue = [...wanted].slice(0, maxRequests)
  const run = async () => {
    for (let txid = queue.shift(); txid !== undefined; txid = queue.shift()) {
      const transaction = await askTransaction({ wallet, network, signal: limited }, txid).catch(
        () => undefined, // the coin stays unproved
      )
      if (transaction) found.set(txid, transaction)
    }
  }
  if (queue.length > 0) await Promise.all(Array.from({ length: atOnce }, run))
  signal.throwIfAborted()
  const proved: Psbt = { ...psbt, inputs: psbt.inputs.map((input) => prove(input, found)) }
  checkCoins(proved, account)
  return proved
}

function prove(input: PsbtInput, found: ReadonlyMap<string, RawTransaction>): PsbtInput {
  const transaction = input.isProved ? undefined : found.get(input.txid)
  if (!transaction) return input
  const coin = transaction.outputs[input.vout]
  if (!coin || (input.coin && !isSameCoin(input.coin, coin))) throw fault('invalidParams')
  return { ...input, coin, isProved: true }
}

const isSameCoin = (first: SpentCoin, second: SpentCoin) =>
  first.amount === second.amount &&
  first.script.length === second.script.length &&
  first.script.every((byte, index) => byte === second.script[index])

function checkCoins({ inputs, outputs }: Psbt, account: BitcoinAccount): void {
  for (const { coin, signer } of inputs) {
    if (!signer) continue
    if (!coin) throw fault('unavailable')
    if (ownerOf(account, coin.script) !== signer) throw fault('unauthorized')
  }
  const owned = inputs.filter(({ coin }) => coin && ownerOf(account, coin.script))
  const hasTaproot = inputs.some(({ signer }) => signer?.purpose === 'ordinals')
  if (hasTaproot && inputs.some(({ coin }) => !coin)) throw fault('unavailable')
  if (!hasTaproot && owned.length > 1 && owned.some(({ isProved }) => !isProved))
    throw fault('unavailable')
  const fee = feeOf({ inputs, outputs })
  if (fee !== undefined && fee < 0n) throw fault('invalidParams')
}

/** The fee of a PSBT in satoshi. Undefined if the amount of an input is not known. */
export function feeOf({ inputs, outputs }: Pick<Psbt, 'inputs' | 'outputs'>): bigint | undefined {
  let fee = 0n
  for (const { coin } of inputs) {
    if (!coin) return undefined
    fee += coin.amount
  }
  return outputs.reduce((sum, { amount }) => sum - amount, fee)
}
