import type { NetworkId } from '@latchkey/protocol/caip'
import type {
  Link,
  SignInOnConnect,
  SourceConnectParameters,
} from '../../../core/contracts/connectorSource.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import type { KitNetwork } from '../../../core/contracts/network.ts'
import { InstalledWallets } from '../../../sources/installed/InstalledWallets.ts'
import { partOf } from '../../../core/requests/readParts.ts'
import { standardChainOf } from '../provider/networks.ts'
import { accountsIn, accountsOf, chainsOf, featureOf, callFeature } from '../provider/wallet.ts'
import { createStandardLink } from '../standardLink.ts'
import type { RegisteredWallet } from '../../../sources/installed/discoverWallets.ts'

/** The wallets of this browser that registered themselves. */
export type Installed = {
  /** @throws KitError connectorNotFound; the wallet's errors */
  connect(
    registered: readonly RegisteredWallet[],
    parameters: SourceConnectParameters,
  ): Promise<readonly Link[]>
  restore(
    registered: readonly RegisteredWallet[],
    parameters: { connectorId: string },
  ): Promise<readonly Link[]>
}

/**
 * Creates the requests to this browser's wallets, by the Wallet Standard: `standard:connect`, or
 * `solana:signIn` in its place. If the visitor did not start the connection, `standard:connect` is
 * silent.
 */
export const createInstalled = (kit: Kit, networks: readonly KitNetwork[]): Installed =>
  new SolanaInstalled(kit, networks)

class SolanaInstalled implements Installed {
  readonly #kit: Kit
  readonly #networks: readonly KitNetwork[]
  readonly #wallets: InstalledWallets

  constructor(kit: Kit, networks: readonly KitNetwork[]) {
    this.#kit = kit
    this.#networks = networks
    this.#wallets = new InstalledWallets(kit, 'solana')
  }

  connect(
    registered: readonly RegisteredWallet[],
    { connectorId, networkId, signIn, signal }: SourceConnectParameters,
  ): Promise<readonly Link[]> {
    return this.#wallets.request(connectorId, async () => {
      const wallet = this.#find(registered, connectorId)
      const networkIds = this.#reachable(wallet)
      const preferred =
        networkId !== undefined && networkIds.includes(networkId) ? networkId : networkIds[0]
      const link =
        (signIn && (await this.#signIn(connectorId, wallet, { preferred, signIn, signal }))) ??
        this.#linkTo(connectorId, wallet, await connectForAddresses(wallet), preferred)
      this.#wallets.disconnected.remove(connectorId)
      return [link]
    })
  }

  restore(
    registered: readonly RegisteredWallet[],
    { connectorId }: { connectorId: string },
  ): Promise<readonly Link[]> {
    return this.#wallets.request(connectorId, async () => {
      const wallet = this.#find(registered, connectorId)
      if (this.#wallets.disconnected.has(connectorId)) return []
      const addresses = await connectForAddresses(wallet, { silent: true })
      return addresses.length > 0 ? [this.#linkTo(connectorId, wallet, addresses, undefined)] : []
    })
  }

  /** Connects by a sign-in. Undefined if the wallet can't sign in, or returned no signature. */
  async #signIn(
    connectorId: string,
    wallet: object,
    {
      preferred,
      signIn,
      signal,
    }: {
      preferred: NetworkId
      signIn: SignInOnConnect
      signal: AbortSignal | undefined
    },
  ): Promise<Link | undefined> {
    if (!featureOf(wallet, 'signIn')) return undefined
    const { signInWith } = await import('../signInWith.lazy.ts')
    const signed = await signInWith(wallet, { networkId: preferred, signIn })
    if (!signed) return undefined
    const others = addressesOf(wallet).filter((address) => address !== signed.address)
    const link = this.#linkTo(connectorId, wallet, [signed.address, ...others], preferred)
    this.#wallets.disconnected.remove(connectorId)
    if (signed.session) await signIn.storeSessions([signed.session], signal)
    return link
  }

  #find(registered: readonly RegisteredWallet[], connectorId: string): object {
    const found = registered.find(({ id }) => id === connectorId)?.wallet
    const wallet = this.#wallets.required(found, connectorId)
    this.#wallets.follow(wallet, () => this.#listen(connectorId, wallet))
    return wallet
  }

  /**
   * Connects a wallet that starts the connection itself: its owner has unlocked it, or has selected
   * this site in it.
   */
  #listen(connectorId: string, wallet: object): void {
    void callFeature(wallet, 'events', 'change', () => {
      const addresses = addressesOf(wallet)
      if (
        addresses.length === 0 ||
        this.#wallets.disconnected.has(connectorId) ||
        !this.#wallets.isFree(connectorId)
      )
        return
      try {
        this.#wallets.adopt(this.#linkTo(connectorId, wallet, addresses, undefined))
      } catch {
        // the wallet supports none of the site's networks: it is not connected
      }
    }).catch(() => {}) // a wallet that throws here reports no changes
  }

  #linkTo(
    connectorId: string,
    wallet: object,
    addresses: readonly string[],
    preferred: NetworkId | undefined,
  ): Link {
    if (addresses.length === 0) throw kitError('providerDisconnected')
    const networkIds = this.#reachable(wallet)
    const networkId =
      [preferred, this.#kit.getState().networkId].find(
        (candidate) => candidate !== undefined && networkIds.includes(candidate),
      ) ?? networkIds[0]
    return createStandardLink({
      connectorId,
      wallet,
      addresses,
      networkId,
      networkIds,
      method: 'browser',
      disconnectWallet: () =>
        this.#wallets.disconnect(connectorId, () =>
          featureOf(wallet, 'disconnect')
            ? callFeature(wallet, 'disconnect').catch(() => {})
            : undefined,
        ), // if the wallet fails to disconnect, it still shares its accounts; the kit ignores them
    })
  }

  /**
   * The site's networks that a wallet supports.
   * @throws KitError chainDisconnected if the wallet supports none
   */
  #reachable(wallet: object): readonly [NetworkId, ...NetworkId[]] {
    const reported = chainsOf(wallet)
    const [first, ...otherNetworks] = this.#networks
      .map(({ networkId }) => networkId)
      .filter((networkId) => reported.includes(standardChainOf(networkId)))
    if (!first) throw kitError('chainDisconnected')
    return [first, ...otherNetworks]
  }
}

/** The addresses that a wallet currently shares with this page. */
const addressesOf = (wallet: object): readonly string[] =>
  accountsOf(wallet).map(({ address }) => address)

async function connectForAddresses(
  wallet: object,
  input?: { silent: true },
): Promise<readonly string[]> {
  const answer = await callFeature(wallet, 'connect', ...(input ? [input] : []))
  const reported = accountsIn(partOf(answer, 'accounts'))
  return (reported.length > 0 ? reported : accountsOf(wallet)).map(({ address }) => address)
}
