import * as times from '@latchkey/protocol/times'
import type {
  Connector,
  Link,
  SourceConnectParameters,
} from '../../../core/contracts/connectorSource.ts'
import { readDevice } from '../../../core/page/device.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { linkOf } from '../../../core/accounts/linkOf.ts'
import type { KitNetwork } from '../../../core/contracts/network.ts'
import { takeLinks } from '../../../session/links.ts'
import { createInjectedLink } from '../injectedLink.ts'
import { switchWalletNetwork } from '../switchWalletNetwork.ts'
import {
  sendRequest,
  isEmptyList,
  listen,
  readAddresses,
  toProvider,
} from '../provider/provider.ts'
import type { Provider } from '../provider/provider.ts'
import { toWalletError } from '../../../core/requests/walletError.lazy.ts'
import type { AnnouncedWallet } from './discovery.ts'
import { inAppWalletOf, legacyWallets } from './legacy.ts'
import { watchLegacyWallets } from './watchLegacyWallets.ts'
import { createDisconnectedWallets } from '../../../core/requests/disconnectedWallets.ts'
import { contextOf } from '../../../core/kit/context.ts'

/** The wallets of this browser. `announced` are those that announced themselves. */
export type Installed = {
  /**
   * The connectors that the visitor can choose from, including wallets that never announce
   * themselves.
   */
  list(announced: readonly AnnouncedWallet[]): readonly Connector[]
  /**
   * Calls back when a wallet without announcement appears on the page, while a reconnect waits for
   * one.
   * @returns the function that stops it
   */
  watchLegacyWallets(announced: () => readonly AnnouncedWallet[], onChange: () => void): () => void
  /** @throws KitError connectorNotFound, what the wallet answers */
  connect(
    announced: readonly AnnouncedWallet[],
    parameters: SourceConnectParameters,
  ): Promise<readonly Link[]>
  restore(
    announced: readonly AnnouncedWallet[],
    parameters: { connectorId: string },
  ): Promise<readonly Link[]>
}

/**
 * Milliseconds to wait until a wallet has revoked its permission. Most wallets answer at once or
 * never.
 */
const revokeLimit = 100

