import type { AccountTransaction, Hex, PageStart } from '../chainIndex/chainIndex.ts'

/** A part of an account's transactions on one chain, newest first. */
export type SourcePage = {
  transactions: readonly AccountTransaction[]
  /** Whether no older transactions exist. */
  isLast: boolean
  /** Whether the newest transactions may be missing. @default false */
  isBehind?: boolean
}

/** A source of a chain's history: the index of this service, or another service. */
export type HistorySource = {
  /** The name of the source in metrics. */
  name: string
  /**
   * At most `limit` transactions, newest first.
   * @throws SourceDownError, or another error, when the next source has to be used
   */
  page(account: Hex, start: PageStart, limit: number, signal: AbortSignal): Promise<SourcePage>
  /** Prices in US dollars by token, at the end of blocks; undefined if the source has no prices. */
  pricesAt?(
    blocks: readonly number[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>>
  /**
   * For each of the transactions: to how many different accounts it sent each token. Undefined if
   * the source does not know it.
   */
  recipientsOf?(
    account: Hex,
    transactions: readonly AccountTransaction[],
  ): Promise<readonly ReadonlyMap<Hex, number>[]>
}

/** A source of a history cannot answer now. */
export class SourceDownError extends Error {
  override readonly name = 'SourceDownError'
}
