import type { NetworkId } from '@latchkey/protocol/caip'
import { createLeftWallets } from '../../../core/asking/leftWallets.ts'
import { toWalletError } from '../../../core/asking/walletError.ts'
import type { Link, SourceConnect } from '../../../core/connectorSource.ts'
import { kitError } from '../../../core/errors.ts'
import type { Kit } from '../../../core/kit.ts'
import { linkOf } from '../../../core/linkOf.ts'
import type { KitNetwork } from '../../../core/network.ts'
import { takeLinks } from '../../../connection/links.ts'
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

/** The wallets of this browser, by those that registered themselves. */
export type Installed = {
  /** @throws KitError connectorNotFound, what the wallet answers */
  connect(
    registered: readonly RegisteredWallet[],
    parameters: SourceConnect,
  ): Promise<readonly Link[]>
  restore(
    registered: readonly RegisteredWallet[],
    parameters: { connectorId: string },
  ): Promise<readonly Link[]>
}

/** Milliseconds to wait until a wallet has taken note that the site disconnects. */
const leaveLimit = 100

/**
 * Requests accounts from the wallets of this browser. Wallet Standard: `standard:connect`, silent
 * where nobody pressed anything, or `solana:signIn` in its place
 */
export function createInstalled(kit: Kit, networks: readonly KitNetwork[]): Installed {
  const {
    storage: { raw },
    clock,
  } = kit.context
  /** Wallets with an open request; what they report meanwhile belongs to that request. */
  const asking = new Set<string>()
  const followed = new WeakSet<object>()
  const left = createLeftWallets(raw)

  function find(registered: readonly RegisteredWallet[], connectorId: string): object {
    const wallet = registered.find(({ id }) => id === connectorId)?.wallet
    if (!wallet) throw kitError('connectorNotFound', { connectorId })
    followReturn(connectorId, wallet)
    return wallet
  }

  /**
   * The site's networks that a wallet knows. @throws KitError chainDisconnected where it knows none
   */
  function reachable(wallet: object): readonly [NetworkId, ...NetworkId[]] {
    const named = chainsOf(wallet)
    const [first, ...rest] = networks
      .map(({ networkId }) => networkId)
      .filter((networkId) => named.includes(standardChainOf(networkId)))
    if (!first) throw kitError('chainDisconnected')
    return [first, ...rest]
  }

  function linkTo(
    connectorId: string,
    wallet: object,
    accounts: readonly string[],
    wanted: NetworkId | undefined,
  ): Link {
    if (accounts.length === 0) throw kitError('providerDisconnected')
    const networkIds = reachable(wallet)
    const networkId =
      [wanted, kit.getState().networkId].find(
        (one) => one !== undefined && networkIds.includes(one),
      ) ?? networkIds[0]
    return createStandardLink({
      connectorId,
      wallet,
      accounts,
      networkId,
      networkIds,
      method: 'browser',
      leave: () => leave(connectorId, wallet),
    })
  }

  /**
   * Disconnects. The site stores that it left, as a wallet without `standard:disconnect` goes on
   * answering with its accounts.
   */
  async function leave(connectorId: string, wallet: object): Promise<void> {
    left.add(connectorId)
    const told = featureOf(wallet, 'disconnect')
      ? callFeature(wallet, 'disconnect').catch(() => {})
      : undefined // a wallet that fails shares its accounts still; the site does not use them
    await Promise.race([
      told,
      new Promise<void>((resolve) => clock.setTimeout(resolve, leaveLimit)),
    ])
  }

  /**
   * Connects a wallet that connects by itself, when its owner unlocks it or selects this site in
   * it.
   */
  function followReturn(connectorId: string, wallet: object): void {
    if (followed.has(wallet)) return
    followed.add(wallet)
    void callFeature(wallet, 'events', 'change', () => {
      const accounts = accountsOf(wallet).map(({ address }) => address)
      if (
        accounts.length === 0 ||
        asking.has(connectorId) ||
        left.has(connectorId) ||
        linkOf(kit, 'solana', connectorId)
      )
        return
      try {
        takeLinks(kit, [linkTo(connectorId, wallet, accounts, undefined)])
      } catch {
        // it knows none of the site's networks
      }
    }).catch(() => {}) // such a wallet reports nothing
  }

  async function whileAsking<value>(
    connectorId: string,
    task: () => Promise<value>,
  ): Promise<value> {
    asking.add(connectorId)
    try {
      return await task()
    } catch (error) {
      throw toWalletError(error)
    } finally {
      asking.delete(connectorId)
    }
  }

  async function shared(wallet: object, input?: { silent: true }): Promise<readonly string[]> {
    const answer = await callFeature(wallet, 'connect', ...(input ? [input] : []))
    const named = accountsIn(partOf(answer, 'accounts'))
    return (named.length > 0 ? named : accountsOf(wallet)).map(({ address }) => address)
  }

  return {
    connect: (registered, { connectorId, networkId, signIn, signal }) =>
      whileAsking(connectorId, async () => {
        const wallet = find(registered, connectorId)
        const networkIds = reachable(wallet)
        const wanted =
          networkId !== undefined && networkIds.includes(networkId) ? networkId : networkIds[0]
        if (signIn && featureOf(wallet, 'signIn')) {
          const { signInWith } = await import('../siws/signInWith.ts')
          const signed = await signInWith(wallet, { networkId: wanted, signIn })
          if (signed) {
            const others = accountsOf(wallet)
              .map(({ address }) => address)
              .filter((address) => address !== signed.address)
            const link = linkTo(connectorId, wallet, [signed.address, ...others], wanted)
            left.remove(connectorId)
            if (signed.session) await signIn.keep([signed.session], signal)
            return [link]
          }
        }
        const link = linkTo(connectorId, wallet, await shared(wallet), wanted)
        left.remove(connectorId)
        return [link]
      }),

    restore: (registered, { connectorId }) =>
      whileAsking(connectorId, async () => {
        const wallet = find(registered, connectorId)
        if (left.has(connectorId)) return []
        const accounts = await shared(wallet, { silent: true })
        return accounts.length > 0 ? [linkTo(connectorId, wallet, accounts, undefined)] : []
      }),
  }
}
