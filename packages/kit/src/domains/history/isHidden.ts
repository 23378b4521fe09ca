import type { NetworkId } from '@latchkey/protocol/caip'
import type { HistoryEntry, HistoryTransfer } from '@latchkey/protocol/history'

/**
 * Whether an entry of the API is hidden (docs/contracts/product.md#history), for one of these
 * reasons:
 * - it has no chain, or another chain than the connected network
 * - each of its transfers is spam: an NFT that is flagged as spam, or an incoming token that is
 *   flagged as spam
 */
export function isHidden(
  { metadata: { chain }, transfers }: HistoryEntry,
  networkId: NetworkId,
): boolean {
  if (chain !== networkId) return true
  return !!transfers && transfers.length > 0 && transfers.every(isSpam)
}

function isSpam({ nft_info: nft, fungible_info: token, direction }: HistoryTransfer): boolean {
  return nft ? nft.flags?.is_spam === true : token?.flags?.is_spam === true && direction === 'in'
}
