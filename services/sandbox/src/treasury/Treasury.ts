import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { keyOf, type Hex, type SoldChain } from '../chain/soldChain.ts'
import type { Service } from '../service.ts'
import { ChainTreasury } from './ChainTreasury.ts'

export type TreasuryOptions = Pick<Service, 'access' | 'metrics' | 'now'> & {
  chains: readonly SoldChain[]
  /** The private key. It is never logged. */
  key: Hex
  /** Blocks, its own included, after which a payout is final. */
  confirmations: number
  /** Is called when there may be a message to the API. */
  onMessage: () => void
  /** Called at the first of several failures in a row. */
  onFailure: (error: Error) => void
}

/**
 * Pays out bought tokens. Of all processes that share the database, one sends on each network. A
 * killed process neither pays twice nor forgets an order:
 * - A payout is signed and stored before it is sent, in one transaction with its order.
 * - From then on only these bytes are sent, until they are mined or another transaction has used
 *   their nonce.
 * - A payout that is not mined is signed again for the same nonce, with higher fees, and stored
 *   before it is sent. One of the two is mined.
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

  /** The account that pays, in lower case. It cannot be a buyer. */
  get address(): Hex {
    return keyOf(this.#account.address)
  }

  /** Reports that an order may have been paid. */
  wake(): void {
    for (const chain of this.#chains) chain.wake()
  }

  async close(): Promise<void> {
    for (const chain of this.#chains) chain.stop()
    await this.#running.catch(() => {}) // reported above
  }
}
