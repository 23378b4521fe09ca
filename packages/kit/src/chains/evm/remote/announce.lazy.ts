import { isForWallet } from '@latchkey/protocol/rpc'
import type { Link, LinkState } from '../../../core/contracts/connectorSource.ts'
import { ownWallet } from '../installed/discovery.ts'
import { ProviderRpcError, toRpcError } from '../kitProvider/rpcError.ts'
import { checkRequest } from '../provider/checkRequest.ts'
import { createEvents } from '../provider/createEvents.ts'
import { toProvider } from '../provider/provider.ts'
import { chainIdOf, toQuantity } from '../provider/quantity.ts'
import { toAddresses } from '../../../core/accounts/sharedAccount.ts'

/** Methods that a library may call without a permission for an account. */
const permissionlessMethods: ReadonlySet<string> = new Set([
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
])

/**
 * Announces a link's wallet to every library on the page (EIP-6963), until the returned function is
 * called. The announced provider has the events (accountsChanged, chainChanged, disconnect) and the
 * errors of EIP-1193. A library may revoke its permission for accounts (EIP-2255,
 * `wallet_revokePermissions`): the provider then has no accounts until the next request for
 * accounts. The kit stays connected.
 */
export function announce(link: Link, { name, icon }: { name: string; icon: string }): () => void {
  const detail = Object.freeze({
    info: Object.freeze({ uuid: globalThis.crypto.randomUUID(), rdns: ownWallet, name, icon }),
    provider: Object.freeze(createRevocableProvider(link)),
  })
  const announceProvider = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announceProvider)
  announceProvider()
  return () => window.removeEventListener('eip6963:requestProvider', announceProvider)
}

/** Creates a provider over a link. A library may revoke its permission for accounts. */
function createRevocableProvider(link: Link): object {
  const events = createEvents()
  let before: LinkState | undefined = link.state()
  let isRevoked = false
  const visibleAccounts = (state = link.state()) =>
    isRevoked ? [] : [...toAddresses(state?.accounts ?? [])]

  /** Revokes the permission for accounts, or grants it again. */
  function setRevoked(revoked: boolean): void {
    if (revoked === isRevoked) return
    isRevoked = revoked
    events.emit('accountsChanged', visibleAccounts())
  }

  async function answer(args: unknown): Promise<unknown> {
    const { method, params } = checkRequest(args)
    if (method === 'wallet_revokePermissions') {
      if (!namesAccounts(params))
        throw new ProviderRpcError(-32602, 'wallet_revokePermissions takes [{ eth_accounts: {} }].')
      setRevoked(true)
      return null
    }
    if (method === 'eth_requestAccounts' || method === 'wallet_requestPermissions')
      setRevoked(false)
    if (isRevoked && (method === 'eth_accounts' || method === 'wallet_getPermissions')) return []
    if (isRevoked && isForWallet(method) && !permissionlessMethods.has(method))
      throw new ProviderRpcError(
        4100,
        'The permission to see accounts was given back. Ask for accounts first.',
      )
    return toProvider(link.provider).request(params === undefined ? { method } : { method, params })
  }

  const provider = {
    async request(args: { method: string; params?: unknown }): Promise<unknown> {
      try {
        return await answer(args)
      } catch (error) {
        throw toRpcError(error)
      }
    },
    on(event: string, listener: (data: unknown) => void) {
      events.on(event, listener)
      return provider
    },
    removeListener(event: string, listener: (data: unknown) => void) {
      events.removeListener(event, listener)
      return provider
    },
  }
  link.subscribe((state) => {
    const previous = before
    before = state
    if (!state)
      return events.emit('disconnect', new ProviderRpcError(4900, 'The wallet is disconnected.'))
    if (state.networkId !== previous?.networkId)
      events.emit('chainChanged', toQuantity(chainIdOf(state.networkId)))
    if (
      !isRevoked &&
      String(toAddresses(state.accounts)) !== String(toAddresses(previous?.accounts ?? []))
    )
      events.emit('accountsChanged', visibleAccounts(state))
  })
  return provider
}

/** Whether the parameters name the permission for accounts, alone or among others. EIP-2255 */
const namesAccounts = (params: unknown) =>
  Array.isArray(params) &&
  typeof params[0] === 'object' &&
  params[0] !== null &&
  Object.hasOwn(params[0] as object, 'eth_accounts') // the two lines above show an object
