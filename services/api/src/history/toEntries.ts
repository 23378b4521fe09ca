import { formatUnits } from 'viem'
import type { HistoryEntry, HistoryTransfer } from '@latchkey/protocol/history'
import { addressText, plainText } from '../addressText.ts'
import type { AccountTransaction, Hex, Transfer } from '../chainIndex/chainIndex.ts'
import { kinds } from '../db/schema.ts'
import type { Metadata } from '../nfts/metadata.ts'
import type { NftReader } from '../nfts/createNftReader.ts'
import { nftName } from '../nfts/nftName.ts'
import type { ListedToken } from '../options.ts'
import type { Chain } from '../providers/chain.ts'
import type { ChainState, PriceMoment } from '../providers/chainState.ts'
import { nativeToken } from '../providers/holdings.ts'
import { NodesError } from '../providers/nodes.ts'
import type { TokenLabel } from '../providers/tokens.ts'
import { tokenImageUrl } from '../routes/public/getTokenImage.ts'
import { endsOf, isSpam, moveOf, partiesOf } from './counterparts.ts'
import { SourceDownError, type HistorySource } from './historySource.ts'
import type { IntendedRecipients } from './intendedRecipients.ts'
import { evmWords, operationType } from './operationType.ts'
import { solanaWords } from '../solana/solanaWords.ts'
import { isNftLure, isDust, isImitation, isLure, isUnwanted } from './spam.ts'
import { withTransferFees } from './withTransferFees.ts'

/** The data about the moved assets. */
type Known = {
  listed: ReadonlyMap<string, ListedToken>
  /**
   * Tokens outside the list, and collections, by their own metadata. Undefined when no node
   * answers.
   */
  unlisted: ReadonlyMap<string, TokenLabel | null> | undefined
  collections: ReadonlyMap<string, string>
  nfts: ReadonlyMap<string, Metadata>
  prices: ReadonlyMap<number, ReadonlyMap<string, number>>
  /** The intended recipients of tokens in failed transactions, by their hashes. */
  intended: ReadonlyMap<Hex, Hex>
  /** The number of other accounts to which a transaction sent each token, by its hash. */
  recipients: ReadonlyMap<string, ReadonlyMap<Hex, number>>
}

export type EntryOptions = {
  chain: Chain
  account: Hex
  source: HistorySource
  state: ChainState
  readNfts: NftReader
  intendedRecipients: IntendedRecipients
  base: string
  signal: AbortSignal
}

/**
 * Transactions in the wire format of docs/contracts/api.md#history. NFT data that a chain cannot
 * report now is left empty.
 * @throws SourceDownError when the decimals of a token are unknown: its amount would be wrong
 */
export async function toEntries(
  transactions: readonly AccountTransaction[],
  options: EntryOptions,
): Promise<HistoryEntry[]> {
  const known = await readKnown(transactions, options)
  return transactions.map((transaction) => toEntry(transaction, known, options))
}

const isNft = ({ kind }: Transfer) => kind === kinds.erc721 || kind === kinds.erc1155
const nftKey = ({ token, kind, tokenId }: Pick<Transfer, 'token' | 'kind' | 'tokenId'>) =>
  `${token} ${kind} ${tokenId}`

async function readKnown(
  transactions: readonly AccountTransaction[],
  { chain, account, source, state, readNfts, intendedRecipients, signal }: EntryOptions,
): Promise<Known> {
  const listed = new Map(
    [nativeToken(chain), ...chain.tokens].map((token) => [token.address as string, token]),
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
    state
      .labels(chain, strangers, signal)
      .catch(
        orNothing(
          transfers.filter(
            (transfer) => !isNft(transfer) && transfer.amount > 0n && !listed.has(transfer.token),
          ),
        ),
      ),
    readNfts(chain, wanted, signal),
    chain.namespace === 'solana'
      ? state.pastPrices(chain, priced, signal)
      : (source.pricesAt?.(
          priced.map(({ block }) => block),
          signal,
        ) ?? new Map<number, ReadonlyMap<string, number>>()),
    source.recipientsOf?.(account, fromOthers) ?? [],
    chain.namespace === 'eip155'
      ? intendedRecipients(chain, account, transactions, signal)
      : new Map<Hex, Hex>(), // the index of Solana has them
  ])
  const collections = new Map(
    chain.namespace === 'eip155'
      ? chain.collections.map(({ address, name }) => [address as string, name])
      : [],
  )
  const byHash = new Map(
    fromOthers.map(({ hash }, index) => [
      hash as string,
      recipients[index] ?? new Map<Hex, number>(),
    ]),
  )
  return {
    listed,
    unlisted,
    collections,
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

/** The blocks, each once, in which tokens moved that may have prices. */
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

function toEntry(
  transaction: AccountTransaction,
  known: Known,
  options: EntryOptions,
): HistoryEntry {
  const { chain, account } = options
  const { hash, minedAt, succeeded, nonce } = transaction
  const transfers = withTransferFees(account, transaction.transfers)
  const type = operationType(
    account,
    transaction,
    chain.namespace === 'solana' ? solanaWords : evmWords,
  )
  const written = transfers.map((transfer) => ({
    ...(isNft(transfer) ? nftTransfer : fungibleTransfer)(transaction, transfer, known, options),
    ...partiesOf(chain.namespace, transfer),
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
    id: `${chain.networkId}:${plainText(chain.namespace, hash)}`,
    metadata: {
      operationType: type,
      hash: plainText(chain.namespace, hash),
      minedAt: new Date(minedAt * 1000).toISOString(),
      sentFrom: addressText(chain.namespace, sentFrom),
      sentTo: sentTo ? addressText(chain.namespace, sentTo) : '',
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
  options: EntryOptions,
) => Omit<HistoryTransfer, 'sender' | 'recipient'>

const fungibleTransfer: Write = (
  transaction,
  transfer,
  { listed, unlisted, prices, recipients },
  { account, base },
) => {
  const own = listed.get(transfer.token)
  const label = unlisted?.get(transfer.token)
  // a contract without a symbol, or with unusable decimals, is not a token
  const token = own ?? (label?.symbol && label.decimals !== undefined ? label : undefined)
  const numeric = formatUnits(transfer.amount, token?.decimals ?? 0)
  const price = own && prices.get(transaction.block)?.get(transfer.token)
  const symbols = [...listed.values()].map(({ symbol }) => symbol)
  const isUnlisted = token
    ? isLure(token.name, token.symbol) || isImitation(token.symbol, symbols)
    : unlisted !== undefined
  const is_spam = own
    ? isDust(account, transaction, transfer, own.decimals)
    : isUnlisted || isUnwanted(account, transaction, transfer, recipients.get(transaction.hash))
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
  { account, chain },
) => {
  const metadata = nfts.get(nftKey(transfer))
  const collection = collections.get(transfer.token) ?? unlisted?.get(transfer.token)?.name ?? ''
  const name =
    chain.namespace === 'solana'
      ? metadata?.name || collection
      : nftName(metadata?.name, collection, transfer.tokenId)
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
