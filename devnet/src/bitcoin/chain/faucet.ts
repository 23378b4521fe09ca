import { p2wpkh, Transaction as UnsignedTransaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { dustLimit } from '../judge/checkStandard.ts'
import { scriptHashOf, sha256 } from '../wire/hash.ts'
import { acceptTransaction } from './acceptTransaction.ts'
import { sumOf } from './connectBlock.ts'
import { tipOf } from './createChain.ts'
import { coinbaseMaturity } from './genesis.ts'
import { unspentOf } from './history.ts'
import { regtest } from './regtest.ts'
import type { Chain, Coin, Entry } from './types.ts'

/** The key that gets the rewards of all blocks, and pays from them. */
const minerKey = sha256(Buffer.from('latchkey devnet bitcoin miner'))
const miner = p2wpkh(pubECDSA(minerKey, true), regtest)

/** The script that gets the rewards of blocks. */
export const minerScript = Buffer.from(miner.script)
/** The address of {@link minerScript}. */
export const minerAddress = miner.address

/** How many satoshis one payment of the faucet may have. */
const maxPayment = 100n * 100_000_000n
/** Satoshis a virtual byte. */
const feeRate = 2n
/** Virtual bytes of a payment: without inputs, and for each input. */
const size = { base: 100n, input: 68n }

/**
 * Pays from the rewards of earlier blocks. The payment waits for the next block.
 * @throws RangeError if the amount is dust, or more than the faucet pays
 */
export function payFromFaucet(chain: Chain, script: Buffer, amount: bigint): Entry {
  if (amount < dustLimit({ script }) || amount > maxPayment)
    throw new RangeError(`The faucet pays ${dustLimit({ script })} to ${maxPayment} satoshis`)
  const coins: Coin[] = []
  const feeOf = (count: number) => (size.base + size.input * BigInt(count)) * feeRate
  for (const coin of spendableCoins(chain)) {
    coins.push(coin)
    if (sumOf(coins) >= amount + feeOf(coins.length) + dustLimit({ script: minerScript })) break
  }
  const change = sumOf(coins) - amount - feeOf(coins.length)
  if (change < dustLimit({ script: minerScript })) throw new RangeError('The faucet is empty')
  const transaction = new UnsignedTransaction({ allowUnknownOutputs: true })
  for (const { txid, vout, value } of coins)
    transaction.addInput({
      txid,
      index: vout,
      sequence: 0xffff_fffd,
      witnessUtxo: { script: minerScript, amount: value },
    })
  transaction.addOutput({ script, amount })
  transaction.addOutput({ script: minerScript, amount: change })
  transaction.sign(minerKey)
  transaction.finalize()
  return acceptTransaction(chain, Buffer.from(transaction.extract()))
}

/** The coins of the miner that the next block may spend, largest first. */
function spendableCoins(chain: Chain): Coin[] {
  const next = tipOf(chain).height + 1
  return unspentOf(chain, scriptHashOf(minerScript))
    .filter(
      ({ height, isCoinbase }) =>
        height !== undefined && (!isCoinbase || next - height >= coinbaseMaturity),
    )
    .sort((first, second) => Number(second.value - first.value))
}
