import { getChainId as method } from '@latchkey/protocol/frame/frame'
import { readNetwork, wireChainOf } from '../wallet/network.ts'
import { answer } from './answer.ts'

/** The network that the wallet is on. */
export const getChainId = answer(method, async (wallet) => ({
  chainId: wireChainOf((await readNetwork(wallet)).networkId),
}))
