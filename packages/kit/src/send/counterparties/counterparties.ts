import { addressKey, isAddress, isSameAddress, isServedAddress } from '@latchkey/protocol/address'
import { accountHistory } from '@latchkey/protocol/history'
import type { HistoryEntry, HistoryTransfer } from '@latchkey/protocol/history'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import { callApi } from '../../core/callApi.ts'
import { facetOf, namespaceIn } from '../../core/facetOf.ts'
import type { PastTransfer } from '../../core/facets/send.ts'
import type { Kit } from '../../core/kit.ts'
import { orUndefined } from '../../core/orUndefined.ts'
import type { Counterparties } from '../review/warnings.ts'

/** Pages of the history that are read, of {@link counts.historyPage} entries each. */
const pages = 2

/**
 * The addresses that an account has dealt with: from the first pages of its history if there is an
 * API, however old, and from the transfers of the latest blocks. Parts that can't be read are left
 * out: then fewer addresses are known. `tokens` are contracts of genuine tokens.
 * @throws KitError requestAborted
 */
export async function readCounterparties(
  kit: Kit,
  {
    account,
    networkId,
    tokens,
    signal,
  }: { account: string; networkId: NetworkId; tokens: readonly string[]; signal?: AbortSignal },
): Promise<Counterparties> {
  const { recentTransfers: recentEncounters } = await facetOf(kit, networkId, 'send')
  const genuineTokens = new Set(tokens.map(addressKey))
  const [entries, recent] = await Promise.all([
    readEntries(kit, account, networkId, signal),
    recentEncounters({ account, networkId, tokens: genuineTokens, signal }),
  ])
  const namespace = namespaceIn(kit, networkId)
  return counterpartiesOf([
    ...entries.flatMap((entry) => pastTransfersIn(entry, account, namespace)),
    ...recent,
  ])
}

/** Sorts the addresses by the most trusted encounter of each. */
export function counterpartiesOf(transfers: readonly PastTransfer[]): Counterparties {
  const addressesWhere = (isIncluded: (one: PastTransfer) => boolean) =>
    new Set(transfers.filter(isIncluded).map((one) => addressKey(one.with)))
  const sentTo = addressesWhere(({ isOut, hasWorth }) => isOut && hasWorth)
  const paidBy = addressesWhere(({ isOut, hasWorth }) => !isOut && hasWorth)
  const worthless = addressesWhere(({ hasWorth }) => !hasWorth)
  return {
    sentTo,
    paidBy,
    unknownSenders: new Set([...worthless].filter((one) => !sentTo.has(one) && !paidBy.has(one))),
  }
}

async function readEntries(
  kit: Kit,
  address: string,
  chainId: NetworkId,
  signal: AbortSignal | undefined,
): Promise<readonly HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  const { api } = kit.context
  if (!api || !isServedAddress(address, namespaceIn(kit, chainId))) return entries
  let cursor: string | undefined
  for (let page = 0; page < pages; page++) {
    const answer = await orUndefined(
      callApi(api, accountHistory, { query: { address, chainId, cursor }, signal, retries: 1 }),
    )
    entries.push(...(answer?.data ?? []))
    cursor = answer?.next ?? undefined
    if (!cursor) break
  }
  return entries
}

/**
 * The other sides of a transaction: its sender or recipient, and every address to which it moved
 * something for the account. If another account sent in the account's name, that has no worth. The
 * same holds for a sender that a token reports: any token may claim that.
 */
export function pastTransfersIn(
  { metadata: { sentFrom, sentTo, status }, transfers }: HistoryEntry,
  account: string,
  namespace: Namespace,
): readonly PastTransfer[] {
  if (status !== 'confirmed') return []
  const isOwn = isSameAddress(sentFrom, account)
  const moved = transfers ?? []
  const mainTransfer = {
    with: isOwn ? sentTo : sentFrom,
    isOut: isOwn,
    hasWorth: moved.some((one) => one.direction === (isOwn ? 'out' : 'in') && hasWorth(one)),
  }
  const tokenTransfers = moved.flatMap((one) => partnerOf(one, isOwn))
  return [mainTransfer, ...tokenTransfers].filter(
    (one) => isAddress(one.with, namespace) && !isSameAddress(one.with, account),
  )
}

function partnerOf(transfer: HistoryTransfer, isOwn: boolean): readonly PastTransfer[] {
  const { direction, sender, recipient } = transfer
  if (direction === 'out' && recipient)
    return [{ with: recipient, isOut: isOwn, hasWorth: isOwn && hasWorth(transfer) }]
  return direction === 'in' && sender && !isOwn
    ? [{ with: sender, isOut: false, hasWorth: false }]
    : []
}

function hasWorth({ quantity, fungible_info, nft_info }: HistoryTransfer): boolean {
  return (
    /[1-9]/.test(quantity.numeric) && !fungible_info?.flags?.is_spam && !nft_info?.flags?.is_spam
  )
}
