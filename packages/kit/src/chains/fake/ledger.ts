/**
 * A chain in memory that differs from EVM: coins are outputs that are spent as a whole, one
 * transaction moves several assets, there is no gas, and a sender's transactions have no order. For
 * tests of behaviour that every chain must share.
 */
export type Output = { owner: string; asset: string; amount: bigint }

/**
 * The transaction that a wallet signs: recipients and amounts. The rest of the spent coins returns
 * to the sender.
 */
export type FakeTransaction = { outputs: readonly Output[]; fee: bigint }

type Coin = Output & { id: string }
type Entry = {
  hash: string
  from: string
  fee: bigint
  spent: readonly string[]
  made: readonly Coin[]
  minedAt?: number
}

/** The chain's own coin. */
export const coin = 'coin'
/** The fee of a transaction for each output, in the smallest unit. */
const feeOfOutput = 120n
/** The smallest amount that the network accepts for an output. */
const dust = 10n

/** Whether a text is an address: `fk1`, then letters and digits whose case counts. */
export const isFakeAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^fk1[a-zA-Z2-7]{24}$/.test(value)
/** An address without an owner. */
export const placeholder = `fk1${'a'.repeat(24)}`

/** Creates a ledger whose blocks are made by `mine`. */
export function createLedger({ funds, now }: { funds: readonly Output[]; now: () => number }) {
  let coins: readonly Coin[] = funds.map((output, index) => ({ ...output, id: `genesis-${index}` }))
  const entries = new Map<string, Entry>()
  let height = 100n

  const isSpent = (id: string) => [...entries.values()].some(({ spent }) => spent.includes(id))
  const coinsOf = (owner: string, asset: string) =>
    coins.filter(
      (output) => output.owner === owner && output.asset === asset && !isSpent(output.id),
    )
  const balanceOf = (owner: string, asset: string) =>
    coinsOf(owner, asset).reduce((sum, { amount }) => sum + amount, 0n)

  /**
   * The sender's coins that pay for the outputs and the fee, and the change.
   * @throws Error for what the ledger refuses
   */
  function settle(from: string, { outputs, fee }: FakeTransaction) {
    const spending = [...outputs, { owner: '', asset: coin, amount: fee }]
    const assets = [...new Set(spending.map(({ asset }) => asset))]
    if (outputs.some(({ owner, amount }) => !isFakeAddress(owner) || amount < dust))
      throw new Error('Bad output')
    if (fee < feeFor(outputs.length)) throw new Error('Fee too low')
    const spent = assets.flatMap((asset) => coinsOf(from, asset))
    const change = assets.map((asset) => ({
      owner: from,
      asset,
      amount:
        balanceOf(from, asset) -
        spending
          .filter((output) => output.asset === asset)
          .reduce((sum, output) => sum + output.amount, 0n),
    }))
    if (change.some(({ amount }) => amount < 0n)) throw new Error('Insufficient funds')
    return {
      spent: spent.map(({ id }) => id),
      made: [...outputs, ...change.filter(({ amount }) => amount > 0n)],
    }
  }

  return {
    balanceOf,
    height: () => height,
    dryRun: (from: string, transaction: FakeTransaction) => void settle(from, transaction),
    submit(from: string, transaction: FakeTransaction): string {
      const { spent, made } = settle(from, transaction)
      const hash = `tx${entries.size + 1}`
      entries.set(hash, {
        hash,
        from,
        fee: transaction.fee,
        spent,
        made: made.map((output, index) => ({ ...output, id: `${hash}-${index}` })),
      })
      return hash
    },
    find: (hash: string) => entries.get(hash),
    /** Makes a block with all pending transactions. */
    mine() {
      height += 1n
      for (const entry of entries.values()) {
        if (entry.minedAt !== undefined) continue
        entry.minedAt = now()
        coins = [...coins, ...entry.made]
      }
    },
    /** Reverts the last block, as in a chain reorganisation. Its transactions are pending again. */
    undo(hash: string) {
      const entry = entries.get(hash)
      if (!entry) throw new Error('No such transaction')
      delete entry.minedAt
      coins = coins.filter(({ id }) => !id.startsWith(`${hash}-`))
    },
  }
}

/** The fee of a transaction with this number of outputs, plus one for the change. */
export const feeFor = (outputs: number): bigint => feeOfOutput * BigInt(outputs + 1)

export type Ledger = ReturnType<typeof createLedger>
