import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { keyOf, type Hex, type SoldChain } from '../chain/soldChain.ts'
import type { Service } from '../service.ts'
import { ChainTreasury } from './ChainTreasury.ts'

export type TreasuryOptions = Pick<Service, 'access' | 'metrics' | 'now'> & {
  chains: readonly SoldChain[]
  /** The private key of the account that pays. It is never logged. */
  key: Hex
  /** The number of blocks after which a payout is final, including the payout's own block. */
  confirmations: number
  /** Is called when there may be a new message to the API. */
  onMessage: () => void
  /** Is called at the first of several consecutive failures. */
  onFailure: (error: Error) => void
}

/**
 * Pays out bought tokens. Of all processes that share the database, only one sends on each network.
 * After a crash no order is paid twice or forgotten:
 * - In one transaction a payout is stored with its signed bytes, and its order is marked. Only then
 *   it is sent.
 * - From then on the same bytes are sent again, until they are mined, or another transaction has
 *   used their nonce.
 * - A payout that is not mined in time is signed again for the same nonce with higher fees, and
 *   stored before it is sent. So only one of the two can be mined.
 */
export class Treasury {
  readonly #account: PrivateKeyAccount
  readonly #chains: readonly ChainTreasury[]
  readonly #running: Promise<unknown>

  constructor({ chains, key, ...options }: TreasuryOptions) {
    this.#account = privateKeyToAccount(key)
    this.#chains = chains.map(
      (chain) => new ChainTreasury({ ...options, chain, account: this.#account }),
    )
    this.#running = Promise.all(this.#chains.map((chain) => chain.run()))
    this.#running.catch((error: unknown) => error instanceof Error && options.onFailure(error))
  }

  /** The account that pays, in lower case. It cannot buy. */
  get address(): Hex {
    return keyOf(this.#account.address)
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
