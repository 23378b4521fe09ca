/**
 * The contract between the API and a kind of chain. `registry.ts` lists the implementations, each
 * in its own folder. `conformance.ts` tests them. Code outside these folders does not depend on a
 * particular kind of chain.
 */
import type { HistoryEntry } from '@latchkey/protocol/history'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Nft } from '@latchkey/protocol/nfts'
import type * as v from 'valibot'
import type {
  AccountTransaction,
  ChainIndex,
  Held,
  Hex,
  CursorPlace,
  PageStart,
  PoolState,
} from '../chainIndex/chainIndex.ts'
import type { HistorySource } from '../history/historySource.ts'
import type { OperationWords } from '../history/operationType.ts'
import type { ChainSource, PriceWatch } from '../indexer/chainSource.ts'
import type { AccountHoldings, PricedToken } from '../providers/holdings.ts'
import type { Nodes, NodesError } from '../providers/nodes.ts'
import type { TokenLabel } from '../providers/tokenLabel.ts'
import type { Prices, PricesAt } from '../providers/prices.ts'
import type { NodeRules } from '../providers/nodeRules.ts'
import type { ChainConfig } from './chainConfig.ts'
import type { Kind } from '../db/schema.ts'
import type { Indexer } from '../indexer/chainStatus.ts'

/** One NFT, or several copies of it. */
export type NftId = { token: Hex; kind: Kind; tokenId: bigint }

/**
 * The bytes of an address or a hash, as hex in lower case. The service and its index use this form.
 * Two texts name the same address if their keys are equal.
 */
export type Key = Hex

/**
 * An address of an account.
 * - `purpose`: what it is used for, on chains where an account has addresses for different purposes
 * - `networks`: the CAIP-2 ids of the networks on which the text is an address, where that does not
 *   hold for all networks of its kind
 */
export type AccountAddress = { key: Key; purpose?: string; networks?: readonly string[] }

/** All addresses of an account: at least one. */
export type AccountAddresses = readonly [AccountAddress, ...AccountAddress[]]

/** An account that a request names. `kind`: the kind of chain that it belongs to. */
export type Account = { kind: ChainReader; addresses: AccountAddresses }

/** How a kind of chain reads and writes addresses and hashes. */
export type ChainKeys = {
  /** Reads an account. Undefined for a text that names no account. */
  readAccount(text: string): AccountAddresses | undefined
  /**
   * Reads a token from the last part of a CAIP-10 id: an address, or the text for the native coin.
   * Undefined for any other text.
   */
  readToken(text: string): Key | undefined
  /** Writes an address as answers about a network (CAIP-2) contain it. */
  addressText(key: Key, networkId: string): string
  /** Writes a transaction's hash, or the token in a CAIP-10 id, as answers contain it. */
  plainText(key: Key): string
}

/** What the service gives to its readers. */
export type ReaderParts = {
  now: () => number
  fetch: typeof fetch
  /** The operator's prices, for chains that have no markets of their own to read. */
  prices?: Prices | undefined
  pricesAt?: PricesAt | undefined
  /** Returns the index, which is made after the readers; undefined if no chain is indexed. */
  indexer: () => Indexer | undefined
}

/** A kind of chain: a namespace of CAIP-2. It has the chain's rules, and opens its chains. */
export type ChainReader<config extends ChainConfig = ChainConfig> = {
  namespace: Namespace
  /** The schema of a chain of this kind in the operator's list. */
  options: v.GenericSchema<unknown, config>
  keys: ChainKeys
  nodes: NodeRules
  /** The endpoints that serve accounts of this kind, although they do not serve every kind. */
  abilities: {
    /** Names and avatars. docs/contracts/api.md#identity */
    names?: true
    /** Orders of tokens. docs/contracts/api.md#offers-and-providers */
    purchases?: true
  }
  /** Makes what all chains of this kind share, such as caches. */
  start(parts: ReaderParts): ReaderOpener<config>
}

/** Opens the chains of one kind. */
export type ReaderOpener<config extends ChainConfig = ChainConfig> = {
  open(chain: config & { nodes: Nodes }): OpenReader
}

/** A chain that the API serves: its settings, its kind, its nodes, and the reader of its data. */
export type Chain = ChainConfig & { kind: ChainReader; nodes: Nodes; reader: OpenReader }

/**
 * Reads the data of one chain. Every method throws NodesError when the chain's nodes do not answer,
 * and the signal's reason when it aborts.
 */
export type OpenReader = {
  /**
   * What an account holds: the coin, and on chains with tokens the listed and other tokens. With
   * `named`, these tokens and all listed tokens are read without the cache.
   */
  holdings(
    account: Account,
    options: { named: readonly Key[] | undefined; signal: AbortSignal },
  ): Promise<AccountHoldings>
  /**
   * The tokens with their prices in US dollars. Tokens without a price are left out.
   * @throws PricesError of the operator's source
   */
  pricesOf(tokens: readonly Key[], signal: AbortSignal): Promise<readonly PricedToken[]>
  /**
   * The price in US dollars of the coin or token with one of these symbols, from markets on the
   * chain. Undefined on chains whose markets are not read.
   */
  dollarsOf?(symbols: readonly string[], signal: AbortSignal): Promise<number | undefined>
  history: BlockHistory | FinishedHistory
  /** Undefined on chains without NFTs. */
  nfts?: NftFacts
}

