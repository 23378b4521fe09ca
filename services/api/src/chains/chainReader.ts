/**
 * The contract between the API and one kind of chain. `registry.ts` lists its implementations, one
 * a folder; `conformance.ts` tests each of them. No other folder names a chain.
 */
import type { HistoryEntry } from '@latchkey/protocol/history'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Nft } from '@latchkey/protocol/nfts'
import type * as v from 'valibot'
import type {
  AccountTransaction,
  ChainIndex,
  Held,
  Hex,
  PageStart,
  Place,
  PoolState,
} from '../chainIndex/chainIndex.ts'
import type { HistorySource } from '../history/historySource.ts'
import type { OperationWords } from '../history/operationType.ts'
import type { ChainSource, PriceWatch } from '../indexer/chainSource.ts'
import type { Indexer } from '../indexer/createIndexer.ts'
import type { NftId } from '../nfts/readNfts.ts'
import type { AnswerLimits } from '../providers/answerLimits.ts'
import type { AccountHoldings, PricedToken } from '../providers/holdings.ts'
import type { Nodes, NodesError } from '../providers/nodes.ts'
import type { TokenLabel } from '../providers/tokenLabel.ts'
import type { ListedToken } from '../optionParts.ts'
import type { Prices, PricesAt } from '../providers/prices.ts'

/**
 * The bytes of an address or a hash, as hex in lower case. The service and its index use this form.
 * Two texts name the same address if their keys are equal.
 */
export type Key = Hex

/** An address of an account. `purpose`: what it is for, on chains that separate purposes. */
export type AccountAddress = { key: Key; purpose?: string }

/** The addresses of an account, at least one. */
export type AccountAddresses = readonly [AccountAddress, ...AccountAddress[]]

/** An account that a request names, and the kind of its chains. */
export type Account = { kind: ChainReader; addresses: AccountAddresses }

/** How a kind of chain writes its addresses and hashes. */
export type ChainKeys = {
  /** Reads an account. Undefined for a text that is not an account. */
  readAccount(text: string): AccountAddresses | undefined
  /**
   * Reads the token in the last part of a CAIP-10 id: an address, or the text of the native coin.
   * Undefined for any other text.
   */
  readToken(text: string): Key | undefined
  /** Writes an address as answers do. */
  addressText(key: Key): string
  /** Writes a transaction's hash, or a token in a CAIP-10 id, as answers do. */
  plainText(key: Key): string
}

/**
 * The request that identifies a node's chain. `isNamed`: whether the answer names the chain;
 * undefined for an invalid answer.
 */
export type ChainIdentity = { method: string; isNamed: (result: unknown) => boolean | undefined }

/** An error in a node's answer. Source: JSON-RPC 2.0 */
export type RpcError = { code: number; message: string; data?: unknown }

/** How the nodes of a kind of chain are used, over JSON-RPC. */
export type NodeRules = {
  identityOf(networkId: string): ChainIdentity
  /** Limits of answers to the service's own requests, by method; others have 1 MiB. */
  answerLimits: Readonly<Record<string, AnswerLimits>>
  /** Methods that are forwarded: they read the chain, or send signed transactions. */
  forwarded: ReadonlySet<string>
  /** Methods that send a transaction. After a node has answered one, no other node is tried. */
  sending: ReadonlySet<string>
  /** Methods that cost a client ten times as much as the others. */
  costly: ReadonlySet<string>
  /** The result of a method that needs no node; undefined for other methods. */
  knownResult?(method: string, networkId: string): unknown
  /** Whether an error is about the request, so that every node would answer it. */
  isRevert(error: RpcError): boolean
  /** Whether an error with data is nevertheless about the node itself. */
  isUnhealthy?(error: RpcError): boolean
}

/** The settings of a chain that every kind has, after validation. */
export type ChainConfig = {
  networkId: NetworkId
  namespace: Namespace
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: readonly string[]
  extraMethods: readonly string[]
  /** The operator's token list; absent on chains without tokens. */
  tokens?: readonly ListedToken[] | undefined
  /** Absent: the chain is not indexed. */
  index?: IndexConfig | undefined
}

/** How a chain is indexed. `pollEvery` in milliseconds, `timeTolerance` in seconds. */
export type IndexConfig = {
  startBlock: number
  pollEvery: number
  finality: number
  timeTolerance: number
}

/** The parts of the service that readers use. */
export type ReaderParts = {
  now: () => number
  fetch: typeof fetch
  /** The operator's prices, for chains without prices of their own. */
  prices?: Prices | undefined
  pricesAt?: PricesAt | undefined
  /** The index, which is made after the readers. Undefined where no chain is indexed. */
  indexer: () => Indexer | undefined
}

/** The data and rules of one kind of chain: a namespace of CAIP-2. */
export type ChainReader<config extends ChainConfig = ChainConfig> = {
  namespace: Namespace
  /** One entry of the operator's list of chains. */
  options: v.GenericSchema<unknown, config>
  keys: ChainKeys
  nodes: NodeRules
  /** Parts of the API that serve accounts of this kind alone. */
  abilities: {
    /** Names and avatars. docs/contracts/api.md#identity */
    names?: true
    /** Orders of tokens. docs/contracts/api.md#offers-and-providers */
    purchases?: true
  }
  /** Makes the caches that the chains of this kind share. */
  start(parts: ReaderParts): ReaderOpener<config>
}

