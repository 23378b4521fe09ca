import { facetOf } from '../../core/facetOf.ts'
import type { Fee, Transfer } from '../../core/facets/send.ts'
import type { Kit } from '../../core/kit.ts'

/**
 * The fee of a transfer now. @throws KitError what the node answers when it would fail;
 * answerInvalid; requestAborted
 */
export async function readFee(kit: Kit, transfer: Transfer): Promise<Fee> {
  return (await facetOf(kit, transfer.networkId, 'send')).readFee(transfer)
}
