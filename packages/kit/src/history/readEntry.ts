import { isAddress } from '@latchkey/protocol/address'
import { parseNetworkId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import { hasNonce } from '@latchkey/protocol/hasNonce'
import * as counts from '@latchkey/protocol/counts'
import type { HistoryEntry as EntryOnWire, HistoryTransfer as TransferOnWire } from '@latchkey/protocol/history'
import { cleanText } from '../core/cleanText.ts'
import { strangePicture } from '../core/strangePicture.ts'
import type { HistoryEntry, HistoryTransfer } from './historyEntry.ts'

/** Statuses of other services that mean one of ours (API contract 4, purchases). */
const statuses: { readonly [word: string]: HistoryEntry['status'] } = {
  failed: 'failed',
  pending: 'pending',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 'pending',
}

/** Converts an entry of the API to the kit's form. Texts are cleaned; only pictures that a page may load stay. `apiUrl` is the API that sent it. */
export function readEntry({ id, metadata, transfers }: EntryOnWire, networkId: NetworkId, apiUrl?: string): HistoryEntry {
  const { namespace } = parseNetworkId(networkId)
  const { operationType, hash, minedAt, sentFrom, sentTo, status, nonce } = metadata
  return {
    id, networkId, operationType,
    ...(hasNonce(namespace) && { nonce }),
    hash: cleanText(hash, counts.accountId),
    sentFrom: cleanText(sentFrom, counts.accountId),
    status: Object.hasOwn(statuses, status) ? (statuses[status] ?? 'confirmed') : 'confirmed',
    at: Date.parse(minedAt),
    sentTo: cleanText(sentTo, counts.accountId) || undefined,
    transfers: (transfers ?? []).slice(0, counts.historyTransfers).map((transfer) => readTransfer(transfer, namespace, apiUrl)),
  }
}

function readTransfer({ fungible_info: token, nft_info: nft, direction, sender, recipient, quantity, value }: TransferOnWire, namespace: Namespace, apiUrl: string | undefined): HistoryTransfer {
  const counterpart = { in: sender, out: recipient, self: undefined }[direction]
  const iconUrl = strangePicture(token?.icon?.url ?? nft?.content?.preview?.url, apiUrl)
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
