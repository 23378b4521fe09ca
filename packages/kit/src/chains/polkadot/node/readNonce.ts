import { kitError } from '../../../core/errors/errors.ts'
import type { Chain } from './chainOf.ts'

/**
 * The nonce of an account's next transaction, after those that wait. Source:
 * system_accountNextIndex
 * @param address in the network's spelling
 * @throws KitError answerInvalid; the node's errors
 */
export async function readNonce(chain: Chain, address: string): Promise<number> {
  const nonce = await chain.request('system_accountNextIndex', [address])
  if (typeof nonce !== 'number' || !Number.isInteger(nonce) || nonce < 0 || nonce > 0xffff_ffff)
    throw kitError('answerInvalid')
  return nonce
}
