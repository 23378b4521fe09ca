/**
 * A chain in memory, for tests of behaviour that every chain must share. It differs from EVM: coins
 * are outputs that are spent as a whole, one transaction moves several assets, and there is no gas.
 * A sender's transactions have no order: a transaction replaces another that spends the same coins.
 */
import { isFakeAddress, ownerOf } from './addressForms.ts'

/** An amount of an asset that an address owns. */
export type Output = { owner: string; asset: string; amount: bigint }

/**
 * The transaction that a wallet signs: recipients and amounts. What is left of the spent coins goes
 * back to the sender.
 */
export type FakeTransaction = { outputs: readonly Output[]; fee: bigint }

type Coin = Output & { id: string }
type Entry = {
  hash: string
  from: string
  transaction: FakeTransaction
  spent: readonly string[]
  made: readonly Coin[]
  minedAt?: number
  /** The hash of the transaction that has spent the same coins in place of this one. */
  replacedBy?: string
}

/** The chain's own coin. */
export const coin = 'coin'
/** The fee of a transaction for each output, in the smallest unit. */
const feeOfOutput = 120n
/** The smallest amount that the network accepts for an output. */
const dust = 10n

/** The fee of a transaction with this number of outputs, and one more output for the change. */
export const feeFor = (outputs: number): bigint => feeOfOutput * BigInt(outputs + 1)

/** The transactions and coins of the chain. `mine` makes a block. */
export class Ledger {
  readonly #entries = new Map<string, Entry>()
  readonly #now: () => number
  #coins: readonly Coin[]
  #height = 100n

  constructor({ funds, now }: { funds: readonly Output[]; now: () => number }) {
    this.#coins = funds.map((output, index) => ({ ...output, id: `genesis-${index}` }))
    this.#now = now
  }

  height(): bigint {
    return this.#height
  }

  find(hash: string): Entry | undefined {
    return this.#entries.get(hash)
  }

  balanceOf(owner: string, asset: string): bigint {
    return sumOf(this.#coinsOf(owner, asset))
  }

  /** Checks a transaction without storing it. @throws Error if the ledger refuses it */
  dryRun(from: string, transaction: FakeTransaction): void {
    this.#settle(from, transaction)
  }

  /**
   * Stores a transaction as pending, and returns its hash. @throws Error if the ledger refuses it
   */
  submit(from: string, transaction: FakeTransaction): string {
    return this.#add(from, transaction, this.#settle(from, transaction))
  }

  /**
   * Replaces a pending transaction by another one that spends the same coins. Wallets do so to
   * speed a transaction up or to cancel it.
   */
  replace(hash: string, transaction: FakeTransaction): string {
    const entry = this.#entries.get(hash)
    if (!entry || entry.minedAt !== undefined) throw new Error('No such transaction')
    entry.replacedBy = 'pending'
    const settled = this.#settle(entry.from, transaction)
    return (entry.replacedBy = this.#add(entry.from, transaction, settled))
  }

  /** Makes a block with all pending transactions. */
  mine(): void {
    this.#height += 1n
    for (const entry of this.#entries.values()) {
      if (entry.minedAt !== undefined || entry.replacedBy !== undefined) continue
      entry.minedAt = this.#now()
      this.#coins = [...this.#coins, ...entry.made]
    }
  }

  /** Makes a mined transaction pending again, as a chain reorganisation does. */
  undo(hash: string): void {
    const entry = this.#entries.get(hash)
    if (!entry) throw new Error('No such transaction')
    delete entry.minedAt
    this.#coins = this.#coins.filter(({ id }) => !id.startsWith(`${hash}-`))
  }

  #coinsOf(owner: string, asset: string): readonly Coin[] {
    const entries = [...this.#entries.values()]
    const isSpent = (id: string) =>
      entries.some(({ spent, replacedBy }) => replacedBy === undefined && spent.includes(id))
    return this.#coins.filter(
      (output) =>
        ownerOf(output.owner) === ownerOf(owner) && output.asset === asset && !isSpent(output.id),
    )
  }

  /** Chooses the sender's coins that pay for the outputs and the fee, and adds the change. */
  #settle(
    from: string,
    { outputs, fee }: FakeTransaction,
  ): Pick<Entry, 'spent'> & { made: Output[] } {
    const spending = [...outputs, { owner: '', asset: coin, amount: fee }]
    const assets = [...new Set(spending.map(({ asset }) => asset))]
    if (outputs.some(({ owner, amount }) => !isFakeAddress(owner) || amount < dust))
      throw new Error('Bad output')
    if (fee < feeFor(outputs.length)) throw new Error('Fee too low')
    const spent = assets.flatMap((asset) => this.#coinsOf(from, asset))
    const change = assets.map((asset) => ({
      owner: from,
      asset,
      amount:
        this.balanceOf(from, asset) - sumOf(spending.filter((output) => output.asset === asset)),
    }))
    if (change.some(({ amount }) => amount < 0n)) throw new Error('Insufficient funds')
    return {
      spent: spent.map(({ id }) => id),
      made: [...outputs, ...change.filter(({ amount }) => amount > 0n)],
    }
  }

  #add(
    from: string,
    transaction: FakeTransaction,
    { spent, made }: Pick<Entry, 'spent'> & { made: Output[] },
  ): string {
    const hash = `tx${this.#entries.size + 1}`
    const coins = made.map((output, index) => ({ ...output, id: `${hash}-${index}` }))
    this.#entries.set(hash, { hash, from, transaction, spent, made: coins })
    return hash
  }
}

const sumOf = (outputs: readonly Pick<Output, 'amount'>[]) =>
  outputs.reduce((sum, { amount }) => sum + amount, 0n)
