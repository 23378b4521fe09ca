import { facetOf } from '../../../core/accounts/facetOf.ts'
import type { Fee, Transfer } from '../../../core/contracts/facets/send.ts'
import type { Kit } from '../../../core/kit/kit.ts'

/**
 * Reads the current fee of a transfer.
 * @throws KitError the node's error if the transfer would fail; answerInvalid; requestAborted
 */
export async function readFee(kit: Kit, transfer: Transfer): Promise<Fee> {
  return (await facetOf(kit, transfer.networkId, 'send')).readFee(transfer)
}
