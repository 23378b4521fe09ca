import type { Link } from '../../core/contracts/connectorSource.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { KitNetwork } from '../../core/contracts/network.ts'
import { sendRequest as askProvider, readNetworkId, toProvider } from './provider/provider.ts'
import { chainIdOf, toQuantity } from './provider/quantity.ts'
import { toWalletError } from '../../core/requests/walletError.lazy.ts'
import { mayLackNetwork } from './mayLackNetwork.ts'

/**
 * Requests a wallet to switch to a network, adds the network if the wallet lacks it, and resolves
 * when the wallet is on it. After an abort no more requests are sent. If the wallet still switches
 * after an earlier request, the page follows it. Sources: EIP-3326, EIP-3085
 * @throws KitError requestAborted; the wallet's errors
 */
export async function switchWalletNetwork({
  link,
  network,
  signal,
}: {
  link: Link
  network: KitNetwork
  signal?: AbortSignal
}): Promise<void> {
  const provider = toProvider(link.provider)
  const { networkId } = network
  const networkChange = watchNetworkChange(link, networkId, signal)
  const request = (method: string, params: object) => {
    networkChange.check()
    return askProvider(provider, method, [params])
  }
  const isOnNetwork = async () =>
    readNetworkId(await askProvider(provider, 'eth_chainId')) === networkId
  const requestSwitch = () =>
    request('wallet_switchEthereumChain', { chainId: toQuantity(chainIdOf(networkId)) })
  const switchOrAdd = async () => {
    try {
      await requestSwitch()
    } catch (error) {
      if (!mayLackNetwork(error)) throw error
      await request('wallet_addEthereumChain', describe(network))
      if (!(await isOnNetwork())) await requestSwitch() // some wallets only add the network
    }
    if (await isOnNetwork()) link.recordState?.({ networkId }) // some wallets emit no event
    await networkChange.promise
  }
  try {
    // `end` rejects when the wallet disconnects: it may then never answer the requests
    await Promise.race([switchOrAdd(), networkChange.end])
  } catch (error) {
    throw toWalletError(error)
  } finally {
    networkChange.close()
  }
}

/**
 * Watches the link. `promise` resolves when the wallet is on the network. An abort or a disconnect
 * of the wallet before that rejects `promise` and `end`, and makes `check` throw. `end` never
 * resolves.
 */
function watchNetworkChange(
  link: Link,
  networkId: string,
  signal: AbortSignal | undefined,
): { promise: Promise<void>; end: Promise<never>; check: () => void; close: () => void } {
  let failure: Error | undefined
  let close: () => void = () => {}
  const promise = new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => {
      failure ??= error
      reject(failure)
    }
    const onAbort = () => fail(kitError('requestAborted', { cause: signal?.reason }))
    const resolveIfSwitched = () => link.state().networkId === networkId && resolve()
    const stop = link.subscribe((state) =>
      state ? resolveIfSwitched() : fail(kitError('providerDisconnected')),
    )
    signal?.addEventListener('abort', onAbort, { once: true })
    close = () => {
      stop()
      signal?.removeEventListener('abort', onAbort)
    }
    if (signal?.aborted) onAbort()
    resolveIfSwitched()
  })
  const end = promise.then(() => new Promise<never>(() => {}))
  // if the wallet's refusal is thrown first, no caller awaits these two: no unhandled rejection
  for (const settled of [promise, end]) settled.catch(() => {})
  const check = () => {
    if (failure) throw failure
  }
  return { promise, end, check, close }
}

/** The parameters of wallet_addEthereumChain for a network. EIP-3085 */
function describe({
  networkId,
  network: { name, nativeCurrency, rpcUrls, blockExplorers },
}: KitNetwork) {
  const explorers = Object.values(blockExplorers ?? {}).map(({ url }) => url)
  return {
    chainId: toQuantity(chainIdOf(networkId)),
    chainName: name,
    nativeCurrency: {
      name: nativeCurrency.name,
      symbol: nativeCurrency.symbol,
      decimals: nativeCurrency.decimals,
    },
    rpcUrls: [...rpcUrls.default.http],
    // null, because MetaMask 12.0 refuses a network without this key
    blockExplorerUrls: explorers.length > 0 ? explorers : null,
  }
}
