import { createHash } from 'node:crypto'
import type { AccountHistory, HistoryEntry } from '@latchkey/protocol/history'
import { counts } from '@latchkey/protocol/limits'
import type { OrderState } from '@latchkey/protocol/onramp'
import { formatUnits } from 'viem'
import * as v from 'valibot'
import { ApiError } from '../apiError.ts'
import type { Hex } from '../chainIndex/chainIndex.ts'
import type { Account } from '../chains/chainReader.ts'
import type { LinkProvider, LinkTransaction } from '../onramp/onrampProvider.ts'
import type { Order } from '../onramp/orders/orderStore.ts'
import type { Service } from '../service.ts'
import { parseOpaque } from './cursor.ts'
import { tokenImageUrl } from '../icons/tokenImageUrl.ts'

const place = v.object({
  at: v.pipe(v.number(), v.safeInteger()),
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
})

/**
 * The parameters of a request for an account's purchases. `orders`: ids of orders that the client
 * knows.
 */
export type PurchasesParameters = {
  address: string
  account: Account
  onramp: string
  orders?: readonly string[] | undefined
  chainId?: string | undefined
  cursor?: string | undefined
  base: string
  signal: AbortSignal
}

const statuses = {
  waiting: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  paying: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  paid: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  sending: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  done: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  failed: 'ONRAMP_TRANSACTION_STATUS_FAILED',
  expired: 'ONRAMP_TRANSACTION_STATUS_FAILED',
} as const satisfies Readonly<Record<OrderState, string>>

/**
 * An account's purchases at a provider, newest first. Every client may request the list of any
 * account. So a purchase whose id the client does not know is listed only when its tokens have
 * arrived, and only with data that are public on the chain: without order id and price. Companies
 * with their own pages have no such ids: their pending and failed purchases are listed, too,
 * without the paid amount. Source: docs/contracts/api.md#history,
 * docs/contracts/api.md#coinbase-page
 * @throws ApiError 400 for a provider that is not turned on or reports no purchases, and for an
 *   invalid cursor; 503 while the company does not answer; the signal's reason
 */
export async function readPurchases(
  { onramp, chain }: Pick<Service, 'onramp' | 'chain'>,
  parameters: PurchasesParameters,
): Promise<AccountHistory> {
  const { account, onramp: id, orders: known = [], chainId, cursor, base } = parameters
  const provider = onramp.providers.find((provider) => provider.id === id)
  if (!provider) throw new ApiError(400, 'onramp', 'Unsupported provider')
  if (provider.kind === 'link') return readTransactions(provider, parameters)
  const networkId = chainId === undefined ? undefined : chain(chainId).networkId
  const before = cursor === undefined ? undefined : parseOpaque(place, cursor)
  if (!onramp.following)
    throw new ApiError(400, 'onramp', 'The purchases at this provider are not known here')
  const max = counts.historyPage
  const found = await onramp.following.orders.list({
    wallet: buyerOf(account),
    provider: id,
    networkId,
    known,
    before,
    max: max + 1,
  })
  const rows = found.slice(0, max)
  const last = rows.at(-1)
  const next =
    found.length > max && last
      ? Buffer.from(JSON.stringify({ at: timeOf(last), id: placeOf(last.id) })).toString(
          'base64url',
        )
      : null
  const label = provider.facts.name
  return {
    data: rows.map((order) =>
      entryOf(order, { label, base, account, isKnown: known.includes(order.id) }),
    ),
    next,
  }
}

const after = v.object({ after: v.pipe(v.string(), v.minLength(1), v.maxLength(512)) })

/** An account's purchases at a company that has its own page. */
async function readTransactions(
  { transactions, facts: { name: label } }: LinkProvider,
  { address, account, chainId, cursor, base, signal }: PurchasesParameters,
): Promise<AccountHistory> {
  if (!transactions)
    throw new ApiError(400, 'onramp', 'The purchases at this provider are not known here')
  const { transactions: found, next } = await transactions(
    address,
    cursor === undefined ? undefined : parseOpaque(after, cursor).after,
    signal,
  )
  const rows = found.filter(({ networkId }) => chainId === undefined || networkId === chainId)
  return {
    data: rows.map((row) => transactionEntry(row, { label, base, account })),
    next:
      next === undefined
        ? null
        : Buffer.from(JSON.stringify({ after: next })).toString('base64url'),
  }
}

const transactionStatuses: Readonly<Record<LinkTransaction['state'], string>> = {
  waiting: statuses.waiting,
  done: statuses.done,
  failed: statuses.failed,
}

type Naming = { label: string; base: string; account: Account }

/** The key of the address to which tokens are sold: the first, which is for payments. */
export const buyerOf = ({ addresses: [first] }: Account): Hex => first.key

const textOf = (account: Account, networkId: string) =>
  account.kind.keys.addressText(buyerOf(account), networkId)

function transactionEntry(
  { id, state, symbol, networkId, amount, at, hash = '' }: LinkTransaction,
  { label, base, account }: Naming,
): HistoryEntry {
  return {
    id: placeOf(id),
    metadata: {
      operationType: 'buy',
      hash,
      minedAt: new Date(at).toISOString(),
      sentFrom: label,
      sentTo: textOf(account, networkId),
      status: transactionStatuses[state],
      nonce: 1,
      application: { name: label, iconUrl: null },
      chain: networkId,
    },
    transfers: [transferOf({ symbol, amount, base, value: null })],
  }
}

const transferOf = ({
  symbol,
  amount,
  base,
  value,
}: {
  symbol: string
  amount: string
  base: string
  value: number | null
}) => ({
  fungible_info: {
    name: symbol,
    symbol,
    icon: { url: tokenImageUrl(base, symbol, { listed: true }) },
  },
  nft_info: null,
  direction: 'in' as const,
  quantity: { numeric: amount },
  value,
  price: null,
})

/**
 * Names an order in a cursor. Every client can read a cursor, so it contains a hash instead of the
 * order's id.
 */
const placeOf = (id: string) => createHash('md5').update(id).digest('hex')
const timeOf = ({ minedAt, createdAt }: Order) => minedAt ?? createdAt

function entryOf(
  order: Order,
  { label, base, account, isKnown }: Naming & { isKnown: boolean },
): HistoryEntry {
  const {
    id,
    state,
    hash,
    networkId,
    symbol,
    amount,
    decimals,
    cents,
    transactionFee,
    networkFee,
    currency,
  } = order
  const hashText = hash === null ? '' : account.kind.keys.plainText(hash)
  const value =
    isKnown && currency === 'USD' ? Number(cents - transactionFee - networkFee) / 100 : null
  return {
    id: isKnown ? id : `${networkId}:${hashText}`,
    metadata: {
      operationType: 'buy',
      hash: hashText,
      minedAt: new Date(timeOf(order)).toISOString(),
      sentFrom: label,
      sentTo: textOf(account, networkId),
      status: statuses[state],
      nonce: 1,
      application: { name: label, iconUrl: null },
      chain: networkId,
    },
    transfers: [transferOf({ symbol, amount: formatUnits(amount, decimals), base, value })],
  }
}
