import { addressKey, isAddress, isSameAddress, isServedAddress } from '@latchkey/protocol/address'
import { accountHistory } from '@latchkey/protocol/history'
import type { HistoryEntry, HistoryTransfer } from '@latchkey/protocol/history'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import { callApi } from '../../core/http/callApi.ts'
import { facetOf, namespaceIn } from '../../core/accounts/facetOf.ts'
import type { PastTransfer } from '../../core/contracts/facets/send.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { orUndefined } from '../../core/errors/orUndefined.ts'
import type { Counterparties } from './review/warnings.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The number of history pages that are read, each of {@link counts.historyPage} entries. */
const pages = 2

/**
 * Reads the counterparties of an account. If there is an API, they come from the newest pages of
 * the account's history, and in any case from the transfers of the latest blocks. If a source can't
 * be read, fewer addresses are known. `tokens` are contracts of genuine tokens.
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
  const { recentTransfers } = await facetOf(kit, networkId, 'send')
  const genuineTokens = new Set(tokens.map(addressKey))
  const [entries, recent] = await Promise.all([
    readEntries(kit, account, networkId, signal),
    recentTransfers({ account, networkId, tokens: genuineTokens, signal }),
  ])
  const namespace = namespaceIn(kit, networkId)
  return counterpartiesOf([
    ...entries.flatMap((entry) => pastTransfersIn(entry, account, namespace)),
    ...recent,
  ])
}

/** Puts each address into the group of its most trustworthy transfer. */
export function counterpartiesOf(transfers: readonly PastTransfer[]): Counterparties {
  const addressesWhere = (isIncluded: (one: PastTransfer) => boolean) =>
    new Set(transfers.filter(isIncluded).map((transfer) => addressKey(transfer.with)))
  const sentTo = addressesWhere(({ isOut, hasWorth }) => isOut && hasWorth)
  const paidBy = addressesWhere(({ isOut, hasWorth }) => !isOut && hasWorth)
  const worthless = addressesWhere(({ hasWorth }) => !hasWorth)
  return {
    sentTo,
    paidBy,
    unknownSenders: new Set(
      [...worthless].filter((address) => !sentTo.has(address) && !paidBy.has(address)),
    ),
  }
}

async function readEntries(
  kit: Kit,
  address: string,
  chainId: NetworkId,
  signal: AbortSignal | undefined,
): Promise<readonly HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  const { api } = contextOf(kit)
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
 * Returns the counterparties of a transaction: its sender or recipient, and the other parties of
 * its token transfers. These transfers have no worth:
 * - transfers that another account sent in the account's name
 * - transfers whose sender only the token's contract reports: a contract may report any sender
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
    hasWorth: moved.some(
      (transfer) => transfer.direction === (isOwn ? 'out' : 'in') && hasWorth(transfer),
    ),
  }
  const tokenTransfers = moved.flatMap((transfer) => partnerOf(transfer, isOwn))
  return [mainTransfer, ...tokenTransfers].filter(
    (transfer) => isAddress(transfer.with, namespace) && !isSameAddress(transfer.with, account),
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
