import type { NetworkId } from '@latchkey/protocol/caip'
import type { Link, LinkState } from '../../core/connectorSource.ts'
import { createListeners } from '../../core/createListeners.ts'
import { kitError } from '../../core/errors.ts'
import { onPageBack } from '../../core/onPageBack.ts'
import {
  ask,
  isEmptyList,
  listen,
  look,
  readAddresses,
  readNetworkId,
} from './provider/provider.ts'
import type { Provider } from './provider/provider.ts'

type Parts = {
  connectorId: string
  provider: Provider
  accounts: readonly string[]
  /** As the wallet reports it. */
  chainId: unknown
  /** Tells the wallet that the site disconnects. */
  leave: () => Promise<void>
}

/** MetaMask reports a lost connection (1013) while it looks for another node; its accounts stay. */
const isTryingAgain = (reason: unknown) =>
  look(
    () => typeof reason === 'object' && reason !== null && 'code' in reason && reason.code === 1013,
    false,
  )

/**
 * The link to a wallet by its EIP-1193 provider. Every event's payload is checked; an invalid one
 * is ignored. @throws KitError answerInvalid for an invalid chain id
 */
export function createInjectedLink({
  connectorId,
  provider,
  accounts: first,
  chainId,
  leave,
}: Parts): Link {
  const listeners = createListeners<[state: LinkState | undefined]>()
  const { tell } = listeners
  const begin = readNetworkId(chainId)
  if (!begin) throw kitError('answerInvalid')
  let [accounts, networkId]: [readonly string[], NetworkId] = [first, begin]
  const state = (): LinkState => ({ accounts, networkId })
  /** Notes that the wallet shares no account any more, even if nothing listens yet. */
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
      ask(provider, 'eth_accounts').then(
        (answer) => readAddresses(answer).length === 0 && leaveSite(),
        leaveSite,
      )
    },
  }
  const deafen = listen(provider, events)
  ;[accounts, networkId] = [first, begin] // events that `listen` fires at once are older than the answers

  const endBack = onPageBack(() => {
    for (const [event, method] of Object.entries({
      accountsChanged: 'eth_accounts',
      chainChanged: 'eth_chainId',
    }))
      ask(provider, method).then(events[event], () => {}) // the next request tells
  })

  return {
    connectorId,
    namespace: 'eip155',
    provider,
    method: 'browser',
    state,
    subscribe(listener) {
      if (accounts.length === 0)
        queueMicrotask(() => listeners.has(listener) && listener(undefined))
      return listeners.subscribe(listener)
    },
    note: (said) => events['chainChanged']?.(said.networkId.slice('eip155:'.length)),
    disconnect: leave,
    close() {
      deafen()
      endBack()
      tell(undefined) // ends the tasks that wait for this link
      listeners.clear()
    },
  }
}
