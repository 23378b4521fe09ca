import { getChainId as method } from '@latchkey/protocol/frame/frame'
import { readNetwork, wireChainOf } from '../wallet/network.ts'
import { answer } from './answer.ts'

/** Returns the wallet's network. */
export const getChainId = answer(method, async (wallet) => ({
  chainId: wireChainOf((await readNetwork(wallet)).networkId),
}))
