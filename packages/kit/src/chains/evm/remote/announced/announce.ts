import type { Link, LinkState } from '../../../../core/connectorSource.ts'
import { createListeners } from '../../../../core/createListeners.ts'
import { ownWallet } from '../../installed/discovery.ts'
import { ProviderRpcError, toRpcError } from '../../kitProvider/rpcError.ts'
import { toProvider } from '../../provider/provider.ts'
import { chainIdOf, toQuantity } from '../../provider/quantity.ts'

/**
 * Announces a link's wallet to every library on the page until the returned function is called. Its provider has the events of EIP-1193: accountsChanged, chainChanged,
 * disconnect; its errors are those of EIP-1193. EIP-6963
 */
export function announce(link: Link, { name, icon }: { name: string; icon: string }): () => void {
  const events = new Map<string, ReturnType<typeof createListeners<[data: unknown]>>>()
  const listenersOf = (event: string) => {
    const known = events.get(event) ?? createListeners<[data: unknown]>()
    events.set(event, known)
    return known
  }
  const stops = new Map<unknown, () => void>()
  let before: LinkState | undefined = link.state()
  const provider = {
    async request(asked: { method: string; params?: unknown }): Promise<unknown> {
      try {
        return await toProvider(link.provider).request(asked)
      } catch (error) {
        throw toRpcError(error)
      }
    },
    on(event: string, listener: (data: unknown) => void) {
      stops.set(listener, listenersOf(event).subscribe((data) => {
        try {
          listener(data)
        } catch (error) {
          globalThis.reportError?.(error) // a listener that throws does not keep the event from the others
        }
      }))
      return provider
    },
    removeListener(_event: string, listener: (data: unknown) => void) {
      stops.get(listener)?.()
      stops.delete(listener)
      return provider
    },
  }
  link.subscribe((state) => {
    const then = before
    before = state
    if (!state) return listenersOf('disconnect').tell(new ProviderRpcError(4900, 'The wallet is disconnected.'))
    if (state.networkId !== then?.networkId) listenersOf('chainChanged').tell(toQuantity(chainIdOf(state.networkId)))
    if (String(state.accounts) !== String(then?.accounts ?? [])) listenersOf('accountsChanged').tell([...state.accounts])
  })
  const detail = Object.freeze({ info: Object.freeze({ uuid: globalThis.crypto.randomUUID(), rdns: ownWallet, name, icon }), provider: Object.freeze(provider) })
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
  return () => window.removeEventListener('eip6963:requestProvider', tell)
}
