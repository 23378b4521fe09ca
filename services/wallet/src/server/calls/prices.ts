import { getPrice } from '@latchkey/protocol/walletPrices'
import { Refusal } from '../refusal.ts'
import { defineUserEndpoint } from './defineEndpoint.ts'

/** Gives the price of a token of a network that is served. */
export const answerGetPrice = defineUserEndpoint(
  getPrice,
  async ({ service: { options, prices, clients }, client, signal }, { networkId, token }) => {
    if (!options.networks.some((network) => network.networkId === networkId))
      throw new Refusal('notFound')
    if (!prices) return { price: null }
    clients.spendOperation(client)
    return { price: await prices.priceOf({ networkId, token }, signal) }
  },
)
