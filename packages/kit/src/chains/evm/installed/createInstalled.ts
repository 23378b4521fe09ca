import * as times from '@latchkey/protocol/times'
import type {
  Connector,
  Link,
  SourceConnectParameters,
} from '../../../core/contracts/connectorSource.ts'
import { readDevice } from '../../../core/page/device.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import type { KitNetwork } from '../../../core/contracts/network.ts'
import type { Clock } from '../../../core/page/clock.ts'
import { InstalledWallets } from '../../../sources/installed/InstalledWallets.ts'
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
import { watchLegacyWallets } from '../../../sources/installed/watchLegacyWallets.ts'

/** The wallets of this browser. `announced` are those that announced themselves. */
export type Installed = {
  /**
   * The connectors that the visitor can choose from, including wallets that never announce
   * themselves.
   */
  list(announced: readonly AnnouncedWallet[]): readonly Connector[]
  /**
   * Calls back when a wallet that does not announce itself appears on the page. Looks for such
   * wallets only for as long as a reconnect waits for a wallet (3 s).
   * @returns the function that stops it
   */
  watchLegacyWallets(announced: () => readonly AnnouncedWallet[], onChange: () => void): () => void
  /** @throws KitError connectorNotFound; the wallet's errors */
  connect(
    announced: readonly AnnouncedWallet[],
    parameters: SourceConnectParameters,
  ): Promise<readonly Link[]>
  restore(
    announced: readonly AnnouncedWallet[],
    parameters: { connectorId: string },
  ): Promise<readonly Link[]>
}

/** Creates the requests to this browser's wallets. Sources: EIP-1193, EIP-1102, EIP-2255 */
export const createInstalled = (kit: Kit, networks: readonly KitNetwork[]): Installed =>
  new EvmInstalled(kit, networks)

/** All wallets of the page: those that announced themselves, and those at `window.ethereum`. */
const onPage = (announced: readonly AnnouncedWallet[]) => [
  ...announced,
  ...legacyWallets(announced),
]

class EvmInstalled implements Installed {
  readonly #wallets: InstalledWallets
  readonly #networks: readonly KitNetwork[]
  /** By connector id: the accounts in the last event of each wallet. */
  readonly #reported = new Map<string, unknown>()
  readonly #queue: ProviderQueue

  constructor(kit: Kit, networks: readonly KitNetwork[]) {
    this.#networks = networks
    this.#wallets = new InstalledWallets(kit, 'eip155')
    this.#queue = new ProviderQueue(this.#wallets.clock)
  }

  list(announced: readonly AnnouncedWallet[]): readonly Connector[] {
    const wallets = onPage(announced)
    const inAppWallet = readDevice().isPhone ? inAppWalletOf(wallets) : undefined
    return wallets.map(({ rdns, name, icon }) => ({
      id: rdns,
      name,
      icon,
      namespace: 'eip155',
      type: 'injected',
      ...(rdns === inAppWallet && { isHome: true }),
    }))
  }

  watchLegacyWallets(
    announced: () => readonly AnnouncedWallet[],
    onChange: () => void,
  ): () => void {
    const readIds = () =>
      onPage(announced())
        .map(({ rdns }) => rdns)
        .join()
    return watchLegacyWallets({ clock: this.#wallets.clock, readIds, onChange })
  }

  connect(
    announced: readonly AnnouncedWallet[],
    { connectorId, networkId, signal }: SourceConnectParameters,
  ): Promise<readonly Link[]> {
    return this.#wallets.request(connectorId, async () => {
      const provider = this.#find(announced, connectorId)
      const accounts = await requestAccounts(provider)
      this.#reported.delete(connectorId) // earlier events are older than the visitor's choice
      const link = await this.#linkTo(connectorId, provider, accounts)
      this.#wallets.disconnected.remove(connectorId)
      const network = this.#networks.find((entry) => entry.networkId === networkId)
      // an error is ignored: a wallet that does not switch its network is connected, too
      if (network && network.networkId !== link.state().networkId)
        await switchWalletNetwork({ link, network: network, signal }).catch(() => {})
      if (link.state().accounts.length > 0) return [link]
      link.close()
      throw kitError('providerDisconnected') // the wallet disconnected meanwhile
    })
  }

