import { isAddress } from '@latchkey/protocol/address'
import { parseNetworkId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import { hasNonce } from '@latchkey/protocol/hasNonce'
import * as counts from '@latchkey/protocol/counts'
import type {
  HistoryEntry as EntryOnWire,
  HistoryTransfer as TransferOnWire,
} from '@latchkey/protocol/history'
import { cleanText } from '../../core/text/cleanText.ts'
import { foreignPicture } from '../../core/http/foreignPicture.ts'
import type { HistoryEntry, HistoryTransfer } from './historyEntry.ts'

/**
 * The status words of APIs, in lower case. Latchkey's API uses `confirmed`, `failed` and `pending`,
 * and for purchases `success`, `in_progress` and `failed`.
 */
const words: { readonly [status in HistoryEntry['status']]?: readonly string[] } = {
  confirmed: ['confirmed', 'success', 'succeeded', 'successful', 'completed', 'mined', 'finalized'],
  failed: ['failed', 'fail', 'failure', 'error', 'reverted'],
  pending: ['pending', 'in_progress', 'processing', 'submitted', 'queued', 'unconfirmed'],
  replaced: ['replaced'],
  cancelled: ['cancelled', 'canceled'],
  dropped: ['dropped'],
}
const statuses = new Map(
  Object.entries(words).flatMap(([status, known]) =>
    known.map((word) => [word, status as HistoryEntry['status']] as const),
  ),
) // the cast: the keys of the table are statuses

/** Returns the status for an API's word; `unclear` for an unknown word. */
const statusOf = (word: string): HistoryEntry['status'] =>
  statuses.get(
    word
      .trim()
      .toLowerCase()
      .replace(/^onramp_transaction_status_/, ''),
  ) ?? 'unclear'

/**
 * Converts an entry of the API to the kit's form. Texts are cleaned. Pictures from hosts that the
 * page must not load from are dropped. `apiUrl` is the API that sent the entry.
 */
export function readEntry(
  { id, metadata, transfers }: EntryOnWire,
  networkId: NetworkId,
  apiUrl?: string,
): HistoryEntry {
  const { namespace } = parseNetworkId(networkId)
  const { operationType, hash, minedAt, sentFrom, sentTo, status, nonce } = metadata
  return {
    id,
    networkId,
    operationType,
    ...(hasNonce(namespace) && { nonce }),
    hash: cleanText(hash, counts.accountId),
    sentFrom: cleanText(sentFrom, counts.accountId),
    status: statusOf(status),
    at: Date.parse(minedAt),
    sentTo: cleanText(sentTo, counts.accountId) || undefined,
    transfers: (transfers ?? [])
      .slice(0, counts.historyTransfers)
      .map((transfer) => readTransfer(transfer, namespace, apiUrl)),
  }
}

function readTransfer(
  {
    fungible_info: token,
    nft_info: nft,
    direction,
    sender,
    recipient,
    quantity,
    value,
  }: TransferOnWire,
  namespace: Namespace,
  apiUrl: string | undefined,
): HistoryTransfer {
  const counterpart = { in: sender, out: recipient, self: undefined }[direction]
  const iconUrl = foreignPicture(token?.icon?.url ?? nft?.content?.preview?.url, apiUrl)
  return {
    kind: nft ? 'nft' : 'token',
    direction,
    symbol: cleanText(token?.symbol) || cleanText(token?.name) || cleanText(nft?.name),
    quantity: quantity.numeric,
    ...(iconUrl && { iconUrl }),
    ...(counterpart !== undefined && isAddress(counterpart, namespace) && { counterpart }),
    ...(typeof value === 'number' && { value }),
  }
}
