import type { NetworkId } from '@latchkey/protocol/caip'
import type { Link, LinkState } from '../../core/connectorSource.ts'
import { kitError } from '../../core/errors.ts'
import { ask, readAddresses, readNetworkId } from './provider.ts'
import type { Provider } from './provider.ts'

type Parts = {
  connectorId: string
  provider: Provider
  accounts: readonly string[]
  /** As the wallet tells it. */
  chainId: unknown
  /** Tells the wallet that the site leaves. */
  leave: () => Promise<void>
}

/** MetaMask says that it has lost its connection while it looks for another node; its accounts stay. */
const isTryingAgain = (reason: unknown) => typeof reason === 'object' && reason !== null && 'code' in reason && reason.code === 1013

/** The link to a wallet by its EIP-1193 provider: every event's payload is checked, and one that makes no sense is overlooked. @throws KitError answerInvalid for a chain that is none */
export function createInjectedLink({ connectorId, provider, accounts: first, chainId, leave }: Parts): Link {
  const listeners = new Set<(state: LinkState | undefined) => void>()
  const begin = readNetworkId(chainId)
  if (!begin) throw kitError('answerInvalid')
  let [accounts, networkId]: [readonly string[], NetworkId] = [first, begin]
  const state = (): LinkState => ({ accounts, networkId })
  const tell = (now: LinkState | undefined) => listeners.forEach((listener) => listener(now))

  const events: Readonly<Record<string, (data: unknown) => void>> = {
    accountsChanged(data) {
      if (Array.isArray(data) && data.length === 0) return tell(undefined)
      const named = readAddresses(data)
      if (named.length === 0) return
      accounts = named
      tell(state())
    },
    chainChanged(data) {
      const named = readNetworkId(data)
      if (!named || named === networkId) return
      networkId = named
      tell(state())
    },
    disconnect(reason) {
      if (!isTryingAgain(reason)) return tell(undefined)
      ask(provider, 'eth_accounts').then((answer) => readAddresses(answer).length === 0 && tell(undefined), () => tell(undefined))
    },
  }
  for (const [event, listener] of Object.entries(events)) attempt(() => provider.on?.(event, listener))

  return {
    connectorId,
    namespace: 'eip155',
    provider,
    method: 'browser',
    state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    note: (said) => events['chainChanged']?.(said.networkId.slice('eip155:'.length)),
    disconnect: leave,
    close() {
      listeners.clear()
      for (const [event, listener] of Object.entries(events)) attempt(() => provider.removeListener?.(event, listener))
    },
  }
}

/** A wallet whose events can not be heard is connected all the same. */
function attempt(run: () => unknown): void {
  try {
    run()
  } catch {
    // it says nothing by itself
  }
}
