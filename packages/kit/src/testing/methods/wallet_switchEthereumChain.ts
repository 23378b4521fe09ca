import * as v from 'valibot'
import { ProviderError } from '../providerError.ts'
import { switchTo } from '../switchTo.ts'
import { chainId, walletMethod } from '../walletMethod.ts'

/**
 * Switches the chain after the owner's approval. Source: EIP-3326
 * @throws ProviderError 4902 for an unknown chain
 */
export const wallet_switchEthereumChain = walletMethod(
  v.tuple([v.object({ chainId })]),
  async (wallet, [target]) => {
    const { chain: from, chains } = wallet.store.getState()
    const chain = chains.find(({ id }) => id === target.chainId)
    if (!chain)
      throw new ProviderError(
        4902,
        `Unrecognized chain ID "${target.chainId}". Try adding the chain first.`,
      )
    await switchTo(wallet, from, chain)
    return null
  },
)
