import type { PageStart } from '../../../chainIndex/chainIndex.ts'
import { SourceDownError } from '../../../history/historySource.ts'
import { NodesError } from '../../../providers/nodes.ts'
import type { Account, FinishedHistory, FinishedRow } from '../../chainReader.ts'
import type { BitcoinChain } from '../bitcoinChain.ts'
import type { CoinPrices } from '../../../providers/createCoinPrices.ts'
import { atOneTip, lowerTip, type Tip } from '../esplora/atOneTip.ts'
import type { TipWatch } from '../esplora/createTipWatch.ts'
import { ownAddresses, type OwnAddress } from '../ownCoins.ts'
import { effectOf, entryOf } from './describe.ts'
import { readPage, type Page, type PageRow } from './readPage.ts'

type Parts = { prices: CoinPrices; tips: TipWatch; now: () => number }

/** Makes the history of a Bitcoin chain, which its Esploras have. */
export function createBitcoinHistory(chain: BitcoinChain, parts: Parts): FinishedHistory {
  const { prices, tips, now } = parts

  async function read(
    addresses: readonly OwnAddress[],
    start: PageStart,
    limit: number,
    signal: AbortSignal,
  ): Promise<Found> {
    const found = await chain.nodes.agreed<Found>(
      (request, limited) =>
        atOneTip(request, { isRecent: tips.isRecent, signal: limited }, (tip) =>
          readPage(request, {
            addresses,
            start,
            limit,
            tip,
            now: Math.floor(now() / 1_000),
            signal: limited,
          }),
        ),
      joinPages,
      signal,
    )
    tips.saw(found)
    return found
  }

  return {
    kind: 'finished',
    name: 'esplora',
    async page(account: Account, start, limit, signal) {
      const addresses = ownAddresses(account, chain.networkId)
      const { tip, value } = await read(addresses, start, limit, signal).catch((error: unknown) => {
        if (error instanceof NodesError)
          throw new SourceDownError('No Esplora answered', { cause: error })
        throw error
      })
      const rows = await Promise.all(
        value.rows.map((row) => describe(row, { chain, addresses, tip, prices, signal })),
      )
      return { rows, isLast: value.isLast, isBehind: value.isBehind }
    },
  }
}

/** `isAgreed`: two nodes have said so. */
type Found = { tip: Tip; value: Page; isAgreed?: true }

/**
 * Joins the pages of two nodes. What is in blocks has to be the same. What waits may differ,
 * because nodes learn of it at different times: what both have is listed.
 */
function joinPages(first: Found, second: Found): Found | undefined {
  const [own, others] = [first.value, second.value].map(({ rows }) => rows.filter(isMined))
  if (!own || !others) return undefined
  // pages with different numbers of waiting transactions end at different places
  const shared = Math.min(own.length, others.length)
  const isSame = own.slice(0, shared).every((row, index) => isSameFact(row, others[index]))
  const areLast = first.value.isLast && second.value.isLast
  if (!isSame || (areLast && own.length !== others.length)) return undefined
  const waiting = new Set(second.value.rows.filter((row) => !isMined(row)).map(factOf))
  const rows = first.value.rows.filter((row) => isMined(row) || waiting.has(factOf(row)))
  const isBehind = first.value.isBehind || second.value.isBehind
  const tip = lowerTip(first.tip, second.tip)
  return { isAgreed: true, tip, value: { ...first.value, rows, isBehind } }
}

const isMined = ({ transaction }: PageRow) => transaction.status.confirmed

const isSameFact = (row: PageRow, other: PageRow | undefined) =>
  other !== undefined && factOf(row) === factOf(other)

/** What two nodes have to say alike about a transaction. */
const factOf = ({ block, index, transaction: { txid, fee, status, vin } }: PageRow): string =>
  JSON.stringify([
    txid,
    String(fee),
    status.confirmed && [block, index, status.block_hash, status.block_time],
    vin.map(({ prevout }) => prevout && [prevout.scriptpubkey, String(prevout.value)]),
  ])

async function describe(
  { transaction, ...place }: PageRow,
  {
    chain,
    addresses,
    tip,
    prices,
    signal,
  }: {
    chain: BitcoinChain
    addresses: readonly OwnAddress[]
    tip: Tip
    prices: CoinPrices
    signal: AbortSignal
  },
): Promise<FinishedRow> {
  const { status } = transaction
  const minedAt = status.confirmed ? status.block_time : place.minedAt
  const facts = {
    chain,
    transaction,
    effect: effectOf(transaction, addresses, chain.networkId),
    minedAt,
    confirmations: status.confirmed ? tip.height - status.block_height + 1 : 0,
    price: await prices.at(minedAt, AbortSignal.any([signal])),
  }
  return { ...place, entry: (base) => entryOf({ ...facts, base }) }
}
