import type { Link } from '../../core/connectorSource.ts'
import { kitError } from '../../core/errors.ts'
import type { KitNetwork } from '../../core/network.ts'
import { ask as askProvider, chainIdOf, readNetworkId, toProvider, toQuantity } from './provider.ts'
import { toWalletError } from './walletError.ts'

/**
 * Asks a wallet to go to a network, adds it there when the wallet does not know it, and resolves when the wallet is there.
 * After the abort nothing more is asked; what the wallet was asked before it may still do, and the page follows it.
 * Sources: EIP-3326, EIP-3085
 * @throws KitError requestAborted, and what the wallet answers
 */
export async function moveWallet({ link, network, signal }: { link: Link; network: KitNetwork; signal?: AbortSignal }): Promise<void> {
  const provider = toProvider(link.provider)
  const { networkId } = network
  const arrival = arriveAt(link, networkId, signal)
  const ask = (method: string, params: object) => {
    if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
    return askProvider(provider, method, [params])
  }
  const isThere = async () => readNetworkId(await askProvider(provider, 'eth_chainId')) === networkId
  const move = () => ask('wallet_switchEthereumChain', { chainId: toQuantity(chainIdOf(networkId)) })
  try {
    try {
      await move()
    } catch (error) {
      if (toWalletError(error).code !== 'switchChain') throw error
      await ask('wallet_addEthereumChain', describe(network))
      if (!(await isThere())) await move() // some only add it
    }
    if (await isThere()) link.note?.({ networkId }) // some do not say so by themselves
    await arrival.promise
  } catch (error) {
    throw toWalletError(error)
  } finally {
    arrival.close()
  }
}

/** Resolves when the link says that its wallet is on the network. */
function arriveAt(link: Link, networkId: string, signal: AbortSignal | undefined): { promise: Promise<void>; close: () => void } {
  let close: () => void = () => {}
  const promise = new Promise<void>((resolve, reject) => {
    const onAbort = () => reject(kitError('requestAborted', { cause: signal?.reason }))
    const look = () => link.state().networkId === networkId && resolve()
    const stop = link.subscribe((state) => (state ? look() : reject(kitError('providerDisconnected'))))
    signal?.addEventListener('abort', onAbort, { once: true })
    close = () => {
      stop()
      signal?.removeEventListener('abort', onAbort)
    }
    look()
  })
  promise.catch(() => {}) // a refusal before it is what is told
  return { promise, close }
}

/** A network as wallets take it. EIP-3085 */
function describe({ networkId, network: { name, nativeCurrency, rpcUrls, blockExplorers } }: KitNetwork) {
  const explorers = Object.values(blockExplorers ?? {}).map(({ url }) => url)
  return {
    chainId: toQuantity(chainIdOf(networkId)),
    chainName: name,
    nativeCurrency: { name: nativeCurrency.name, symbol: nativeCurrency.symbol, decimals: nativeCurrency.decimals },
    rpcUrls: [...rpcUrls.default.http],
    ...(explorers.length > 0 && { blockExplorerUrls: explorers }),
  }
}