/** Opens the chains of one kind. */
export type ReaderOpener<config extends ChainConfig = ChainConfig> = {
  open(chain: config & { nodes: Nodes }): OpenReader
}

/** A chain that is served: the operator's settings, its kind, its nodes, and its data. */
export type Chain = ChainConfig & { kind: ChainReader; nodes: Nodes; reader: OpenReader }

/**
 * The data of one chain. Every method throws NodesError when the chain's nodes do not answer, and
 * the signal's reason.
 */
export type OpenReader = {
  /**
   * The coin, and on chains with tokens the listed and other tokens. Tokens in `named` are read
   * without the cache.
   */
  holdings(
    account: Account,
    options: { named: readonly Key[] | undefined; signal: AbortSignal },
  ): Promise<AccountHoldings>
  /**
   * Tokens with their prices in US dollars; those without a price are left out.
   * @throws PricesError of the operator's source
   */
  pricesOf(tokens: readonly Key[], signal: AbortSignal): Promise<readonly PricedToken[]>
  /**
   * US dollars for the coin or token with one of these symbols, by markets on the chain itself.
   * Absent on chains without them.
   */
  dollarsOf?(symbols: readonly string[], signal: AbortSignal): Promise<number | undefined>
  history: BlockHistory | FinishedHistory
  /** Absent on chains without NFTs. */
  nfts?: NftFacts
}

/**
 * Names that tokens give themselves, by key; null where a token has none. A token for which no node
 * answers now is absent.
 */
export type ReadLabels = (
  tokens: readonly Key[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, TokenLabel | null>>

/** The history of a chain whose blocks the service indexes. Its accounts have one address. */
export type BlockHistory = {
  kind: 'blocks'
  source(): ChainSource
  /** The pools in the blocks whose reserves are prices. */
  watchPrices(index: ChainIndex, signal: AbortSignal): Promise<PriceWatch>
  /** Other services that have the history, in the operator's order. */
  others: readonly HistorySource[]
  entries: EntryFacts
}

/** What the entries of a history need besides the transactions. */
export type EntryFacts = {
  words: OperationWords
  labels: ReadLabels
  /** The operator's names of collections of NFTs, by key. */
  collections: ReadonlyMap<string, string>
  /** A side of a transfer; null where the chain has no address for minted and burnt tokens. */
  partyText(key: Key): string | null
  nftName(ownName: string | undefined, collection: string, tokenId: bigint): string
  /** Prices in US dollars from the reserves of the indexed pools; absent without such pools. */
  pricesIn?: ((reserves: readonly PoolState[]) => ReadonlyMap<string, number>) | undefined
  /** Past prices from another source, by block and token. */
  pastPrices?(times: readonly PriceMoment[], signal: AbortSignal): Promise<PastPrices>
  /** The intended recipients of the account's failed transactions, by hash. */
  intendedRecipients?(
    account: Key,
    transactions: readonly AccountTransaction[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<Key, Key>>
}

/** A block with its time, in seconds since 1970, and the tokens that were transferred in it. */
export type PriceMoment = { block: number; at: number; tokens: readonly Key[] }
/** US dollars, by block and token. */
export type PastPrices = ReadonlyMap<number, ReadonlyMap<string, number>>

/** A complete history of a chain, from its nodes or from another service. */
export type FinishedHistory = {
  kind: 'finished'
  /** The name in metrics. */
  name: string
  /**
   * At most `limit` rows, newest first.
   * @throws SourceDownError, or another error, when there is no answer
   */
  page(
    account: Account,
    start: PageStart,
    limit: number,
    signal: AbortSignal,
  ): Promise<{ rows: readonly FinishedRow[]; isLast: boolean }>
}

/**
 * A row with its place and its time, in seconds since 1970. `entry`: its wire form, with pictures
 * at the service's URL `base`.
 */
export type FinishedRow = Place & { minedAt: number; entry: (base: string) => HistoryEntry }

/** The NFTs of a chain. */
export type NftFacts = {
  /** Whether the NFTs of accounts can be listed here. */
  isListed: boolean
  /** Whether the list may lack the newest NFTs. */
  isBehind(): boolean
  /** The account's NFTs; undefined while the source does not answer. */
  list(account: Account, signal: AbortSignal): Promise<NftList | undefined>
  labels: ReadLabels
  /** URLs of the metadata, in order; undefined for an NFT without one. */
  links(
    nfts: readonly NftId[],
    signal: AbortSignal,
  ): Promise<readonly (string | undefined | NodesError)[]>
  /** Describes an NFT, from its own name and the label of its contract. */
  describe(held: Held, ownName: string | undefined, labels: NftLabels): NftDescription
}

/** A page of an account's NFTs by contract and id, after one of them. */
export type NftList = (
  after: Pick<Held, 'token' | 'tokenId'> | undefined,
  max: number,
) => Promise<readonly Held[]>

/** The label of an NFT's contract, and of the collection that has verified it. */
export type NftLabels = {
  label: TokenLabel | null | undefined
  group: TokenLabel | null | undefined
}

/** The name of an NFT. `isTrusted`: the operator lists the collection, so it is never spam. */
export type NftDescription = {
  standard: Nft['standard']
  name: string
  collection: { name: string; symbol: string }
  isTrusted: boolean
}
