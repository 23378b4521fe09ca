import * as v from 'valibot'
import { hexId } from '../walletChain.ts'
import { permittedSigner } from '../walletCore.ts'
import { address, chainId, walletMethod } from '../walletMethod.ts'

const params = v.union([v.tuple([address, v.array(chainId)]), v.tuple([address])])

/**
 * The wallet's optional capabilities by chain: whether it lists an account's assets, and how it
 * handles several calls in one request. Source: EIP-5792, EIP-7811
 */
export const wallet_getCapabilities = walletMethod(params, (wallet, [account, chainIds]) => {
  permittedSigner(wallet, account)
  const { chains, batches } = wallet.store.getState()
  const requestedChains = chains.filter(({ id }) => chainIds?.includes(id) ?? true)
  return Object.fromEntries(
    requestedChains.map((chain) => [
      hexId(chain),
      {
        ...(wallet.assets?.[chain.id] && { assetDiscovery: { supported: true } }),
        ...(batches && { atomic: { status: 'unsupported' } }),
      },
    ]),
  )
})
