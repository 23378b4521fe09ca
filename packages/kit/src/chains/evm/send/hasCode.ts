import { kitError } from '../../../core/errors/errors.ts'
import type { Chain } from '../provider/chain.ts'

/** The first bytes of the code of an account that delegates to a contract. EIP-7702 */
const delegation = '0xef0100'

/**
 * Whether an address is a contract. An account with a delegation (EIP-7702) is not.
 * @throws KitError answerInvalid; the node's errors
 */
export async function hasCode(chain: Chain, address: string): Promise<boolean> {
  const code = await chain.request('eth_getCode', [address, 'latest'])
  if (typeof code !== 'string' || !code.startsWith('0x')) throw kitError('answerInvalid')
  return code.length > 2 && !code.toLowerCase().startsWith(delegation)
}
