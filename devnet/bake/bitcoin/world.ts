import { Transaction as UnsignedTransaction } from '@scure/btc-signer'
import { acceptTransaction, dropTransaction } from '../../src/bitcoin/chain/acceptTransaction.ts'
import { sumOf } from '../../src/bitcoin/chain/connectBlock.ts'
import { minerScript, payFromFaucet } from '../../src/bitcoin/chain/faucet.ts'
import { unspentOf } from '../../src/bitcoin/chain/history.ts'
import { mineBlock } from '../../src/bitcoin/chain/mineBlock.ts'
import type { Chain, Coin } from '../../src/bitcoin/chain/types.ts'
import { dustLimit } from '../../src/bitcoin/judge/checkStandard.ts'
import { scriptHashOf } from '../../src/bitcoin/wire/hash.ts'
import type { Output } from '../../src/bitcoin/wire/transaction.ts'
import type { Wallet } from './people.ts'

/** Coins of at most so many satoshis may be collectibles: payments don't spend them. */
const smallCoin = 1_000n

/** An input of a transaction of the history. */
export type Spending = { wallet: Wallet; coin: Coin; leaf?: object }

/** Options for a payment. */
export type PayOptions = {
  /** Satoshis a virtual byte. @default 4 */
  rate?: number
  /** Inputs that the transaction has before those that are chosen for the amount. */
  first?: readonly Spending[]
  /** Spends all coins of the payer, not only as many as the amount needs. */
  sweep?: boolean
}

/** The chain during the bake. */
export type World = {
  chain: Chain
  /** Moves the clock to a later time, in seconds since 1970. */
  moveTo(time: number): void
  /** Mines a block of what waits. `script` gets the reward. @default the miner */
  mine(script?: Uint8Array): void
  /** Pays from the rewards of earlier blocks. */
  faucet(to: Wallet, amount: bigint): void
  /** Signs a payment, with change to the payer. @returns its bytes */
  sign(from: Wallet, outputs: readonly Output[], options?: PayOptions): Buffer
  /** Sends a transaction. @returns its id */
  submit(raw: Buffer): string
  /** Forgets a waiting transaction. */
  drop(txid: string): void
  /** The coins of an address that no transaction spends. */
  coins(wallet: Wallet): Coin[]
}

/** Creates a world over a chain that reads its time from `clock.now`. */
export function createWorld(chain: Chain, clock: { now: number }): World {
  const coins = ({ payment }: Wallet) =>
    unspentOf(chain, scriptHashOf(payment.script)).filter(({ isCoinbase }) => !isCoinbase)
  return {
    chain,
    moveTo: (time) => void (clock.now = time * 1_000),
    mine: (script = minerScript) => void mineBlock(chain, { script: Buffer.from(script) }),
    faucet: (to, amount) => void payFromFaucet(chain, Buffer.from(to.payment.script), amount),
    submit: (raw) => acceptTransaction(chain, raw).transaction.txid,
    drop: (txid) => dropTransaction(chain, txid),
    coins,
    sign(from, outputs, { rate = 4, first = [], sweep = false } = {}) {
      const given = sumOf(first.map(({ coin }) => coin))
      const rest = coins(from)
        .filter(({ value }) => value > smallCoin)
        .sort((one, other) => Number(other.value - one.value) || one.txid.localeCompare(other.txid))
      for (let count = sweep ? rest.length : 0; count <= rest.length; count += 1) {
        const chosen = rest.slice(0, count).map((coin) => ({ wallet: from, coin }))
        const inputs = [...first, ...chosen]
        const room = given + sumOf(rest.slice(0, count)) - sumOf(outputs)
        if (inputs.length === 0 || room < 0n) continue
        const change = { script: Buffer.from(from.payment.script), value: 0n }
        const size = vsizeOf(inputs, [...outputs, change])
        const value = room - BigInt(Math.ceil(size * rate))
        if (value >= dustLimit(change))
          return build(chain, inputs, [...outputs, { ...change, value }])
      }
      throw new Error('A person of the history has too little.')
    },
  }
}

/** The size of a transaction with these inputs and outputs, signed. */
function vsizeOf(inputs: readonly Spending[], outputs: readonly Output[]): number {
  const weight = 4 * 10 + 2 + 4 * outputs.reduce((sum, { script }) => sum + 9 + script.length, 0)
  const inputSizes: Readonly<Record<string, number>> = {
    pkh: 148,
    sh: 91,
    wpkh: 68,
    wsh: 105,
    tr: 58,
  }
  const own = inputs.reduce((sum, { wallet }) => sum + (inputSizes[wallet.payment.type] ?? 110), 0)
  return Math.ceil(weight / 4) + own
}

/** Signs a transaction with the keys of its inputs. */
export function build(
  chain: Chain,
  inputs: readonly Spending[],
  outputs: readonly Output[],
): Buffer {
  const transaction = new UnsignedTransaction({
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    disableScriptCheck: true,
  })
  for (const { wallet, coin, leaf } of inputs)
    transaction.addInput({
      ...wallet.payment,
      ...leaf,
      txid: coin.txid,
      index: coin.vout,
      sequence: 0xffff_fffd,
      nonWitnessUtxo: chain.entries.get(coin.txid)?.transaction.raw,
      witnessUtxo: { script: wallet.payment.script, amount: coin.value },
    })
  for (const { script, value } of outputs) transaction.addOutput({ script, amount: value })
  for (const [index, { wallet }] of inputs.entries())
    for (const key of wallet.keys) transaction.signIdx(key, index, undefined, new Uint8Array(32))
  transaction.finalize()
  return Buffer.from(transaction.extract())
}