  restore(
    announced: readonly AnnouncedWallet[],
    { connectorId }: { connectorId: string },
  ): Promise<readonly Link[]> {
    return this.#wallets.request(connectorId, async () => {
      const provider = this.#find(announced, connectorId)
      return this.#queue.run(provider, connectorId, () => this.#restoreFrom(provider, connectorId))
    })
  }

  #find(announced: readonly AnnouncedWallet[], connectorId: string): Provider {
    const wallet = onPage(announced).find(({ rdns }) => rdns === connectorId)
    const provider = toProvider(this.#wallets.required(wallet, connectorId).provider)
    this.#wallets.follow(connectorId, () => this.#listen(connectorId, provider))
    return provider
  }

  /**
   * Connects a wallet that starts the connection itself: its owner has selected this site in it.
   */
  #listen(connectorId: string, provider: Provider): void {
    const onReturn = () => {
      if (!this.#wallets.isFree(connectorId)) return
      void this.#adopt(connectorId, provider).catch(() => {}) // no caller could get the error
    }
    const onAccounts = (data: unknown) => {
      this.#reported.set(connectorId, data)
      onReturn()
    }
    listen(provider, { connect: onReturn, accountsChanged: onAccounts })
  }

  async #adopt(connectorId: string, provider: Provider): Promise<void> {
    this.#reported.delete(connectorId)
    const accounts = readAddresses(await sendRequest(provider, 'eth_accounts'))
    if (accounts.length === 0 || !this.#wallets.isFree(connectorId)) return
    const link = await this.#linkTo(connectorId, provider, accounts)
    this.#wallets.disconnected.remove(connectorId)
    this.#wallets.adopt(link)
  }

  async #restoreFrom(provider: Provider, connectorId: string): Promise<readonly Link[]> {
    if (this.#wallets.disconnected.has(connectorId)) return []
    this.#reported.delete(connectorId)
    const accounts = readAddresses(await sendRequest(provider, 'eth_accounts'))
    return accounts.length > 0 ? [await this.#linkTo(connectorId, provider, accounts)] : []
  }

  async #linkTo(
    connectorId: string,
    provider: Provider,
    accounts: readonly string[],
  ): Promise<Link> {
    const chainId = await sendRequest(provider, 'eth_chainId')
    // an event that came during the requests is newer than their answers; `#listen` recorded it
    const latest = this.#reported.get(connectorId)
    if (isEmptyList(latest)) throw kitError('providerDisconnected')
    const reported = readAddresses(latest)
    return createInjectedLink({
      connectorId,
      provider,
      addresses: reported.length > 0 ? reported : accounts,
      chainId,
      disconnectWallet: () => this.#wallets.disconnect(connectorId, () => revoke(provider)),
    })
  }
}

/** Asks a wallet to revoke its permission for accounts. EIP-2255, MIP-2 */
const revoke = (provider: Provider): Promise<unknown> =>
  sendRequest(provider, 'wallet_revokePermissions', [{ eth_accounts: {} }]).catch(
    (error: unknown) => {
      // an error is ignored, because most wallets lack the method; but a disconnected wallet did
      // not get the request
      if (toWalletError(error).code === 'providerDisconnected') throw error
    },
  )

/**
 * Runs the tasks of one provider one after another. One provider can have several connector ids,
 * which are restored at the same time, but many wallets answer only one request at a time. There
 * are two exceptions:
 * - A task does not wait for an earlier task of the same connector id.
 * - A task does not wait for a task that has run longer than a reconnect may take.
 */
class ProviderQueue {
  readonly #clock: Clock
  /** The last task of each provider. */
  readonly #last = new WeakMap<
    Provider,
    { connectorId: string; startedAt: number; end: Promise<void> }
  >()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  run<value>(provider: Provider, connectorId: string, task: () => Promise<value>): Promise<value> {
    const before = this.#last.get(provider)
    const mustWait =
      before !== undefined &&
      before.connectorId !== connectorId &&
      this.#clock.now() - before.startedAt < times.reconnect
    const run = mustWait ? before.end.then(task) : task()
    const end = run.then(
      () => {},
      () => {},
    )
    this.#last.set(provider, { connectorId, startedAt: this.#clock.now(), end })
    return run
  }
}

/**
 * Lets the visitor choose accounts if the wallet supports that, else requests the accounts.
 * @throws the wallet's errors; KitError providerDisconnected if the wallet shares no account
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
