import { zeroAddress } from '../../chainIndex/holdingChanges.ts'
import { nativeToken, type AccountHoldings, type PricedToken } from '../../providers/holdings.ts'
import type {
  Account,
  BlockHistory,
  Key,
  NftFacts,
  OpenReader,
  ReaderParts,
} from '../chainReader.ts'
import { soleKey } from '../soleKey.ts'
import { createSolanaSource } from './blocks/createSolanaSource.ts'
import { solanaWords } from './blocks/solanaWords.ts'
import { solanaNfts } from './solanaNfts.ts'
import type { SolanaChain } from './solanaChain.ts'
import { keyText } from './solanaKey.ts'
import { readSolanaHoldings } from './tokens/readSolanaHoldings.ts'
import { noPriceWatch } from '../../indexer/chainSource.ts'
import { SolanaTokens, type SolanaCaches } from './tokens/SolanaTokens.ts'

/** What all Solana chains share. */
export type SolanaParts = ReaderParts & { caches: SolanaCaches }

/** Reads the data of a Solana chain. */
export class SolanaReader implements OpenReader {
  readonly history: BlockHistory
  readonly nfts: NftFacts
  readonly #chain: SolanaChain
  readonly #tokens: SolanaTokens

  constructor(chain: SolanaChain, parts: SolanaParts) {
    this.#chain = chain
    this.#tokens = new SolanaTokens(chain, parts)
    this.nfts = solanaNfts(chain, this.#tokens)
    this.history = blockHistory(chain, this.#tokens)
  }

  holdings(
    account: Account,
    { named, signal }: { named: readonly Key[] | undefined; signal: AbortSignal },
  ): Promise<AccountHoldings> {
    return readSolanaHoldings(this.#chain, this.#tokens, { owner: soleKey(account), named, signal })
  }

  /** Only the coin and the listed tokens have prices in the operator's source. */
  async pricesOf(mints: readonly Key[], signal: AbortSignal): Promise<readonly PricedToken[]> {
    const listed = [nativeToken(this.#chain), ...this.#chain.tokens]
    const prices = await this.#tokens.prices(signal)
    return listed.flatMap((token) => {
      const dollars = mints.includes(token.address) ? prices.get(token.address) : undefined
      return dollars === undefined ? [] : [{ token, listed: true, dollars }]
    })
  }
}

function blockHistory(chain: SolanaChain, tokens: SolanaTokens): BlockHistory {
  return {
    kind: 'blocks',
    source: () => createSolanaSource(chain.nodes, { startBlock: chain.index?.startBlock ?? 0 }),
    watchPrices: async () => noPriceWatch,
    others: [],
    entries: {
      words: solanaWords,
      labels: tokens.labels,
      collections: new Map(),
      partyText: (key) => (key === zeroAddress ? null : keyText(key)),
      nftName: (ownName, collection) => ownName || collection,
      pastPrices: (times, signal) => tokens.pastPrices(times, signal),
    },
  }
}
