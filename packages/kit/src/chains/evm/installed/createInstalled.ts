import * as times from '@latchkey/protocol/times'
import type { Connector, Link, SourceConnect } from '../../../core/connectorSource.ts'
import { readDevice } from '../../../core/device.ts'
import { kitError } from '../../../core/errors.ts'
import type { Kit } from '../../../core/kit.ts'
import { linkOf } from '../../../core/linkOf.ts'
import type { KitNetwork } from '../../../core/network.ts'
import { takeLinks } from '../../../connection/links.ts'
import { createInjectedLink } from '../injectedLink.ts'
import { moveWallet } from '../moveWallet.ts'
import { ask, isEmptyList, listen, readAddresses, toProvider } from '../provider/provider.ts'
import type { Provider } from '../provider/provider.ts'
import { toWalletError } from '../../../core/asking/walletError.ts'
import type { AnnouncedWallet } from './discovery.ts'
import { homeOf, legacyWallets } from './legacy.ts'
import { lookAgain } from './lookAgain.ts'
import { createLeftWallets } from '../../../core/asking/leftWallets.ts'

/** The wallets of this browser. `announced` are those that announced themselves. */
export type Installed = {
  /**
   * The connectors that the visitor can choose from, with wallets that never announce themselves.
   */
  list(announced: readonly AnnouncedWallet[]): readonly Connector[]
  /**
   * Calls back when wallets that never announce themselves come to the page, for as long as a
   * reconnect waits for one. @returns its end
   */
  lookAgain(announced: () => readonly AnnouncedWallet[], onChange: () => void): () => void
  /** @throws KitError connectorNotFound, what the wallet answers */
  connect(
    announced: readonly AnnouncedWallet[],
    parameters: SourceConnect,
  ): Promise<readonly Link[]>
  restore(
    announced: readonly AnnouncedWallet[],
    parameters: { connectorId: string },
  ): Promise<readonly Link[]>
}

/** Milliseconds to wait until a wallet has revoked its permission; most answer at once or never. */
const revokeLimit = 100

