import { switchNetwork as method } from '@latchkey/protocol/frame/frame'
import { wireChainOf, writeNetwork } from '../wallet/network.ts'
import { answer } from './answer.ts'

/** Switches the wallet to another network that it serves. */
export const switchNetwork = answer(method, async (wallet, { chainId }) => ({
  chainId: wireChainOf((await writeNetwork(wallet, chainId)).networkId),
}))
