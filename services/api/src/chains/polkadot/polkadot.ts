import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { unsupportedChain } from '../../apiError.ts'
import { createCoinPrices, createPriceCaches } from '../../providers/createCoinPrices.ts'
import { nativeToken } from '../../providers/holdings.ts'
import type { ChainReader } from '../chainReader.ts'
import { polkadotChain, polkadotNamespace, type CheckedPolkadotChain } from './polkadotChain.ts'
import { polkadotNodes } from './polkadotNodes.ts'

/**
 * The kind of chain that runs Polkadot's networks. The service passes requests on to its nodes and
 * knows the price of its coin. It does not serve its accounts: clients read balances from the
 * nodes, and there is no history.
 */
export const polkadot = {
  namespace: polkadotNamespace,
  options: polkadotChain,
  keys: {
    readAccount: () => undefined, // no request can name an account
    readToken: (text) =>
      text.toLowerCase() === nativeTokenAddress ? nativeTokenAddress : undefined,
    addressText: (key) => key,
    plainText: (key) => key,
  },
  nodes: polkadotNodes,
  abilities: {},
  start(parts) {
    const caches = createPriceCaches(parts.now)
    return {
      open(chain) {
        const prices = createCoinPrices(chain.networkId, caches, parts)
        return {
          /** @throws ApiError always */
          holdings: () => Promise.reject(unsupportedChain()),
          async pricesOf(tokens, signal) {
            if (!tokens.includes(nativeTokenAddress)) return []
            const dollars = await prices.now(signal)
            return dollars === undefined
              ? []
              : [{ token: nativeToken(chain), listed: true, dollars }]
          },
          history: {
            kind: 'finished',
            name: 'none',
            /** @throws ApiError always */
            page: () => Promise.reject(unsupportedChain()),
          },
        }
      },
    }
  },
} as const satisfies ChainReader<CheckedPolkadotChain>
