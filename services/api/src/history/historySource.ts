import type { AccountTransaction, Hex, PageStart } from '../chainIndex/chainIndex.ts'

/** A part of an account's transactions on one chain, the newest first. */
export type SourcePage = {
  transactions: readonly AccountTransaction[]
  /** Whether there are no older transactions. */
  isLast: boolean
  /** Whether the newest transactions may be missing. @default false */
  isBehind?: boolean
}

/** A source of a chain's history: the index of this service, or another service. */
export type HistorySource = {
  /** The name in metrics. */
  name: string
  /**
   * At most `limit` transactions.
   * @throws SourceDownError, or another error, when the next source has to be queried
   */
  page(account: Hex, start: PageStart, limit: number, signal: AbortSignal): Promise<SourcePage>
  /** US dollars by token at the end of blocks; absent where the source has no prices. */
  pricesAt?(
    blocks: readonly number[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>>
  /**
   * The number of different accounts to which transactions sent each token, in the order of the
   * transactions. Absent where the source does not know.
   */
  recipientsOf?(
    account: Hex,
    transactions: readonly AccountTransaction[],
  ): Promise<readonly ReadonlyMap<Hex, number>[]>
}

/** A source that cannot answer now. */
export class SourceDownError extends Error {
  override readonly name = 'SourceDownError'
}
