import { p2tr, Script, TAPROOT_UNSPENDABLE_KEY } from '@scure/btc-signer'
import { pubSchnorr } from '@scure/btc-signer/utils.js'
import { regtest } from '../../src/bitcoin/chain/regtest.ts'
import type { Output } from '../../src/bitcoin/wire/transaction.ts'
import { ordinalsOf, scribeKey, walletOf, type Person, type Wallet } from './people.ts'
import { build, type PayOptions, type World } from './world.ts'

/** A thing that happens in the history. */
export type Action = (world: World) => void

/** Satoshis of an output that carries a collectible. */
const postage = 546n

/** Reads an amount of bitcoins as satoshis. */
export function satoshis(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.')
  return BigInt(whole) * 100_000_000n + BigInt(part.padEnd(8, '0'))
}

const outputTo = ({ payment }: Wallet, value: bigint): Output => ({
  script: Buffer.from(payment.script),
  value,
})

/** Pays bitcoins from one person to another. */
export const pay =
  (from: Person, to: Person, amount: string, options?: PayOptions): Action =>
  (world) =>
    void world.submit(
      world.sign(walletOf(from), [outputTo(walletOf(to), satoshis(amount))], options),
    )

/** Pays several persons by one transaction. */
export const payAll =
  (from: Person, payments: readonly (readonly [Person, string])[]): Action =>
  (world) =>
    void world.submit(
      world.sign(
        walletOf(from),
        payments.map(([to, amount]) => outputTo(walletOf(to), satoshis(amount))),
      ),
    )

/** Pays, with a text that all can read. */
export const payWithMemo =
  (from: Person, to: Person, amount: string, memo: string): Action =>
  (world) =>
    void world.submit(
      world.sign(walletOf(from), [
        outputTo(walletOf(to), satoshis(amount)),
        { script: Buffer.from(Script.encode(['RETURN', Buffer.from(memo)])), value: 0n },
      ]),
    )

/** Pays with a low fee, and then again with a higher fee. Only the second payment gets a block. */
export const paySpeededUp =
  (from: Person, to: Person, amount: string): Action =>
  (world) => {
    const outputs = [outputTo(walletOf(to), satoshis(amount))]
    const [slow, fast] = [1.2, 14].map((rate) => world.sign(walletOf(from), outputs, { rate }))
    if (!slow || !fast) return
    world.submit(slow)
    world.submit(fast)
  }

/** Pays with a low fee, and then pays the same coin back to the payer. */
export const payCancelled =
  (from: Person, to: Person, amount: string): Action =>
  (world) => {
    const own = walletOf(from)
    const cancel = world.sign(own, [outputTo(own, satoshis(amount))], { rate: 16 })
    world.submit(world.sign(own, [outputTo(walletOf(to), satoshis(amount))], { rate: 1.1 }))
    world.submit(cancel)
  }

/** Pays with a low fee, which no block takes, until nodes forget it. */
export const payForgotten =
  (from: Person, to: Person, amount: string): Action =>
  (world) =>
    world.drop(
      world.submit(
        world.sign(walletOf(from), [outputTo(walletOf(to), satoshis(amount))], { rate: 1 }),
      ),
    )

/** Puts all coins of a person together. */
export const consolidate =
  (person: Person): Action =>
  (world) =>
    void world.submit(world.sign(walletOf(person), [], { sweep: true, rate: 1.5 }))

/** Mines a block whose reward goes to a person. */
export const mineFor =
  (person: Person): Action =>
  (world) =>
    world.mine(walletOf(person).payment.script)

/** Sends small amounts to a person, in satoshis. */
export const dust =
  (from: Person, to: Person, amounts: readonly number[], target = walletOf): Action =>
  (world) =>
    void world.submit(
      world.sign(
        walletOf(from),
        amounts.map((amount) => outputTo(target(to), BigInt(amount))),
      ),
    )

/**
 * Writes a text into the chain, as inscriptions do: a first transaction commits to the text, and a
 * second one shows it and sends a small coin to the address for collectibles.
 */
export const inscribe =
  (from: Person, to: Person, text: string, value = postage): Action =>
  (world) => {
    const script = Script.encode([
      pubSchnorr(scribeKey),
      'CHECKSIG',
      0,
      'IF',
      Buffer.from('ord'),
      Uint8Array.of(1),
      Buffer.from('text/plain;charset=utf-8'),
      0,
      Buffer.from(text),
      'ENDIF',
    ])
    const commitment = p2tr(TAPROOT_UNSPENDABLE_KEY, { script }, regtest, true)
    const scribe: Wallet = { payment: commitment, keys: [scribeKey] }
    const txid = world.submit(world.sign(walletOf(from), [outputTo(scribe, value + 600n)]))
    const coin = world.coins(scribe).find((candidate) => candidate.txid === txid)
    if (!coin) throw new Error('The inscription has no coin.')
    world.submit(build(world.chain, [{ wallet: scribe, coin }], [outputTo(ordinalsOf(to), value)]))
  }

/** Sends the oldest collectible of a person to another person, who does not pay the fee. */
export const sendCollectible =
  (from: Person, to: Person): Action =>
  (world) => {
    const wallet = ordinalsOf(from)
    const [coin] = world.coins(wallet)
    if (!coin) throw new Error(`${from} has no collectible.`)
    world.submit(
      world.sign(walletOf(from), [outputTo(ordinalsOf(to), coin.value)], {
        first: [{ wallet, coin }],
      }),
    )
  }
