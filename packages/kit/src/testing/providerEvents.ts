import type { StoreApi } from 'zustand/vanilla'
import { disconnected } from './providerError.ts'
import { hexId } from './walletChain.ts'
import { visibleAccounts } from './walletState.ts'
import type { WalletState } from './walletState.ts'

/** A listener of EIP-1193. The payload depends on the event. */
export type ProviderListener = (payload: unknown) => void

/** The event methods of an EIP-1193 provider. */
export type ProviderEvents = {
  on(event: string, listener: ProviderListener): void
  removeListener(event: string, listener: ProviderListener): void
}

/**
 * Emits accountsChanged, chainChanged, connect and disconnect when the wallet's state changes.
 * Source: EIP-1193
 */
export function createProviderEvents(
  store: StoreApi<WalletState>,
): ProviderEvents & { close(): void } {
  const listeners = new Map<string, Set<ProviderListener>>()

  const emit = (event: string, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
  }

  const unsubscribe = store.subscribe((state, previous) => {
    for (const [event, payload] of changes(state, previous)) emit(event, payload)
  })

  return {
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
    },
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
    close() {
      unsubscribe()
      listeners.clear()
    },
  }
}

function changes(state: WalletState, previous: WalletState): [event: string, payload: unknown][] {
  const isDisconnected = state.behaviour === 'disappear'
  const wasDisconnected = previous.behaviour === 'disappear'
  if (isDisconnected) return wasDisconnected ? [] : [['disconnect', disconnected()]]

  const events: [string, unknown][] = []
  if (wasDisconnected) events.push(['connect', { chainId: hexId(state.chain) }])
  if (state.chain.id !== previous.chain.id) events.push(['chainChanged', hexId(state.chain)])
  const accounts = visibleAccounts(state)
  if (accounts.join() !== visibleAccounts(previous).join())
    events.push(['accountsChanged', [...accounts]])
  return events
}
