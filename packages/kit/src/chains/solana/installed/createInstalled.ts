import type { NetworkId } from '@latchkey/protocol/caip'
import { createDisconnectedWallets } from '../../../core/requests/disconnectedWallets.ts'
import { toWalletError } from '../../../core/requests/walletError.lazy.ts'
import type { Link, SourceConnectParameters } from '../../../core/contracts/connectorSource.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { linkOf } from '../../../core/accounts/linkOf.ts'
import type { KitNetwork } from '../../../core/contracts/network.ts'
import { takeLinks } from '../../../session/links.ts'
import { standardChainOf } from '../provider/networks.ts'
import {
  accountsIn,
  accountsOf,
  chainsOf,
  featureOf,
  partOf,
  callFeature,
} from '../provider/wallet.ts'
import { createStandardLink } from '../standardLink.ts'
import type { RegisteredWallet } from './discovery.ts'
import { contextOf } from '../../../core/kit/context.ts'

/** The wallets of this browser that registered themselves. */
export type Installed = {
  /** @throws KitError connectorNotFound, what the wallet answers */
  connect(
    registered: readonly RegisteredWallet[],
    parameters: SourceConnectParameters,
  ): Promise<readonly Link[]>
  restore(
    registered: readonly RegisteredWallet[],
    parameters: { connectorId: string },
  ): Promise<readonly Link[]>
}

/** Milliseconds to wait until a wallet has processed the disconnect. */
const disconnectLimit = 100

/**
 * Creates the requests to this browser's wallets. Wallet Standard: `standard:connect` (silent
 * without a press of the visitor), or `solana:signIn` in its place.
 */
export function createInstalled(kit: Kit, networks: readonly KitNetwork[]): Installed {
  const {
    storage: { raw },
    clock,
  } = contextOf(kit)
  /** Connector ids with an open request. Events of their wallets belong to that request. */
  const openRequests = new Set<string>()
  const followed = new WeakSet<object>()
  const disconnectedWallets = createDisconnectedWallets(raw)

  function find(registered: readonly RegisteredWallet[], connectorId: string): object {
    const wallet = registered.find(({ id }) => id === connectorId)?.wallet
    if (!wallet) throw kitError('connectorNotFound', { connectorId })
    followReconnects(connectorId, wallet)
    return wallet
  }

  /**
   * The site's networks that a wallet supports.
   * @throws KitError chainDisconnected without any
   */
  function reachable(wallet: object): readonly [NetworkId, ...NetworkId[]] {
    const reported = chainsOf(wallet)
    const [first, ...otherNetworks] = networks
      .map(({ networkId }) => networkId)
      .filter((networkId) => reported.includes(standardChainOf(networkId)))
    if (!first) throw kitError('chainDisconnected')
    return [first, ...otherNetworks]
  }

  function linkTo(
    connectorId: string,
    wallet: object,
    accounts: readonly string[],
    preferred: NetworkId | undefined,
  ): Link {
    if (accounts.length === 0) throw kitError('providerDisconnected')
    const networkIds = reachable(wallet)
    const networkId =
      [preferred, kit.getState().networkId].find(
        (candidate) => candidate !== undefined && networkIds.includes(candidate),
      ) ?? networkIds[0]
    return createStandardLink({
      connectorId,
      wallet,
      addresses: accounts,
      networkId,
      networkIds,
      method: 'browser',
      disconnectWallet: () => disconnectWallet(connectorId, wallet),
    })
  }

  /**
   * Disconnects a wallet. The kit stores that the site left it, because a wallet without
   * `standard:disconnect` still answers with its accounts.
   */
  async function disconnectWallet(connectorId: string, wallet: object): Promise<void> {
    disconnectedWallets.add(connectorId)
    const disconnectFeature = featureOf(wallet, 'disconnect')
      ? callFeature(wallet, 'disconnect').catch(() => {})
      : undefined // a wallet that fails still shares its accounts; the site does not use them
    await Promise.race([
      disconnectFeature,
      new Promise<void>((resolve) => clock.setTimeout(resolve, disconnectLimit)),
    ])
  }

  /**
   * Takes over a connection that the wallet starts itself, when its owner unlocks it or selects
   * this site in it.
   */
  function followReconnects(connectorId: string, wallet: object): void {
    if (followed.has(wallet)) return
    followed.add(wallet)
    void callFeature(wallet, 'events', 'change', () => {
      const accounts = accountsOf(wallet).map(({ address }) => address)
      if (
        accounts.length === 0 ||
        openRequests.has(connectorId) ||
        disconnectedWallets.has(connectorId) ||
        linkOf(kit, 'solana', connectorId)
      )
        return
      try {
        takeLinks(kit, [linkTo(connectorId, wallet, accounts, undefined)])
      } catch {
        // it supports none of the site's networks
      }
    }).catch(() => {}) // such a wallet reports nothing
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
      openRequests.delete(connectorId)
    }
  }

  async function connectForAccounts(
    wallet: object,
    input?: { silent: true },
  ): Promise<readonly string[]> {
    const answer = await callFeature(wallet, 'connect', ...(input ? [input] : []))
    const reported = accountsIn(partOf(answer, 'accounts'))
    return (reported.length > 0 ? reported : accountsOf(wallet)).map(({ address }) => address)
  }

  return {
    connect: (registered, { connectorId, networkId, signIn, signal }) =>
      duringRequest(connectorId, async () => {
        const wallet = find(registered, connectorId)
        const networkIds = reachable(wallet)
        const preferred =
          networkId !== undefined && networkIds.includes(networkId) ? networkId : networkIds[0]
        if (signIn && featureOf(wallet, 'signIn')) {
          const { signInWith } = await import('../siws/signInWith.lazy.ts')
          const signed = await signInWith(wallet, { networkId: preferred, signIn })
          if (signed) {
            const walletAccounts = accountsOf(wallet)
              .map(({ address }) => address)
              .filter((address) => address !== signed.address)
            const link = linkTo(connectorId, wallet, [signed.address, ...walletAccounts], preferred)
            disconnectedWallets.remove(connectorId)
            if (signed.session) await signIn.storeSessions([signed.session], signal)
            return [link]
          }
        }
        const link = linkTo(connectorId, wallet, await connectForAccounts(wallet), preferred)
        disconnectedWallets.remove(connectorId)
        return [link]
      }),

    restore: (registered, { connectorId }) =>
      duringRequest(connectorId, async () => {
        const wallet = find(registered, connectorId)
        if (disconnectedWallets.has(connectorId)) return []
        const accounts = await connectForAccounts(wallet, { silent: true })
        return accounts.length > 0 ? [linkTo(connectorId, wallet, accounts, undefined)] : []
      }),
  }
}
