import { convertTokens as endpoint, type SwapToken } from '@latchkey/protocol/convert'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { ApiError, unavailable } from '../../apiError.ts'
import { answerJson } from '../../http/answer.ts'
import { baseUrl } from '../../http/baseUrl.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import { nativeToken } from '../../providers/holdings.ts'
import { NodesError } from '../../providers/nodes.ts'
import type { Service } from '../../service.ts'
import { placeOf, swapChain } from './swapRequest.ts'
import type { ListedToken } from '../../optionParts.ts'
import type { EvmChain } from '../../chains/evm/evmChain.ts'
import { tokenImageUrl } from '../../icons/tokenImageUrl.ts'
import type { ServedEvmChain } from '../../chains/evm/EvmReader.ts'

type Shown = { token: ListedToken; listed: boolean }

/**
 * Makes the endpoint of the tokens that can be swapped: the native coin and the listed tokens. With
 * `address` it answers one token, which may be unlisted. Source: docs/contracts/api.md#swap-tokens
 */
export function convertTokens(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const { query } = await readCall(call, endpoint, service)
      const chain = swapChain(service, query.chainId)
      const signal = clientSignal(call)
      const base = baseUrl(call, service)
      try {
        const shown =
          query.address === undefined
            ? listedOf(chain)
            : await named(service, chain, query.address, signal)
        const permitted = await service.permits(
          chain,
          shown
            .map(({ token }) => token.address)
            .filter((address) => address !== nativeTokenAddress),
          signal,
        )
        const tokens = shown.map(
          ({ token: { address, ...token }, listed }): SwapToken => ({
            ...token,
            address: `${chain.networkId}:${address}`,
            logoUri: tokenImageUrl(base, token.symbol, { listed }),
            eip2612: permitted.has(address),
          }),
        )
        return answerJson(call, { tokens }, { 'cache-control': 'no-cache' })
      } catch (error) {
        throw error instanceof NodesError ? unavailable('', 'Tokens are unavailable', error) : error
      }
    },
  }
}

function listedOf(chain: EvmChain): Shown[] {
  return [nativeToken(chain), ...chain.tokens].map((token) => ({ token, listed: true }))
}

async function named(
  service: Service,
  chain: ServedEvmChain,
  id: string,
  signal: AbortSignal,
): Promise<Shown[]> {
  const place = placeOf(service, id)
  if (place.chain !== chain) throw new ApiError(400, 'address', 'The token is on another network')
  const listed = listedOf(chain).filter(({ token }) => token.address === place.address)
  if (listed.length > 0) return listed
  const found = await chain.reader.tokens.described([place.address], signal)
  return found.map((token) => ({ token, listed: false }))
}
