import { fault } from '../../bridge/Fault.ts'
import type { BitcoinAccount } from '../../wallet/bitcoinAccount.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { askTransaction } from './askEsplora.ts'
import { limitedSignal } from './limitedSignal.ts'
import type { RawTransaction } from './rawTransaction.ts'
import { ownerOf } from './readPsbt.ts'
import type { ProvedPsbt, Psbt, PsbtInput, SpentCoin } from './readPsbt.ts'

/** Milliseconds that the visitor waits for the node, before the screen shows. */
const patience = 5_000
/** Maximum of transactions that are requested, and of requests at once. */
const [maxRequests, atOnce] = [100, 6]

/**
 * Reads from the network the coins that the PSBT does not prove.
 *
 * Why a proof of every coin: a signature for P2WPKH commits to its own coin only. With two own
 * inputs, a site could lie about one of them at a time, and put two signatures together to a
 * transaction whose loss no screen has shown: with a smaller amount, or with the claim that the
 * other input is foreign. No proof is needed for the coin of a single input, and for the coins
 * beside a signed Taproot input, whose signature commits to all coins. BIP-143, BIP-341
 * @throws Fault -32602 if the PSBT contradicts the network, or spends less than it pays; 4100 if an
 *   input is not the signer's; `unavailable` if a coin stays unproved that has to be proved
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
): Promise<ProvedPsbt> {
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
  const inputs = withCoins(psbt.inputs.map((input) => prove(input, found)))
  const proved: ProvedPsbt = { ...psbt, inputs }
  for (const { coin, signer } of inputs)
    if (signer && ownerOf(account, coin.script) !== signer) throw fault('unauthorized')
  if (feeOf(proved) < 0n) throw fault('invalidParams')
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

/** The inputs, if their coins are true wherever the signatures are valid. */
function withCoins(inputs: readonly PsbtInput[]): ProvedPsbt['inputs'] {
  const isCommitted =
    inputs.length === 1 || inputs.some(({ signer }) => signer?.purpose === 'ordinals')
  return inputs.map(({ coin, ...input }) => {
    if (!coin || !(isCommitted || input.isProved)) throw fault('unavailable')
    return { ...input, coin }
  })
}

/** The fee of a PSBT in satoshi. */
export const feeOf = ({ inputs, outputs }: Pick<ProvedPsbt, 'inputs' | 'outputs'>): bigint =>
  inputs.reduce((sum, { coin }) => sum + coin.amount, 0n) -
  outputs.reduce((sum, { amount }) => sum + amount, 0n)
