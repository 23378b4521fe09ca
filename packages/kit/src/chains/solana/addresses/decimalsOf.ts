import type { NetworkId } from '@latchkey/protocol/caip'
import type { Kit } from '../../../core/kit/kit.ts'
import { contextOf } from '../../../core/kit/context.ts'
import { readToken } from '../assets/readToken.ts'
import { chainOf } from '../provider/chain.ts'

/** The decimals of SOL, the same on all networks. */
const native = 9

/**
 * The decimals of a token, or of SOL if `token` is undefined. Solana Pay links need them, because
 * their amounts are in whole tokens.
 * @throws KitError actionNotAllowed when the address is no token; the node's errors
 */
export async function decimalsOf(
  kit: Kit,
  networkId: NetworkId,
  token: string | undefined,
): Promise<number> {
  if (token === undefined) return native
  const listed = contextOf(kit).options.tokens?.[networkId]?.find(
    ({ address }) => address === token,
  )
  return listed ? listed.decimals : (await readToken(chainOf(kit, networkId), token)).decimals
}
