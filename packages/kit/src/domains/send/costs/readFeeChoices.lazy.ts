import { facetOf } from '../../../core/accounts/facetOf.ts'
import type { FeeChoice, Transfer } from '../../../core/contracts/facets/send.ts'
import type { Kit } from '../../../core/kit/kit.ts'

/**
 * Reads the fees that the sender can choose, the lowest first. Empty where the chain or the wallet
 * decides on the fee.
 * @throws KitError the node's error; requestAborted
 */
export async function readFeeChoices(kit: Kit, transfer: Transfer): Promise<readonly FeeChoice[]> {
  const { readFeeChoices: read } = await facetOf(kit, transfer.networkId, 'send')
  return (await read?.(transfer)) ?? []
}