/**
 * The names that tokens give themselves, by key; null for a token without a name. Tokens for which
 * no node answers now are absent.
 */
export type ReadLabels = (
  tokens: readonly Key[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, TokenLabel | null>>

/** The history of a chain whose blocks the service indexes. An account has one address there. */
export type BlockHistory = {
  kind: 'blocks'
  source(): ChainSource
  /** Makes the watch for pools in the blocks: their reserves give prices. */
  watchPrices(index: ChainIndex, signal: AbortSignal): Promise<PriceWatch>
  /** Other services that have the chain's history, in the operator's order. */
  others: readonly HistorySource[]
  entries: EntryFacts
}

/** What the entries of a history need in addition to the transactions. */
export type EntryFacts = {
  words: OperationWords
  labels: ReadLabels
  /** The operator's names for collections of NFTs, by key. */
  collections: ReadonlyMap<string, string>
  /**
   * The text of a transfer's sender or recipient; null where the chain has no address for minted
   * and burnt tokens.
   */
  partyText(key: Key): string | null
  nftName(ownName: string | undefined, collection: string, tokenId: bigint): string
  /**
   * Prices in US dollars, from the reserves of the indexed pools; undefined if no pools are
   * indexed.
   */
  pricesIn?: ((reserves: readonly PoolState[]) => ReadonlyMap<string, number>) | undefined
  /** Past prices from a source other than pools, by block and token. */
  pastPrices?(times: readonly PriceMoment[], signal: AbortSignal): Promise<PastPrices>
  /**
   * The transactions as the account sees them, where another account has sent what this one, or its
   * sender, decided: operations of smart accounts.
   */
  asOperations?(
    account: Key,
    transactions: readonly AccountTransaction[],
    signal: AbortSignal,
  ): Promise<readonly AccountTransaction[]>
  /**
   * The accounts that should have received tokens in failed transactions, by the transaction's
   * hash.
   */
  intendedRecipients?(
    account: Key,
    transactions: readonly AccountTransaction[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<Key, Key>>
}

/** A block, its time in seconds since 1970, and the tokens that were transferred in it. */
export type PriceMoment = { block: number; at: number; tokens: readonly Key[] }
/** Prices in US dollars, by block and token. */
export type PastPrices = ReadonlyMap<number, ReadonlyMap<string, number>>

/** A history that needs no further description, from the chain's nodes or from another service. */
export type FinishedHistory = {
  kind: 'finished'
  /** The name of the source in metrics. */
  name: string
  /**
   * At most `limit` rows, newest first.
   * @throws SourceDownError, or another error, when the source does not answer
   */
  page(
    account: Account,
    start: PageStart,
    limit: number,
    signal: AbortSignal,
  ): Promise<{ rows: readonly FinishedRow[]; isLast: boolean; isBehind?: boolean }>
}

/**
 * A row of a finished history. `minedAt` is in seconds since 1970; for a transaction that waits for
 * a block, it is the present time. `entry` makes the row's wire
 * form, in which pictures have addresses below `base`, the service's URL.
 */
export type FinishedRow = CursorPlace & { minedAt: number; entry: (base: string) => HistoryEntry }

/** The NFTs of a chain. */
export type NftFacts = {
  /** Whether this chain's reader can list the NFTs of accounts. */
  isListed: boolean
  /** Whether the newest NFTs may be missing from the list. */
  isBehind(): boolean
  /** The NFTs of an account; undefined while the source does not answer. */
  list(account: Account, signal: AbortSignal): Promise<NftList | undefined>
  labels: ReadLabels
  /** The address of each NFT's metadata, in order; undefined for an NFT without metadata. */
  links(
    nfts: readonly NftId[],
    signal: AbortSignal,
  ): Promise<readonly (string | undefined | NodesError)[]>
  /** The description of an NFT, from its own name and the label of its contract. */
  describe(held: Held, ownName: string | undefined, labels: NftLabels): NftDescription
}

/** Reads a page of an account's NFTs, ordered by contract and id, after the NFT `after`. */
export type NftList = (
  after: Pick<Held, 'token' | 'tokenId'> | undefined,
  max: number,
) => Promise<readonly Held[]>

/** `label`: of the NFT's contract. `group`: of the collection that has verified the NFT. */
export type NftLabels = {
  label: TokenLabel | null | undefined
  group: TokenLabel | null | undefined
}

/** How an NFT is shown. `isTrusted`: the operator lists the collection, so it is never spam. */
export type NftDescription = {
  standard: Nft['standard']
  name: string
  collection: { name: string; symbol: string }
  isTrusted: boolean
}
