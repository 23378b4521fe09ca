import type { HistorySource } from '../../history/historySource.ts'
import { withinLimit } from '../../history/withinLimit.ts'
import { nativeToken, type AccountHoldings, type PricedToken } from '../../providers/holdings.ts'
import type { ListedToken } from '../../optionParts.ts'
import type {
  Account,
  BlockHistory,
  Key,
  NftFacts,
  OpenReader,
  ReaderParts,
  Chain,
} from '../chainReader.ts'
import { soleKey } from '../soleKey.ts'
import { createEvmSource } from './blocks/createEvmSource.ts'
import { startPriceWatch } from './blocks/priceWatch.ts'
import { evmNamespace, type EvmChain } from './evmChain.ts'
import { evmKeys } from './evmKeys.ts'
import { createBlockscoutSource } from './history/blockscoutSource.ts'
import { createEtherscanSource } from './history/etherscanSource.ts'
import type { AsOperations } from './history/asOperations.ts'
import type { IntendedRecipients } from './history/intendedRecipients.ts'
import { evmWords } from './history/evmWords.ts'
import { evmNfts } from './nfts/evmNfts.ts'
import { nftName } from './nfts/nftName.ts'
import { createFindHeld, type FindHeld } from './tokens/findHeld.ts'
import { EvmTokens, type EvmCaches } from './tokens/EvmTokens.ts'
import { pricesOf } from './tokens/poolPrices.ts'
import { readEvmHoldings } from './tokens/readEvmHoldings.ts'

/** Whether a chain is an EVM chain. Only these have swaps and ENS names. */
export const isEvmChain = (chain: Chain): chain is ServedEvmChain =>
  chain.namespace === evmNamespace

/** An EVM chain that the API serves. */
export type ServedEvmChain = EvmChain & Chain & { reader: EvmReader }

/** What all EVM chains share. */
export type EvmParts = ReaderParts & {
  caches: EvmCaches
  intendedRecipients: IntendedRecipients
  asOperations: AsOperations
}

const sources = { blockscout: createBlockscoutSource, etherscan: createEtherscanSource }

/** Reads the data of an EVM chain. */
export class EvmReader implements OpenReader {
  /** The reader of the chain's tokens. Swaps use it, too. */
  readonly tokens: EvmTokens
  readonly history: BlockHistory
  readonly nfts: NftFacts
  readonly #chain: EvmChain
  readonly #findHeld: FindHeld

  constructor(chain: EvmChain, parts: EvmParts) {
    this.#chain = chain
    this.tokens = new EvmTokens(chain, parts.caches)
    const { labels } = this.tokens
    this.#findHeld = createFindHeld(chain, { indexer: parts.indexer, labels })
    this.nfts = evmNfts(chain, { indexer: parts.indexer, labels })
    this.history = blockHistory(chain, parts, this.tokens)
  }

  holdings(
    account: Account,
    { named, signal }: { named: readonly Key[] | undefined; signal: AbortSignal },
  ): Promise<AccountHoldings> {
    return readEvmHoldings(
      this.#chain,
      { tokens: this.tokens, findHeld: this.#findHeld },
      { owner: soleKey(account), named, signal },
    )
  }

  async pricesOf(addresses: readonly Key[], signal: AbortSignal): Promise<readonly PricedToken[]> {
    const listed = [nativeToken(this.#chain), ...this.#chain.tokens].filter(({ address }) =>
      addresses.includes(address),
    )
    const others = addresses.filter((key) => !listed.some(({ address }) => address === key))
    const found = others.length > 0 ? await this.tokens.described(others, signal) : []
    const more = await this.tokens.unlistedPrices(found, signal)
    const prices = new Map([...more, ...(await this.tokens.prices(signal))])
    const priced = (token: ListedToken, isListed: boolean): PricedToken[] => {
      const dollars = prices.get(token.address)
      return dollars === undefined ? [] : [{ token, listed: isListed, dollars }]
    }
    return [
      ...listed.flatMap((token) => priced(token, true)),
      ...found.flatMap((token) => priced(token, false)),
    ]
  }

  async dollarsOf(symbols: readonly string[], signal: AbortSignal): Promise<number | undefined> {
    const { dex, nativeCurrency, tokens } = this.#chain
    const address = symbols.includes(nativeCurrency.symbol)
      ? dex?.weth
      : tokens.find(({ symbol }) => symbols.includes(symbol))?.address
    return dex && address ? (await this.tokens.prices(signal)).get(address) : undefined
  }
}

function blockHistory(chain: EvmChain, parts: EvmParts, tokens: EvmTokens): BlockHistory {
  return {
    kind: 'blocks',
    source: () => createEvmSource(chain.nodes),
    watchPrices: (index, signal) => startPriceWatch(chain, index, signal),
    others: chain.historyApis.map(
      (api): HistorySource =>
        withinLimit(sources[api.kind]({ ...api, networkId: chain.networkId, fetch: parts.fetch })),
    ),
    entries: {
      words: evmWords,
      labels: tokens.labels,
      collections: new Map(chain.collections.map(({ address, name }) => [address, name])),
      partyText: (key) => evmKeys.addressText(key, chain.networkId),
      nftName,
      pricesIn: chain.dex && ((reserves) => pricesOf(chain, reserves)),
      asOperations: (account, transactions, signal) =>
        parts.asOperations(chain, account, transactions, signal),
      intendedRecipients: (account, transactions, signal) =>
        parts.intendedRecipients(chain, account, transactions, signal),
    },
  }
}
