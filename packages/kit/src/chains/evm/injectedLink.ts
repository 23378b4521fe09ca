import type { NetworkId } from '@latchkey/protocol/caip'
import type { Link, LinkState } from '../../core/connectorSource.ts'
import { createListeners } from '../../core/createListeners.ts'
import { kitError } from '../../core/errors.ts'
import { ask, isEmptyList, listen, look, readAddresses, readNetworkId } from './provider/provider.ts'
import type { Provider } from './provider/provider.ts'

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
const isTryingAgain = (reason: unknown) => look(() => typeof reason === 'object' && reason !== null && 'code' in reason && reason.code === 1013, false)

/** The link to a wallet by its EIP-1193 provider: every event's payload is checked, and one that makes no sense is overlooked. @throws KitError answerInvalid for a chain that is none */
export function createInjectedLink({ connectorId, provider, accounts: first, chainId, leave }: Parts): Link {
  const listeners = createListeners<[state: LinkState | undefined]>()
  const { tell } = listeners
  const begin = readNetworkId(chainId)
  if (!begin) throw kitError('answerInvalid')
  let [accounts, networkId]: [readonly string[], NetworkId] = [first, begin]
  const state = (): LinkState => ({ accounts, networkId })
  /** It shares nothing any more, also where nobody listened to that yet. */
  const leaveSite = () => {
    accounts = []
    tell(undefined)
  }

  const events: Readonly<Record<string, (data: unknown) => void>> = {
    accountsChanged(data) {
      if (isEmptyList(data)) return leaveSite()
      const named = readAddresses(data)
      if (named.length === 0 || accounts.length === 0) return
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
      if (!isTryingAgain(reason)) return leaveSite()
      ask(provider, 'eth_accounts').then((answer) => readAddresses(answer).length === 0 && leaveSite(), leaveSite)
    },
  }
  const deafen = listen(provider, events);
  [accounts, networkId] = [first, begin] // what is called back at once is older than what was just asked

  return {
    connectorId,
    namespace: 'eip155',
    provider,
    method: 'browser',
    state,
    subscribe(listener) {
      if (accounts.length === 0) queueMicrotask(() => listeners.has(listener) && listener(undefined))
      return listeners.subscribe(listener)
    },
    note: (said) => events['chainChanged']?.(said.networkId.slice('eip155:'.length)),
    disconnect: leave,
    close() {
      deafen()
      tell(undefined) // what waits for it waits no longer
      listeners.clear()
    },
  }
}