/** Requests accounts from the wallets of this browser. Sources: EIP-1193, EIP-1102, EIP-2255 */
export function createInstalled(kit: Kit, networks: readonly KitNetwork[]): Installed {
  const {
    storage: { raw },
    clock,
  } = kit.context
  /** Wallets with an open request; their events meanwhile belong to that request. */
  const asking = new Set<string>()
  /** The last accounts that each wallet reported in an event. */
  const said = new Map<string, unknown>()
  const followed = new Set<string>()
  /** The last restore of each provider. */
  const restoring = new WeakMap<
    Provider,
    { connectorId: string; since: number; end: Promise<void> }
  >()
  const left = createLeftWallets(raw)
  const onPage = (announced: readonly AnnouncedWallet[]) => [
    ...announced,
    ...legacyWallets(announced),
  ]

  function find(announced: readonly AnnouncedWallet[], connectorId: string): Provider {
    const wallet = onPage(announced).find(({ rdns }) => rdns === connectorId)
    if (!wallet) throw kitError('connectorNotFound', { connectorId })
    const provider = toProvider(wallet.provider)
    followReturn(connectorId, provider)
    return provider
  }

  async function linkTo(
    connectorId: string,
    provider: Provider,
    accounts: readonly string[],
  ): Promise<Link> {
    const chainId = await ask(provider, 'eth_chainId')
    // until now only `followReturn` listened to the wallet
    const later = said.get(connectorId)
    if (isEmptyList(later)) throw kitError('providerDisconnected')
    const named = readAddresses(later)
    return createInjectedLink({
      connectorId,
      provider,
      accounts: named.length > 0 ? named : accounts,
      chainId,
      leave: () => leave(connectorId, provider),
    })
  }

  /**
   * Disconnects. The site stores that it left, because most wallets go on answering with their
   * accounts.
   */
  async function leave(connectorId: string, provider: Provider): Promise<void> {
    left.add(connectorId)
    const asked = ask(provider, 'wallet_revokePermissions', [{ eth_accounts: {} }]).catch(
      (error: unknown) => {
        // few wallets know the method; a disconnected wallet did not get the request
        if (toWalletError(error).code === 'providerDisconnected') throw error
      },
    )
    await Promise.race([
      asked,
      new Promise<void>((resolve) => clock.setTimeout(resolve, revokeLimit)),
    ])
  }

  /** Connects a wallet that connects by itself, when its owner selects this site in the wallet. */
  function followReturn(connectorId: string, provider: Provider): void {
    if (followed.has(connectorId)) return
    followed.add(connectorId)
    const onReturn = () => {
      if (asking.has(connectorId) || linkOf(kit, 'eip155', connectorId)) return
      void takeUp(connectorId, provider).catch(() => {}) // no caller waits for it
    }
    const onAccounts = (data: unknown) => {
      said.set(connectorId, data)
      onReturn()
    }
    listen(provider, { connect: onReturn, accountsChanged: onAccounts })
  }

  async function takeUp(connectorId: string, provider: Provider): Promise<void> {
    said.delete(connectorId)
    const accounts = readAddresses(await ask(provider, 'eth_accounts'))
    if (accounts.length === 0 || asking.has(connectorId) || linkOf(kit, 'eip155', connectorId))
      return
    const link = await linkTo(connectorId, provider, accounts)
    left.remove(connectorId)
    takeLinks(kit, [link])
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
      // also if an earlier request is still open: the visitor was told to answer that one in the
      // wallet
      asking.delete(connectorId)
    }
  }

  /**
   * Runs the tasks of one provider one after another: several names of one provider are restored at
   * the same time, and many wallets answer only one request. A name that is tried again does not
   * wait for its own earlier request, and none for one that has hung for longer than a reconnect
   * takes.
   */
  function oneAtATime<value>(
    provider: Provider,
    connectorId: string,
    task: () => Promise<value>,
  ): Promise<value> {
    const before = restoring.get(provider)
    const isWaitedFor =
      before !== undefined &&
      before.connectorId !== connectorId &&
      clock.now() - before.since < times.reconnect
    const run = isWaitedFor ? before.end.then(task) : task()
    restoring.set(provider, {
      connectorId,
      since: clock.now(),
      end: run.then(
        () => {},
        () => {},
      ),
    })
    return run
  }

  async function restoreFrom(provider: Provider, connectorId: string): Promise<readonly Link[]> {
    if (left.has(connectorId)) return []
    said.delete(connectorId)
    const accounts = readAddresses(await ask(provider, 'eth_accounts'))
    return accounts.length > 0 ? [await linkTo(connectorId, provider, accounts)] : []
  }

  return {
    list(announced) {
      const wallets = onPage(announced)
      const home = readDevice().isPhone ? homeOf(wallets) : undefined
      return wallets.map(
        ({ rdns, name, icon }): Connector => ({
          id: rdns,
          name,
          icon,
          namespace: 'eip155',
          type: 'injected',
          ...(rdns === home && { isHome: true }),
        }),
      )
    },

    lookAgain: (announced, onChange) =>
      lookAgain({
        clock,
        look: () =>
          onPage(announced())
            .map(({ rdns }) => rdns)
            .join(),
        onChange,
      }),

    connect: (announced, { connectorId, networkId, signal }) =>
      whileAsking(connectorId, async () => {
        const provider = find(announced, connectorId)
        const accounts = await askForAccounts(provider)
        said.delete(connectorId) // its event is older than the visitor's decision
        const link = await linkTo(connectorId, provider, accounts)
        left.remove(connectorId)
        const wanted = networks.find((one) => one.networkId === networkId)
        // a wallet that stays on its network is connected all the same
        if (wanted && wanted.networkId !== link.state().networkId)
          await moveWallet({ link, network: wanted, signal }).catch(() => {})
        if (link.state().accounts.length > 0) return [link]
        link.close()
        throw kitError('providerDisconnected') // it disconnected meanwhile
      }),

    restore: (announced, { connectorId }) =>
      whileAsking(connectorId, async () => {
        const provider = find(announced, connectorId)
        return oneAtATime(provider, connectorId, () => restoreFrom(provider, connectorId))
      }),
  }
}

/**
 * Lets the visitor choose accounts if the wallet supports that, else requests them. @throws what
 * the wallet answers
 */
async function askForAccounts(provider: Provider): Promise<readonly string[]> {
  try {
    const permissions = await ask(provider, 'wallet_requestPermissions', [{ eth_accounts: {} }])
    const isGiven = Array.isArray(permissions) && permissions.length > 0
    const accounts = isGiven ? readAddresses(await ask(provider, 'eth_accounts')) : []
    if (accounts.length > 0) return accounts
  } catch (error) {
    const { code } = toWalletError(error)
    if (code === 'userRejected' || code === 'resourceUnavailable') throw error
  }
  const accounts = readAddresses(await ask(provider, 'eth_requestAccounts'))
  if (accounts.length === 0) throw kitError('providerDisconnected')
  return accounts
}
