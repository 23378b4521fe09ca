import type { NetworkId } from '@latchkey/protocol/caip'
import { facetOf } from '../../core/accounts/facetOf.ts'
import type { Kit } from '../../core/kit/kit.ts'

/**
 * The spelling of an address or a payment link for a QR code.
 * @throws KitError actionNotAllowed, connectionMissing, httpFailed without the chain's code
 */
export async function codeText(kit: Kit, networkId: NetworkId, text: string): Promise<string> {
  const { formatCode } = await facetOf(kit, networkId, 'addresses')
  return formatCode?.(text) ?? text
}
