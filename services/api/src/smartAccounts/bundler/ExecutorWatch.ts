import type { PrivateKeyAccount } from 'viem/accounts'
import { readBalance, type Hex } from '../operationChain.ts'
import type { ChainBundlerOptions } from './ChainBundler.ts'
import { keyOf } from './signBundle.ts'

/** Milliseconds between two checks of the executors' balances. */
const pause = 15_000

/** Something that the operator should know about an executor. */
export type ExecutorState = 'ok' | 'low' | 'empty'

/** An alarm of an executor. Its message contains no address. */
export class ExecutorError extends Error {
  override readonly name = 'ExecutorError'
}

/** Watches the balances of a chain's executors. */
export class ExecutorWatch {
  readonly #options: ChainBundlerOptions
  readonly #states = new Map<Hex, ExecutorState>()
  #readAt = -Infinity

  constructor(options: ChainBundlerOptions) {
    this.#options = options
  }

  /** The worst state of an executor, as it was last read. */
  state(): ExecutorState {
    const states = [...this.#states.values()]
    return states.includes('empty') ? 'empty' : states.includes('low') ? 'low' : 'ok'
  }

  /** Whether an executor can pay for transactions. */
  canPay(account: PrivateKeyAccount): boolean {
    return this.#states.get(keyOf(account)) !== 'empty'
  }

  /** Reads the balances if they are old, and raises or ends the alarm. @throws NodesError */
  async check(signal: AbortSignal): Promise<void> {
    const { chain, accounts, lowBalance, metrics, now, onFailure } = this.#options
    if (now() - this.#readAt < pause) return
    for (const account of accounts) {
      const balance = await readBalance(chain, account.address, signal)
      const state: ExecutorState = balance === 0n ? 'empty' : balance < lowBalance ? 'low' : 'ok'
      const before = this.#states.get(keyOf(account)) ?? 'ok'
      this.#states.set(keyOf(account), state)
      if (state !== 'ok' && state !== before)
        onFailure(new ExecutorError(`An executor of ${chain.networkId} is ${state}: refill it`))
    }
    this.#readAt = now()
    metrics.executorsLow({ chain: chain.networkId }).set(this.state() === 'ok' ? 0 : 1)
  }
}
