import type { NetworkId } from '@latchkey/protocol/caip'
import type { Link, SourceConnectParameters } from '../../../core/contracts/connectorSource.ts'
import type { KitNetwork } from '../../../core/contracts/network.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { contextOf } from '../../../core/kit/context.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { readLastAccount } from '../../../core/storage/readLastAccount.ts'
import { readShared } from '../../../session/sharedConnections.ts'
import type { RegisteredWallet } from '../../../sources/installed/discoverWallets.ts'
import { InstalledWallets } from '../../../sources/installed/InstalledWallets.ts'
import { watchLegacyWallets } from '../../../sources/installed/watchLegacyWallets.ts'
import { createInstalledWallet } from './createInstalledWallet.ts'
import type { InstalledWallet } from './createInstalledWallet.ts'
import { createPolkadotLink } from './createPolkadotLink.ts'

/** The wallets of this browser. `found` are all that are on the page now. */
export type Installed = {
  /**
   * Calls back when a wallet appears on the page. Looks for wallets only for as long as a reconnect
   * waits for a wallet (3 s).
   * @returns the function that stops it
   */
  watchPage(found: () => readonly RegisteredWallet[], onChange: () => void): () => void
  /** @throws KitError connectorNotFound, unauthorized; the wallet's errors */
  connect(
    found: readonly RegisteredWallet[],
    parameters: SourceConnectParameters,
  ): Promise<readonly Link[]>
  /**
   * Reconnects a wallet of an earlier visit. A wallet that answers only after an abort is connected
   * then: a locked wallet waits until its owner has unlocked it.
   */
  restore(
    found: readonly RegisteredWallet[],
    parameters: { connectorId: string; signal?: AbortSignal },
  ): Promise<readonly Link[]>
}

/** Creates the requests to this browser's wallets. */
export const createInstalled = (kit: Kit, networks: readonly KitNetwork[]): Installed =>
  new PolkadotInstalled(kit, networks)

class PolkadotInstalled implements Installed {
  readonly #kit: Kit
  readonly #networkIds: readonly NetworkId[]
  readonly #wallets: InstalledWallets
  /** The wallets that were needed so far, by their objects. */
  readonly #known = new WeakMap<object, InstalledWallet>()

  constructor(kit: Kit, networks: readonly KitNetwork[]) {
    this.#kit = kit
    this.#networkIds = networks.map(({ networkId }) => networkId)
    this.#wallets = new InstalledWallets(kit, 'polkadot')
  }

  watchPage(found: () => readonly RegisteredWallet[], onChange: () => void): () => void {
    const readIds = () =>
      found()
        .map(({ id }) => id)
        .join()
    return watchLegacyWallets({ clock: this.#wallets.clock, readIds, onChange })
  }

  connect(
    found: readonly RegisteredWallet[],
    { connectorId, networkId }: SourceConnectParameters,
  ): Promise<readonly Link[]> {
    return this.#wallets.request(connectorId, async () => {
      const wallet = this.#find(found, connectorId)
      await wallet.enable()
      const link = this.#linkTo(connectorId, wallet, networkId)
      if (!link) throw kitError('unauthorized', { details: 'The wallet shares no account.' })
      this.#wallets.disconnected.remove(connectorId)
      return [link]
    })
  }

  async restore(
    found: readonly RegisteredWallet[],
    { connectorId, signal }: { connectorId: string; signal?: AbortSignal },
  ): Promise<readonly Link[]> {
    const wallet = await this.#wallets.request(connectorId, async () => {
      const known = this.#find(found, connectorId)
      // a wallet that does not know the site would prompt its owner
      if (this.#wallets.disconnected.has(connectorId) || !this.#wasConnected(connectorId)) return
      await known.enable()
      return known
    })
    if (!wallet) return []
    if (!signal?.aborted) return this.#restored(connectorId, wallet)
    this.#adopt(connectorId, wallet)
    return []
  }

  #restored(connectorId: string, wallet: InstalledWallet): readonly Link[] {
    const link = this.#linkTo(connectorId, wallet, this.#kit.getState().networkId)
    return link ? [link] : []
  }

  /** Connects a wallet that shares accounts, unless it is connected or the visitor has left it. */
  #adopt(connectorId: string, wallet: InstalledWallet): void {
    if (this.#wallets.disconnected.has(connectorId) || !this.#wallets.isFree(connectorId)) return
    for (const link of this.#restored(connectorId, wallet)) this.#wallets.adopt(link)
  }

  /** Whether the wallet was connected on an earlier visit, or is connected in another tab. */
  #wasConnected(connectorId: string): boolean {
    return readShared(this.#kit).sessions['polkadot']?.connectors.includes(connectorId) === true
  }

  #find(found: readonly RegisteredWallet[], connectorId: string): InstalledWallet {
    const { wallet: entry } = this.#wallets.required(
      found.find(({ id }) => id === connectorId),
      connectorId,
    )
    const { name } = contextOf(this.#kit).options.metadata
    const wallet = this.#known.get(entry) ?? createInstalledWallet(entry, name)
    this.#known.set(entry, wallet)
    this.#wallets.follow(wallet, () => this.#listen(connectorId, wallet))
    return wallet
  }

  /** Connects a wallet that shares accounts again: its owner has unlocked it, for example. */
  #listen(connectorId: string, wallet: InstalledWallet): void {
    wallet.subscribe(() => this.#adopt(connectorId, wallet))
  }

  /** The address in use on the last visit. Its wallet may no longer share it. */
  #lastAddress(): string | undefined {
    const last = contextOf(this.#kit).storage.get('last-account')?.['polkadot']
    return readLastAccount(last, 'polkadot')?.address
  }

  /**
   * The link on the preferred network, or on the first one on which the wallet has an account.
   * Undefined if there is none.
   */
  #linkTo(
    connectorId: string,
    wallet: InstalledWallet,
    preferred: NetworkId | undefined,
  ): Link | undefined {
    const networkId = [
      ...this.#networkIds.filter((id) => id === preferred),
      ...this.#networkIds,
    ].find((id) => wallet.accountsOn(id).length > 0)
    return (
      networkId &&
      createPolkadotLink({
        connectorId,
        wallet,
        networkId,
        selected: this.#lastAddress(),
        disconnectWallet: () => this.#wallets.disconnect(connectorId, async () => wallet.leave()),
      })
    )
  }
}
