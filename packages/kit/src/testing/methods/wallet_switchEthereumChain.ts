import * as v from 'valibot'
import { ProviderError } from '../providerError.ts'
import { switchTo } from '../switchTo.ts'
import { chainId, walletMethod } from '../walletMethod.ts'

/**
 * Asks to switch the chain. Source: EIP-3326. @throws ProviderError 4902 when the wallet does not
 * know it
 */
export const wallet_switchEthereumChain = walletMethod(
  v.tuple([v.object({ chainId })]),
  async (wallet, [wanted]) => {
    const { chain: from, chains } = wallet.store.getState()
    const to = chains.find(({ id }) => id === wanted.chainId)
    if (!to)
      throw new ProviderError(
        4902,
        `Unrecognized chain ID "${wanted.chainId}". Try adding the chain first.`,
      )
    await switchTo(wallet, from, to)
    return null
  },
)
