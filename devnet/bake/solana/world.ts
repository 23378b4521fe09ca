import { Transaction, type Keypair, type TransactionInstruction } from '@solana/web3.js'
import type { Chain } from '../../src/solana/chain/chain.ts'
import { execute } from '../../src/solana/chain/execute.ts'
import { readTransaction } from '../../src/solana/wire/readTransaction.ts'

/** Milliseconds that a slot takes. */
const slotMs = 400

/** The chain during the bake. Its clock has the time of the history. */
export type World = {
  /** Moves the clock to a later time, in seconds since 1970. */
  moveTo(time: number): void
  /**
   * Executes a transaction. `fails`: the transaction is expected to fail, and still pays its fee.
   * @throws Error when the result is not the expected one
   */
  run(
    instructions: readonly TransactionInstruction[],
    signers: readonly Keypair[],
    fails?: boolean,
  ): void
}

/** Creates a world over a chain that reads its time from `clock.now`. */
export function createWorld(chain: Chain, clock: { now: number }): World {
  const [slot, began] = [chain.slots.open().number, clock.now]
  return {
    moveTo(time) {
      clock.now = time * 1_000
      chain.slots.skipTo(slot + Math.round((clock.now - began) / slotMs), time)
      chain.accounts.forgetFinalized()
      chain.recent.clear()
    },
    run(instructions, signers, fails = false) {
      const [payer] = signers
      if (!payer) throw new Error('Nobody pays.')
      const transaction = new Transaction({
        feePayer: payer.publicKey,
        blockhash: chain.slots.open().hash,
        lastValidBlockHeight: 0,
      }).add(...instructions)
      transaction.sign(...signers)
      const read = readTransaction(transaction.serialize())
      const err = execute(chain, read) ?? chain.history.find(read.signature)?.err
      if (fails ? !err : err)
        throw new Error(
          `A transaction of the history ended with ${JSON.stringify(err)}: ${chain.history.read(read.signature)?.logs.join('\n')}`,
        )
    },
  }
}
