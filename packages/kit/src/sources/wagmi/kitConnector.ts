import { ResourceUnavailableRpcError, SwitchChainError, UserRejectedRequestError } from 'viem'
import { isObject } from '@latchkey/protocol/isObject'
import type { Kit } from '../../core/kit/kit.ts'
import { refuseOptions } from '../../core/options/optionChecks.ts'
import type { NoOptions } from '../../core/options/optionChecks.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import { connectionsOf, disconnected } from '../../core/accounts/session.ts'
import type { KitProvider } from '../../chains/evm/kitProvider/kitProvider.lazy.ts'
import { toQuantity } from '../../chains/evm/provider/quantity.ts'
import { showWallet } from './showWallet.ts'

/** The parameters of wagmi's connector function that are used here. */
type Host = {
  chains: readonly { id: number }[]
  emitter: { emit(event: string, data?: unknown): void }
}

type ConnectOptions = {
  chainId?: number | undefined
  isReconnecting?: boolean | undefined
  withCapabilities?: boolean | undefined
}

/**
 * Makes a wagmi connector (wagmi 2 or 3) over the kit, for sites with wagmi's hooks. The
 * connector's connection is the kit's current one, and `useConnect` with this connector opens the
 * kit's modal. While a wallet is connected, the connector's `name`, `icon` and `rdns` are the
 * wallet's.
 * @throws KitError optionInvalid for a value that is no kit, and for any option, as there are none
 *   yet
 * @example createConfig({ connectors: [kitConnector(kit)], multiInjectedProviderDiscovery: false, …
 *   })
 */
export function kitConnector(kit: Kit, options?: NoOptions) {
  if (!isObject(kit) || typeof kit.getProvider !== 'function')
    throw optionInvalid(
      'kitConnector.kit',
      'is not valid',
      'Pass what createKit made: kitConnector(kit).',
    )
  refuseOptions('kitConnector', options)
  return (host: Host) => createKitConnector(kit, host)
}

function createKitConnector(kit: Kit, { chains, emitter }: Host) {
  const reader = readerOf(kit)
  const { provider, ask, getAccounts, getChainId } = reader
  let isFollowed = false
  const follow = () => {
    if (!isFollowed) passEvents(reader, emitter)
    isFollowed = true
  }
  return {
    id: 'latchkey',
    name: 'Latchkey',
    type: 'latchkey' as const,
    /** wagmi calls it with the connector as `this`, which is a copy of this object. */
    async setup(this: object) {
      showWallet(kit, this)
      follow()
    },
    async connect({ chainId, isReconnecting, withCapabilities }: ConnectOptions = {}) {
      follow()
      const accounts = isReconnecting
        ? await getAccounts()
        : ((await ask('eth_requestAccounts').catch(throwAsViem)) as readonly `0x${string}`[])
      if (accounts.length === 0)
        throw Object.assign(new Error('No wallet is connected.'), { code: 4100 })
      if (chainId !== undefined && chainId !== (await getChainId()))
        await ask('wallet_switchEthereumChain', [{ chainId: toQuantity(chainId) }]).catch(() => {}) // the wallet stays connected on its network
      const returnedAccounts = withCapabilities
        ? accounts.map((address) => ({ address, capabilities: {} }))
        : accounts
      // `never`, because wagmi's type depends on `withCapabilities`
      return { accounts: returnedAccounts as never, chainId: await getChainId() }
    },
    async disconnect() {
      const [current] = connectionsOf(kit.getState().sessions.eip155 ?? disconnected)
      if (current) await kit.disconnect({ connectorId: current.connectorId, namespace: 'eip155' })
    },
    getAccounts,
    getChainId,
    getProvider: async () => provider,
    // `getAccounts` waits while the kit restores the connection of an earlier visit
    isAuthorized: async () => (await getAccounts()).length > 0,
    async switchChain({ chainId }: { chainId: number }) {
      const chain = chains.find(({ id }) => id === chainId)
      if (!chain) throw new SwitchChainError(new Error(`Chain ${chainId} is none of the config's.`))
      await ask('wallet_switchEthereumChain', [{ chainId: toQuantity(chainId) }]).catch(
        (error: unknown) => throwAsViem(error, SwitchChainError),
      )
      return chain as never // it comes from wagmi's own config
    },
    // `passEvents` passes these events to wagmi
    onAccountsChanged() {},
    onChainChanged() {},
    onDisconnect() {},
  }
}

type Reader = ReturnType<typeof readerOf>

/** The kit's EVM provider, and functions for the values that wagmi reads from it. */
function readerOf(kit: Kit) {
  // the provider of eip155 is an EIP-1193 provider
  const provider = kit.getProvider({ namespace: 'eip155' }) as KitProvider
  const ask = (method: string, params?: readonly unknown[]) =>
    provider.request(params ? { method, params } : { method })
  return {
    provider,
    ask,
    // the kit has checked the addresses when the wallet reported them
    getAccounts: async () => (await ask('eth_accounts')) as readonly `0x${string}`[],
    getChainId: async () => Number(await ask('eth_chainId')),
  }
}

/**
 * Passes the events of the kit's provider to wagmi, no matter whether the site, the visitor or the
 * wallet caused them.
 */
function passEvents({ provider, getAccounts, getChainId }: Reader, emitter: Host['emitter']): void {
  provider.on(
    'connect',
    () =>
      void Promise.all([getAccounts(), getChainId()]).then(
        ([accounts, chainId]) => emitter.emit('connect', { accounts, chainId }),
        () => {},
      ),
  ) // a failure means that the wallet has disconnected, which has an event of its own
  provider.on('accountsChanged', (accounts) =>
    Array.isArray(accounts) && accounts.length > 0
      ? emitter.emit('change', { accounts })
      : undefined,
  )
  provider.on('chainChanged', (chainId) => emitter.emit('change', { chainId: Number(chainId) }))
  provider.on('disconnect', () => emitter.emit('disconnect'))
}

/**
 * Throws viem's error for the codes 4001 and -32002, as wagmi's own connectors do.
 * @throws `FallbackError`, if given, for any other code; otherwise the error itself
 */
function throwAsViem(error: unknown, FallbackError?: new (cause: Error) => Error): never {
  if (!(error instanceof Error) || !('code' in error)) throw error
  for (const KnownError of [UserRejectedRequestError, ResourceUnavailableRpcError])
    if (error.code === KnownError.code) throw new KnownError(error)
  throw FallbackError ? new FallbackError(error) : error
}
