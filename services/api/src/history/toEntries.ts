import { formatUnits } from 'viem'
import type { HistoryEntry, HistoryTransfer } from '@latchkey/protocol/history'
import type { AccountTransaction, Hex, Transfer } from '../chainIndex/chainIndex.ts'
import type { Chain, EntryFacts, PastPrices, PriceMoment } from '../chains/chainReader.ts'
import { kinds } from '../db/schema.ts'
import type { Metadata } from '../nfts/metadata.ts'
import type { NftReader } from '../nfts/createNftReader.ts'
import type { ListedToken } from '../optionParts.ts'
import { nativeToken } from '../providers/holdings.ts'
import { NodesError } from '../providers/nodes.ts'
import type { TokenLabel } from '../providers/tokenLabel.ts'
import { endsOf, isSpam, moveOf } from './counterparts.ts'
import { SourceDownError, type HistorySource } from './historySource.ts'
import { operationType } from './operationType.ts'
import { isNftLure, isDust, isImitation, isLure, isUnwanted } from './spam.ts'
import { withTransferFees } from './withTransferFees.ts'
import { tokenImageUrl } from '../icons/tokenImageUrl.ts'

/** What is known about the transferred assets. */
type Known = {
  listed: ReadonlyMap<string, ListedToken>
  /**
   * The names of unlisted tokens and of collections, from their own metadata. Undefined if no node
   * answers.
   */
  unlisted: ReadonlyMap<string, TokenLabel | null> | undefined
  collections: ReadonlyMap<string, string>
  nfts: ReadonlyMap<string, Metadata>
  prices: ReadonlyMap<number, ReadonlyMap<string, number>>
  /**
   * The accounts that should have received tokens in failed transactions, by the transaction's
   * hash.
   */
  intended: ReadonlyMap<Hex, Hex>
  /**
   * For each transaction that another account sent, by hash: to how many different accounts it sent
   * each token.
   */
  recipients: ReadonlyMap<string, ReadonlyMap<Hex, number>>
}

export type EntryOptions = {
  chain: Chain
  account: Hex
  source: HistorySource
  readNfts: NftReader
  base: string
  signal: AbortSignal
}

/**
 * The transactions in the wire format of docs/contracts/api.md#history. Data of NFTs that the chain
 * cannot report now are left empty.
 * @throws SourceDownError when the decimals of a token are unknown, because its amount would be
 *   wrong
 */
export async function toEntries(
  found: readonly AccountTransaction[],
  given: EntryOptions,
): Promise<HistoryEntry[]> {
  const facts = factsOf(given.chain)
  const transactions = facts.asOperations
    ? await facts.asOperations(given.account, found, given.signal)
    : found
  const { keys } = given.chain.kind
  const options = {
    ...given,
    facts,
    addressText: eachOnce((key) => keys.addressText(key, given.chain.networkId)),
    partyText: eachOnce(facts.partyText),
  }
  const known = await readKnown(transactions, options)
  return transactions.map((transaction) => toEntry(transaction, known, options))
}

/** The texts of addresses are made once for a page, because a checksum is a hash. */
type Options = EntryOptions & {
  facts: EntryFacts
  addressText: (key: Hex) => string
  partyText: (key: Hex) => string | null
}

/** Wraps a function of a key, so that it runs once for each key. */
function eachOnce<text>(write: (key: Hex) => text): (key: Hex) => text {
  const written = new Map<Hex, text>()
  return (key) => {
    const known = written.get(key)
    if (known !== undefined) return known
    const text = write(key)
    written.set(key, text)
    return text
  }
}

function factsOf({ networkId, reader: { history } }: Chain): EntryFacts {
  if (history.kind === 'finished') throw new RangeError(`${networkId} has no transactions`)
  return history.entries
}

const isNft = ({ kind }: Transfer) => kind === kinds.erc721 || kind === kinds.erc1155
const nftKey = ({ token, kind, tokenId }: Pick<Transfer, 'token' | 'kind' | 'tokenId'>) =>
  `${token} ${kind} ${tokenId}`

async function readKnown(
  transactions: readonly AccountTransaction[],
  { chain, facts, account, source, readNfts, signal }: Options,
): Promise<Known> {
  const listed = new Map(
    [nativeToken(chain), ...(chain.tokens ?? [])].map((token) => [token.address as string, token]),
  )
  const transfers = transactions.flatMap((transaction) => transaction.transfers)
  const wanted = [
    ...new Map(transfers.filter(isNft).map((transfer) => [nftKey(transfer), transfer])).values(),
  ]
  const strangers = [
    ...new Set(transfers.map(({ token }) => token).filter((token) => !listed.has(token))),
  ]
  const priced = priceTimesOf(
    transactions,
    (transfer) => !isNft(transfer) && listed.has(transfer.token),
  )
  const fromOthers = transactions.filter(
    (transaction) =>
      transaction.sender !== account &&
      transaction.transfers.some(({ token }) => !listed.has(token)),
  )
  const [unlisted, nfts, prices, recipients, intended] = await Promise.all([
    facts
      .labels(strangers, signal)
      .catch(
        orNothing(
          transfers.filter(
            (transfer) => !isNft(transfer) && transfer.amount > 0n && !listed.has(transfer.token),
          ),
        ),
      ),
    readNfts(chain, wanted, signal),
    pricesAt(priced, facts, source, signal),
    source.recipientsOf?.(account, fromOthers) ?? [],
    facts.intendedRecipients?.(account, transactions, signal) ?? new Map<Hex, Hex>(),
  ])
  const byHash = new Map(
    fromOthers.map(({ hash }, index) => [
      hash as string,
      recipients[index] ?? new Map<Hex, number>(),
    ]),
  )
  return {
    listed,
    unlisted,
    collections: facts.collections,
    prices,
    intended,
    recipients: byHash,
    nfts: new Map(
      wanted
        .map((nft, index) => [nftKey(nft), nfts[index]] as const)
        .flatMap(([key, nft]) => (nft ? [[key, nft] as const] : [])),
    ),
  }
}

