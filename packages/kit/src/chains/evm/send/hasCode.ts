import { kitError } from '../../../core/errors.ts'
import type { Chain } from '../provider/chain.ts'

/** What stands at an account of a person who lets code act for it. EIP-7702 */
const delegation = '0xef0100'

/** Whether an address is a contract; one that a person stands behind is not. @throws KitError answerInvalid; what the node answers */
export async function hasCode(chain: Chain, address: string): Promise<boolean> {
  const code = await chain.ask('eth_getCode', [address, 'latest'])
  if (typeof code !== 'string' || !code.startsWith('0x')) throw kitError('answerInvalid')
  return code.length > 2 && !code.toLowerCase().startsWith(delegation)
}
