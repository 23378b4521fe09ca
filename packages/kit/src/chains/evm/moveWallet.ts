import type { Connector } from '@wagmi/core'
import { numberToHex } from 'viem'
import type { Chain } from 'viem'
import { kitError } from '../../core/errors.ts'
import { toWalletError } from './walletError.ts'

type Provider = { request(request: { method: string; params?: unknown }): Promise<unknown> }

/**
 * Asks an installed wallet to go to a chain, adds it there when the wallet does not know it, and resolves when the wallet is
 * there. After the abort nothing more is asked; what the wallet was asked before it may still do, and the page follows it.
 * Sources: EIP-3326, EIP-3085
 * @throws KitError requestAborted, and what the wallet answers
 */
export async function moveWallet({ connector, chain, signal }: { connector: Connector; chain: Chain; signal?: AbortSignal }): Promise<void> {
  const provider = (await connector.getProvider()) as Provider | undefined // EIP-1193 by wagmi's contract
  if (!provider) throw kitError('providerDisconnected')
  const arrival = arriveAt(connector, chain.id, signal)
  const ask = (method: string, params: object) => {
    if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
    return provider.request({ method, params: [params] })
  }
  const isThere = async () => Number(await provider.request({ method: 'eth_chainId' })) === chain.id
  const move = () => ask('wallet_switchEthereumChain', { chainId: numberToHex(chain.id) })
  try {
    try {
      await move()
    } catch (error) {
      if (toWalletError(error).code !== 'switchChain') throw error
      await ask('wallet_addEthereumChain', describe(chain))
      if (!(await isThere())) await move() // some only add it
    }
    if (await isThere()) connector.emitter.emit('change', { chainId: chain.id }) // some do not say so by themselves
    await arrival.promise
  } catch (error) {
    throw toWalletError(error)
  } finally {
    arrival.close()
  }
}

/** Resolves when the connector says that its wallet is on the chain. */
function arriveAt({ emitter }: Connector, id: number, signal: AbortSignal | undefined): { promise: Promise<void>; close: () => void } {
  let close: () => void = () => {}
  const promise = new Promise<void>((resolve, reject) => {
    const onChange = ({ chainId }: { chainId?: number }) => chainId === id && resolve()
    const onAbort = () => reject(kitError('requestAborted', { cause: signal?.reason }))
    emitter.on('change', onChange)
    signal?.addEventListener('abort', onAbort, { once: true })
    close = () => {
      emitter.off('change', onChange)
      signal?.removeEventListener('abort', onAbort)
    }
  })
  promise.catch(() => {}) // whoever was refused before does not look
  return { promise, close }
}

/** A chain as wallets take it. EIP-3085 */
function describe({ id, name, nativeCurrency, rpcUrls, blockExplorers }: Chain) {
  const explorers = Object.values(blockExplorers ?? {}).map(({ url }) => url)
  return {
    chainId: numberToHex(id),
    chainName: name,
    nativeCurrency: { name: nativeCurrency.name, symbol: nativeCurrency.symbol, decimals: nativeCurrency.decimals },
    rpcUrls: [...rpcUrls.default.http],
    ...(explorers.length > 0 && { blockExplorerUrls: explorers }),
  }
}
