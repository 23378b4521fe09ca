import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { parseAccountId } from '@latchkey/protocol/caip'
import { ApiError, unavailable } from '../../apiError.ts'
import { NodesError } from '../../providers/nodes.ts'
import type { Service } from '../../service.ts'
import { SwapApiError } from '../../swap/apis/requestSwapApi.ts'
import { LiquidityError, SwapRefusedError, type Address } from '../../swap/swapProvider.ts'
import { TimeLimitError } from '@latchkey/server/waiting'
import { evmKey } from '../../chains/evm/evmKeys.ts'
import type { ServedEvmChain } from '../../chains/evm/EvmReader.ts'

/** A token or an account, and its network. */
export type Place = { chain: ServedEvmChain; address: Address }

/**
 * The chain of a network on which tokens can be swapped.
 * @throws ApiError 400 with the description for any other network
 */
export function swapChain(
  { swapChains, swaps }: Service,
  networkId: string,
  description = 'Network not supported for Swaps',
): ServedEvmChain {
  const chain = swapChains.find((entry) => entry.networkId === networkId)
  if (!chain || !swaps.serves(chain)) throw new ApiError(400, 'chainId', description)
  return chain
}

/** Reads a CAIP-10 id. The address is returned in lower case. @throws ApiError 400 */
export function placeOf(service: Service, id: string): Place {
  const { networkId, address } = parseAccountId(id)
  const chain = swapChain(service, networkId)
  if (!isEvmAddress(address)) throw new ApiError(400, 'address', 'Invalid address')
  return { chain, address: evmKey(address) }
}

/** Reads several CAIP-10 ids, which have to be on the same network. @throws ApiError 400 */
export function placesOf<const names extends string>(
  service: Service,
  ids: Record<names, string>,
): Record<names, Address> & { chain: ServedEvmChain } {
  const entries = Object.entries<string>(ids).map(
    ([name, id]) => [name, placeOf(service, id)] as const,
  )
  const chain = entries[0]?.[1].chain
  if (!chain || entries.some(([, place]) => place.chain !== chain))
    throw new ApiError(400, '', 'The tokens and the account have to be on the same network')
  return {
    ...Object.fromEntries(entries.map(([name, { address }]) => [name, address])),
    chain,
  } as Record<names, Address> & { chain: ServedEvmChain } // it has the names of `ids`
}

/**
 * Reads an amount: above 0, and at most 256 bits.
 * @throws ApiError 400
 */
export function amountOf(text: string): bigint {
  const amount = BigInt(text)
  if (amount === 0n || amount >> 256n !== 0n) throw new ApiError(400, 'amount', 'Invalid amount')
  return amount
}

/**
 * The API's error for an error of a provider. Any other error is returned unchanged. Source:
 * docs/contracts/api.md#error-body
 */
export function swapFailure(error: unknown): unknown {
  if (error instanceof LiquidityError) return new ApiError(400, '', error.message)
  if (error instanceof SwapRefusedError)
    return new ApiError(400, '', error.message, { cause: error.cause })
  if (
    error instanceof NodesError ||
    error instanceof SwapApiError ||
    error instanceof TimeLimitError
  )
    return unavailable('', 'Swaps are unavailable', error)
  return error
}
