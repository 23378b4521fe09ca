import { isAddress, isSameAddress } from '@latchkey/protocol/address'
import { kitError } from '../core/errors.ts'
import { namespaceIn } from '../core/facetOf.ts'
import type { SwapOrder, SwapToken } from '../core/facets/swap.ts'
import type { Kit } from '../core/kit.ts'
import { accountOf } from '../core/state.ts'
import type { Account } from '../core/state.ts'
import { readSwapToken, swapTokensQuery } from './swapTokensQuery.ts'

/** A swap as a site asks for it, on the network of the current account. */
export type SwapParameters = {
  /** Address of the token to give. @default the network's own */
  from?: string
  /** Address of the token to get. @default the network's own */
  to?: string
  /**
   * Of the token to give: in its smallest unit, or a decimal string of whole tokens with a point
   * ("1.5").
   */
  amount: bigint | string
  signal?: AbortSignal
}

/**
 * The order that a site asks for. @throws KitError addressMissing without a connection;
 * actionNotAllowed with the reason as `details`; swapsUnsupported; what the service answers
 */
export async function readOrder(
  kit: Kit,
  { from, to, amount, signal }: SwapParameters,
): Promise<SwapOrder> {
  const account = accountOf(kit.getState())
  if (!account) throw kitError('addressMissing')
  const [give, get] = await Promise.all(
    [from, to].map((address) => tokenOf(kit, account, address, signal)),
  )
  if (!give || !get || give.id.toLowerCase() === get.id.toLowerCase())
    throw kitError('actionNotAllowed', { details: 'The tokens are the same.' })
  return {
    networkId: account.networkId,
    account: account.address,
    from: give,
    to: get,
    amount: unitsOf(amount, give),
  }
}

async function tokenOf(
  kit: Kit,
  { networkId }: Account,
  address: string | undefined,
  signal: AbortSignal | undefined,
): Promise<SwapToken> {
  if (address !== undefined && !isAddress(address, namespaceIn(kit, networkId)))
    throw kitError('actionNotAllowed', { details: 'The token is not an address.' })
  const { client } = await kit.context.queries()
  const tokens = await client.fetchQuery(swapTokensQuery(kit, networkId))
  const known = tokens.find((token) =>
    address === undefined || token.address === undefined
      ? address === token.address
      : isSameAddress(token.address, address),
  )
  if (known) return known
  if (address !== undefined) return readSwapToken(kit, networkId, address, signal)
  throw kitError('actionNotAllowed', { details: 'The network’s own token is not swapped here.' })
}

/**
 * An amount in the smallest unit. @throws KitError actionNotAllowed for none, for nothing, and for
 * more decimals than the token has
 */
function unitsOf(amount: bigint | string, { decimals }: SwapToken): bigint {
  const [, whole, fraction = ''] =
    (typeof amount === 'string' && /^(\d{1,78})(?:\.(\d{1,255}))?$/.exec(amount)) || []
  const significant = fraction.replace(/0+$/, '')
  const units =
    typeof amount === 'bigint'
      ? amount
      : whole === undefined || significant.length > decimals
        ? 0n
        : BigInt(whole + significant.padEnd(decimals, '0'))
  if (units <= 0n || units >= 1n << 256n)
    throw kitError('actionNotAllowed', { details: 'The amount is not valid.' })
  return units
}
