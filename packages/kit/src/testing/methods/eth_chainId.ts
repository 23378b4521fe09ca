import { hexId } from '../walletChain.ts'
import { noParams, walletMethod } from '../walletMethod.ts'

/** The chain the wallet is on. Source: EIP-695 */
export const eth_chainId = walletMethod(noParams, ({ store }) => hexId(store.getState().chain))
