import type { AccountTransaction, Hex, PageStart } from '../chainIndex/chainIndex.ts'

/** Part of an account's transactions on one chain, the newest first. */
export type SourcePage = {
  transactions: readonly AccountTransaction[]
  /** Whether nothing older is left. */
  isLast: boolean
  /** Whether the newest may be missing. @default false */
  isBehind?: boolean
}

/** Who knows the history of a chain: the index of this service, or another service. */
export type HistorySource = {
  /** For metrics. */
  name: string
  /** At most `limit` transactions. @throws SourceDownError, or what else goes wrong, when another source has to be asked */
  page(account: Hex, start: PageStart, limit: number, signal: AbortSignal): Promise<SourcePage>
  /** US dollars by token, at the end of blocks, where the source knows. */
  pricesAt?(blocks: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>>
  /** To how many different accounts transactions sent each token, where the source knows; in their order. */
  recipientsOf?(account: Hex, transactions: readonly AccountTransaction[]): Promise<readonly ReadonlyMap<Hex, number>[]>
}

/** A source that can't answer now. */
export class SourceDownError extends Error {
  override readonly name = 'SourceDownError'
}