/** Requests accounts from the wallets of this browser. Sources: EIP-1193, EIP-1102, EIP-2255 */
export function createInstalled(kit: Kit, networks: readonly KitNetwork[]): Installed {
  const {
    storage: { raw },
    clock,
  } = contextOf(kit)
  /** Connector ids with an open request. Events of their wallets belong to that request. */
  const openRequests = new Set<string>()
  /** The last accounts that each wallet reported in an event. */
  const reportedAccounts = new Map<string, unknown>()
  const followed = new Set<string>()
  /** The last restore of each provider. */
  const restoring = new WeakMap<
    Provider,
    { connectorId: string; startedAt: number; end: Promise<void> }
  >()
  const disconnectedWallets = createDisconnectedWallets(raw)
  const onPage = (announced: readonly AnnouncedWallet[]) => [
    ...announced,
    ...legacyWallets(announced),
  ]

  function find(announced: readonly AnnouncedWallet[], connectorId: string): Provider {
    const wallet = onPage(announced).find(({ rdns }) => rdns === connectorId)
    if (!wallet) throw kitError('connectorNotFound', { connectorId })
    const provider = toProvider(wallet.provider)
    followReconnects(connectorId, provider)
    return provider
  }

  async function linkTo(
    connectorId: string,
    provider: Provider,
    accounts: readonly string[],
  ): Promise<Link> {
    const chainId = await sendRequest(provider, 'eth_chainId')
    // until now only `followReconnects` listened to the wallet
    const latest = reportedAccounts.get(connectorId)
    if (isEmptyList(latest)) throw kitError('providerDisconnected')
    const reported = readAddresses(latest)
    return createInjectedLink({
      connectorId,
      provider,
      addresses: reported.length > 0 ? reported : accounts,
      chainId,
      disconnectWallet: () => disconnectWallet(connectorId, provider),
    })
  }

  /**
   * Disconnects a wallet. The kit stores that the site left it, because most wallets still answer
   * with their accounts.
   */
  async function disconnectWallet(connectorId: string, provider: Provider): Promise<void> {
    disconnectedWallets.add(connectorId)
    const revocation = sendRequest(provider, 'wallet_revokePermissions', [
      { eth_accounts: {} },
    ]).catch((error: unknown) => {
      // few wallets know the method; a disconnected wallet did not receive the request
      if (toWalletError(error).code === 'providerDisconnected') throw error
    })
    await Promise.race([
      revocation,
      new Promise<void>((resolve) => clock.setTimeout(resolve, revokeLimit)),
    ])
  }

  /**
   * Takes over a connection that the wallet starts itself, when its owner selects this site in it.
   */
  function followReconnects(connectorId: string, provider: Provider): void {
    if (followed.has(connectorId)) return
    followed.add(connectorId)
    const onReturn = () => {
      if (openRequests.has(connectorId) || linkOf(kit, 'eip155', connectorId)) return
      void adoptConnection(connectorId, provider).catch(() => {}) // no caller waits for it
    }
    const onAccounts = (data: unknown) => {
      reportedAccounts.set(connectorId, data)
      onReturn()
    }
    listen(provider, { connect: onReturn, accountsChanged: onAccounts })
  }

  async function adoptConnection(connectorId: string, provider: Provider): Promise<void> {
    reportedAccounts.delete(connectorId)
    const accounts = readAddresses(await sendRequest(provider, 'eth_accounts'))
    if (
      accounts.length === 0 ||
      openRequests.has(connectorId) ||
      linkOf(kit, 'eip155', connectorId)
    )
      return
    const link = await linkTo(connectorId, provider, accounts)
    disconnectedWallets.remove(connectorId)
    takeLinks(kit, [link])
  }

  async function duringRequest<value>(
    connectorId: string,
    task: () => Promise<value>,
  ): Promise<value> {
    openRequests.add(connectorId)
    try {
      return await task()
    } catch (error) {
      throw toWalletError(error)
    } finally {
      // also while an earlier request is open: the visitor is to answer that one in the wallet
      openRequests.delete(connectorId)
    }
  }

  /**
   * Runs the tasks of one provider one after another. Several connector ids of one provider are
   * restored at the same time, and many wallets answer only one request. There are two exceptions:
   * - A connector id that is tried again does not wait for its own earlier request.
   * - No task waits for one that has run longer than a reconnect may take.
   */
  function runInTurn<value>(
    provider: Provider,
    connectorId: string,
    task: () => Promise<value>,
  ): Promise<value> {
    const before = restoring.get(provider)
    const mustWait =
      before !== undefined &&
      before.connectorId !== connectorId &&
      clock.now() - before.startedAt < times.reconnect
    const run = mustWait ? before.end.then(task) : task()
    restoring.set(provider, {
      connectorId,
      startedAt: clock.now(),
      end: run.then(
        () => {},
        () => {},
      ),
    })
    return run
  }

  async function restoreFrom(provider: Provider, connectorId: string): Promise<readonly Link[]> {
    if (disconnectedWallets.has(connectorId)) return []
    reportedAccounts.delete(connectorId)
    const accounts = readAddresses(await sendRequest(provider, 'eth_accounts'))
    return accounts.length > 0 ? [await linkTo(connectorId, provider, accounts)] : []
  }

  return {
    list(announced) {
      const wallets = onPage(announced)
      const inAppWallet = readDevice().isPhone ? inAppWalletOf(wallets) : undefined
      return wallets.map(
        ({ rdns, name, icon }): Connector => ({
          id: rdns,
          name,
          icon,
          namespace: 'eip155',
          type: 'injected',
          ...(rdns === inAppWallet && { isHome: true }),
        }),
      )
    },

    watchLegacyWallets: (announced, onChange) =>
      watchLegacyWallets({
        clock,
        readIds: () =>
          onPage(announced())
            .map(({ rdns }) => rdns)
            .join(),
        onChange,
      }),

    connect: (announced, { connectorId, networkId, signal }) =>
      duringRequest(connectorId, async () => {
        const provider = find(announced, connectorId)
        const accounts = await requestAccounts(provider)
        reportedAccounts.delete(connectorId) // its event is older than the visitor's decision
        const link = await linkTo(connectorId, provider, accounts)
        disconnectedWallets.remove(connectorId)
        const network = networks.find((entry) => entry.networkId === networkId)
        // a wallet that stays on its network is connected, too
        if (network && network.networkId !== link.state().networkId)
          await switchWalletNetwork({ link, network: network, signal }).catch(() => {})
        if (link.state().accounts.length > 0) return [link]
        link.close()
        throw kitError('providerDisconnected') // it disconnected meanwhile
      }),

    restore: (announced, { connectorId }) =>
      duringRequest(connectorId, async () => {
        const provider = find(announced, connectorId)
        return runInTurn(provider, connectorId, () => restoreFrom(provider, connectorId))
      }),
  }
}

/**
 * Lets the visitor choose accounts if the wallet supports that, else requests the accounts.
 * @throws what the wallet answers
 */
async function requestAccounts(provider: Provider): Promise<readonly string[]> {
  try {
    const permissions = await sendRequest(provider, 'wallet_requestPermissions', [
      { eth_accounts: {} },
    ])
    const isGranted = Array.isArray(permissions) && permissions.length > 0
    const accounts = isGranted ? readAddresses(await sendRequest(provider, 'eth_accounts')) : []
    if (accounts.length > 0) return accounts
  } catch (error) {
    const { code } = toWalletError(error)
    if (code === 'userRejected' || code === 'resourceUnavailable') throw error
  }
  const accounts = readAddresses(await sendRequest(provider, 'eth_requestAccounts'))
  if (accounts.length === 0) throw kitError('providerDisconnected')
  return accounts
}
