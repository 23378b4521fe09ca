import * as v from 'valibot'
import { ProviderError } from '../providerError.ts'
import { rpcRequest } from '../rpcRequest.ts'
import { switchTo } from '../switchTo.ts'
import { hexId } from '../walletChain.ts'
import { chainId, walletMethod } from '../walletMethod.ts'

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const rpcUrl = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.url(),
  v.regex(/^https?:\/\//, 'Expected an http or https URL'),
)
const chain = v.object({
  chainId,
  chainName: name,
  rpcUrls: v.tuple([rpcUrl]),
  nativeCurrency: v.object({
    name,
    symbol: v.pipe(v.string(), v.minLength(1), v.maxLength(11)),
    decimals: v.picklist([18]),
  }),
})

/**
 * Adds a chain and switches to it, after one approval. A chain that the wallet knows is not added;
 * the approval is only for the switch. Source: EIP-3085
 */
export const wallet_addEthereumChain = walletMethod(
  v.tuple([chain]),
  async (wallet, [{ chainId: id, chainName, rpcUrls, nativeCurrency }]) => {
    const { chain: from, chains } = wallet.store.getState()
    const existing = chains.find((entry) => entry.id === id)
    if (existing) return switchTo(wallet, from, existing).then(() => null)

    const added = { id, name: chainName, rpcUrl: rpcUrls[0], nativeCurrency }
    const reportedId = await rpcRequest(added.rpcUrl, { method: 'eth_chainId' })
    if (reportedId !== hexId(added))
      throw new ProviderError(
        -32602,
        `The node is of chain ${String(reportedId)}, not ${hexId(added)}.`,
      )
    await wallet.consentQueue.request({ type: 'add', origin: wallet.origin, chain: added })
    wallet.store.setState((state) => ({ chains: [...state.chains, added], chain: added }))
    return null
  },
)
