import type { NetworkId } from '@latchkey/protocol/caip'
import type { Link, SourceConnectParameters } from '../../../core/contracts/connectorSource.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import type { KitNetwork } from '../../../core/contracts/network.ts'
import { InstalledWallets } from '../../../sources/installed/InstalledWallets.ts'
import { watchLegacyWallets } from '../../../sources/installed/watchLegacyWallets.ts'
import { createBitcoinLink } from './createBitcoinLink.ts'
import type { InstalledWallet, WalletState } from './dialects/InstalledWallet.ts'
import { createSatsConnectWallet } from './dialects/satsConnect.ts'
import { createStandardWallet } from './dialects/standard.ts'
import { createUnisatWallet } from './dialects/unisat.ts'
import type { FoundWallet } from './pageWallets.ts'

/** The wallets of this browser. `found` are all that are on the page now. */
export type Installed = {
  /**
   * Calls back when a wallet that does not register itself appears on the page. Looks for such
   * wallets only for as long as a reconnect waits for a wallet (3 s).
   * @returns the function that stops it
   */
  watchPage(found: () => readonly FoundWallet[], onChange: () => void): () => void
  /** @throws KitError connectorNotFound; the wallet's errors */
  connect(
    found: readonly FoundWallet[],
    parameters: SourceConnectParameters,
  ): Promise<readonly Link[]>
  restore(
    found: readonly FoundWallet[],
    parameters: { connectorId: string },
  ): Promise<readonly Link[]>
}

/** Creates the requests to this browser's wallets, whatever their interface is. */
export const createInstalled = (kit: Kit, networks: readonly KitNetwork[]): Installed =>
  new BitcoinInstalled(kit, networks)

class BitcoinInstalled implements Installed {
  readonly #kit: Kit
  readonly #networkIds: readonly NetworkId[]
  readonly #wallets: InstalledWallets
  /** The wallets that were needed so far, by their objects. */
  readonly #known = new WeakMap<object, InstalledWallet>()

  constructor(kit: Kit, networks: readonly KitNetwork[]) {
    this.#kit = kit
    this.#networkIds = networks.map(({ networkId }) => networkId)
    this.#wallets = new InstalledWallets(kit, 'bip122')
  }

  watchPage(found: () => readonly FoundWallet[], onChange: () => void): () => void {
    const readIds = () =>
      found()
        .map(({ id }) => id)
        .join()
    return watchLegacyWallets({ clock: this.#wallets.clock, readIds, onChange })
  }

  connect(
    found: readonly FoundWallet[],
    { connectorId, networkId, signal }: SourceConnectParameters,
  ): Promise<readonly Link[]> {
    return this.#wallets.request(connectorId, async () => {
      const wallet = this.#find(found, connectorId)
      const preferred = this.#networkIds.find((id) => id === networkId) ?? this.#networkIds[0]
      if (preferred === undefined) throw kitError('chainDisconnected')
      const link = this.#linkTo(connectorId, wallet, await wallet.connect(preferred))
      this.#wallets.disconnected.remove(connectorId)
      if (networkId !== undefined && preferred !== link.state().networkId)
        // an error is ignored: a wallet that does not switch its network is connected, too
        await link.switchNetwork?.({ networkId: preferred, signal }).catch(() => {})
      if (link.state().accounts.length > 0) return [link]
      link.close()
      throw kitError('providerDisconnected') // the wallet disconnected meanwhile
    })
  }

  restore(
    found: readonly FoundWallet[],
    { connectorId }: { connectorId: string },
  ): Promise<readonly Link[]> {
    return this.#wallets.request(connectorId, async () => {
      const wallet = this.#find(found, connectorId)
      if (this.#wallets.disconnected.has(connectorId)) return []
      const state = await wallet.read(this.#preferred())
      return state ? [this.#linkTo(connectorId, wallet, state)] : []
    })
  }

  #find(found: readonly FoundWallet[], connectorId: string): InstalledWallet {
    const required = this.#wallets.required(
      found.find(({ id }) => id === connectorId),
      connectorId,
    )
    const wallet = this.#known.get(required.wallet) ?? this.#create(required)
    this.#known.set(required.wallet, wallet)
    this.#wallets.follow(wallet, () => this.#listen(connectorId, wallet))
    return wallet
  }

  #create({ wallet, dialect }: FoundWallet): InstalledWallet {
    if (dialect === 'standard') return createStandardWallet(wallet, this.#networkIds)
    return dialect === 'unisat'
      ? createUnisatWallet(wallet)
      : createSatsConnectWallet(wallet, this.#networkIds)
  }

  /**
   * Connects a wallet that starts the connection itself: its owner has unlocked it, or has selected
   * this site in it.
   */
  #listen(connectorId: string, wallet: InstalledWallet): void {
    const isFree = () =>
      !this.#wallets.disconnected.has(connectorId) && this.#wallets.isFree(connectorId)
    const adopt = async () => {
      const state = await wallet.read(this.#preferred())
      if (state && isFree()) this.#wallets.adopt(this.#linkTo(connectorId, wallet, state))
    }
    wallet.listen((change) => {
      // an error is ignored: no caller could get it
      if (change === 'changed' && isFree()) void adopt().catch(() => {})
    })
  }

  /** The visitor's network, if it is one of this namespace. */
  #preferred(): NetworkId | undefined {
    const { networkId } = this.#kit.getState()
    return this.#networkIds.find((id) => id === networkId)
  }

  #linkTo(connectorId: string, wallet: InstalledWallet, state: WalletState): Link {
    const { accounts, networkId, networkIds } = state
    return createBitcoinLink({
      connectorId,
      wallet,
      state: { accounts, networkId, ...(networkIds && { networkIds }) },
      disconnectWallet: () =>
        // if the wallet fails to disconnect, it still shares its accounts; the kit ignores them
        this.#wallets.disconnect(connectorId, () => wallet.disconnect().catch(() => {})),
    })
  }
}
