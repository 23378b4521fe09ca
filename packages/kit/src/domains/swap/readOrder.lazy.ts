import { isAddress, isSameAccount, isSameAddress } from '@latchkey/protocol/address'
import { kitError } from '../../core/errors/errors.ts'
import { namespaceIn } from '../../core/accounts/facetOf.ts'
import type { SwapOrder, SwapToken } from '../../core/contracts/facets/swap.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
import type { Account } from '../../core/kit/state.ts'
import { readSwapToken, swapTokensQuery } from './swapTokensQuery.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The swap that a site requests, on the network of the current account. */
export type SwapParameters = {
  /** Address of the token to pay with. @default the native token */
  from?: string
  /** Address of the token to receive. @default the native token */
  to?: string
  /**
   * The amount of the token to pay with: in its smallest unit, or a decimal string of whole tokens
   * with a point ("1.5").
   */
  amount: bigint | string
  signal?: AbortSignal
}

/**
 * Reads the order that a site requests.
 * @throws KitError addressMissing without a connection; actionNotAllowed with the reason as
 *   `details`; swapsUnsupported; the service's error
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
  if (!give || !get || isSameAccount(give.id, get.id))
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
  const { client } = await contextOf(kit).queries()
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
 * Converts an amount to the smallest unit.
 * @throws KitError actionNotAllowed if it is missing or zero, or has more decimals than the token
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
