import { ChainTreasury, type TreasuryOptions } from './ChainTreasury.ts'

/**
 * Pays out bought tokens. Of all processes that share the database, only one sends on each network.
 * After a crash no order is paid twice or forgotten:
 * - In one transaction a payout is stored with its signed bytes, and its order is marked. Only then
 *   it is sent.
 * - From then on the same bytes are sent again, until they are mined, or another transaction has
 *   used their nonce.
 * - A payout that is not mined in time is signed again for the same nonce with higher fees, and
 *   stored before it is sent. So only one of the two can be mined. On Bitcoin a payout is signed
 *   once, and its coins are spent by no other payout.
 */
export class Treasury {
  readonly #chains: readonly ChainTreasury[]
  readonly #running: Promise<unknown>

  constructor({ chains, ...options }: TreasuryOptions) {
    this.#chains = chains.map((chain) => new ChainTreasury({ ...options, chain }))
    this.#running = Promise.all(this.#chains.map((chain) => chain.run()))
    this.#running.catch((error: unknown) => error instanceof Error && options.onFailure(error))
  }

  /** Ends the pauses, because an order may have been paid. */
  wake(): void {
    for (const chain of this.#chains) chain.wake()
  }

  async close(): Promise<void> {
    for (const chain of this.#chains) chain.stop()
    await this.#running.catch(() => {}) // `ChainTreasury` has reported the failure
  }
}