/** Past prices: from the chain's own source, or else from the source of the history. */
async function pricesAt(
  priced: readonly PriceMoment[],
  facts: EntryFacts,
  source: HistorySource,
  signal: AbortSignal,
): Promise<PastPrices> {
  if (facts.pastPrices) return facts.pastPrices(priced, signal)
  const blocks = priced.map(({ block }) => block)
  return (await source.pricesAt?.(blocks, signal)) ?? new Map()
}

/** The blocks with transfers of tokens that may have prices. Each block is listed once. */
function priceTimesOf(
  transactions: readonly AccountTransaction[],
  isPriced: (transfer: Transfer) => boolean,
): PriceMoment[] {
  const times = new Map<number, PriceMoment>()
  for (const { block, minedAt, transfers } of transactions) {
    const tokens = [
      ...(times.get(block)?.tokens ?? []),
      ...transfers.filter(isPriced).map(({ token }) => token),
    ]
    if (tokens.length > 0) times.set(block, { block, at: minedAt, tokens: [...new Set(tokens)] })
  }
  return [...times.values()]
}

const orNothing =
  (amounts: readonly Transfer[]) =>
  (error: unknown): undefined => {
    if (!(error instanceof NodesError)) throw error
    if (amounts.length > 0)
      throw new SourceDownError('No node tells the decimals of tokens', { cause: error })
    return undefined
  }

function toEntry(transaction: AccountTransaction, known: Known, options: Options): HistoryEntry {
  const { chain, facts, account, addressText, partyText } = options
  const { keys } = chain.kind
  const { hash, minedAt, succeeded, nonce } = transaction
  const transfers = withTransferFees(account, transaction.transfers)
  const type = operationType(account, transaction, facts.words)
  const written = transfers.map((transfer) => ({
    ...(isNft(transfer) ? nftTransfer : fungibleTransfer)(transaction, transfer, known, options),
    sender: partyText(transfer.sender),
    recipient: partyText(transfer.recipient),
  }))
  const move = moveOf(
    account,
    type,
    transfers.filter((_, index) => !isSpam(written[index])),
  )
  const { sentFrom, sentTo: taker } = endsOf(
    account,
    transaction,
    move,
    ({ token }) => known.listed.has(token) || known.collections.has(token),
  )
  const sentTo = known.intended.get(hash) ?? taker
  return {
    id: `${chain.networkId}:${keys.plainText(hash)}`,
    metadata: {
      operationType: type,
      hash: keys.plainText(hash),
      minedAt: new Date(minedAt * 1000).toISOString(),
      sentFrom: addressText(sentFrom),
      sentTo: sentTo ? addressText(sentTo) : '',
      status: succeeded ? 'confirmed' : 'failed',
      nonce,
      application: null,
      chain: chain.networkId,
    },
    transfers: written,
  }
}

type Write = (
  transaction: AccountTransaction,
  transfer: Transfer,
  known: Known,
  options: Options,
) => Omit<HistoryTransfer, 'sender' | 'recipient'>

const fungibleTransfer: Write = (
  transaction,
  transfer,
  { listed, unlisted, prices, recipients },
  { account, base },
) => {
  const own = listed.get(transfer.token)
  const label = unlisted?.get(transfer.token)
  // a contract without a symbol, or without usable decimals, does not count as a token
  const token = own ?? (label?.symbol && label.decimals !== undefined ? label : undefined)
  const numeric = formatUnits(transfer.amount, token?.decimals ?? 0)
  const price = own && prices.get(transaction.block)?.get(transfer.token)
  const isUnlisted = () => {
    if (!token) return unlisted !== undefined
    const symbols = [...listed.values()].map(({ symbol }) => symbol)
    return isLure(token.name, token.symbol) || isImitation(token.symbol, symbols)
  }
  const is_spam = own
    ? isDust(account, transaction, transfer, own.decimals)
    : isUnlisted() || isUnwanted(account, transaction, transfer, recipients.get(transaction.hash))
  return {
    fungible_info: {
      name: token?.name ?? '',
      symbol: token?.symbol ?? '',
      icon: { url: tokenImageUrl(base, token?.symbol ?? '?', { listed: own !== undefined }) },
      flags: { is_spam },
    },
    nft_info: null,
    direction: directionOf(account, transfer),
    quantity: { numeric },
    value: price === undefined ? null : Number(numeric) * price,
    price: price ?? null,
  }
}

const nftTransfer: Write = (
  transaction,
  transfer,
  { unlisted, collections, nfts, recipients },
  { account, facts },
) => {
  const metadata = nfts.get(nftKey(transfer))
  const collection = collections.get(transfer.token) ?? unlisted?.get(transfer.token)?.name ?? ''
  const name = facts.nftName(metadata?.name, collection, transfer.tokenId)
  const is_spam =
    !collections.has(transfer.token) &&
    (isLure(collection) ||
      isNftLure(name) ||
      isUnwanted(account, transaction, transfer, recipients.get(transaction.hash)))
  return {
    fungible_info: null,
    nft_info: {
      name,
      content: metadata?.picture ? { preview: { url: metadata.picture }, detail: null } : null,
      flags: { is_spam },
    },
    direction: directionOf(account, transfer),
    quantity: { numeric: String(transfer.amount) },
    value: null,
    price: null,
  }
}

function directionOf(account: Hex, { sender, recipient }: Transfer): HistoryTransfer['direction'] {
  if (sender === recipient) return 'self'
  return sender === account ? 'out' : 'in'
}
