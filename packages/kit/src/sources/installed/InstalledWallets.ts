import type { Namespace } from '@latchkey/protocol/namespace'
import type { Link } from '../../core/contracts/connectorSource.ts'
import { kitError } from '../../core/errors/errors.ts'
import { contextOf } from '../../core/kit/context.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { Clock } from '../../core/page/clock.ts'
import { readStored, writeStored } from '../../core/storage/storage.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import { toWalletError } from '../../core/requests/walletError.lazy.ts'
import { linkOf, takeLinks } from '../../session/links.ts'

/**
 * Milliseconds for which a disconnect waits for the wallet's answer. Most wallets answer at once or
 * never.
 */
const disconnectLimit = 100

/**
 * The rules for wallets of this browser that are the same on every chain: which wallets have an
 * open request, which ones the visitor has disconnected, and when the kit accepts a connection that
 * a wallet starts by itself. The messages to a wallet are in the chain's own code.
 */
export class InstalledWallets {
  /** The wallets that the visitor has disconnected. A reload does not reconnect them. */
  readonly disconnected: DisconnectedWallets
  readonly clock: Clock
  readonly #kit: Kit
  readonly #namespace: Namespace
  /** Connector ids with an open request. Events of their wallets belong to that request. */
  readonly #requested = new Set<string>()
  readonly #followed = new Set<unknown>()

  constructor(kit: Kit, namespace: Namespace) {
    const { storage, clock } = contextOf(kit)
    this.#kit = kit
    this.#namespace = namespace
    this.clock = clock
    this.disconnected = createDisconnectedWallets(storage.raw)
  }

  /**
   * Returns the wallet that was found for a connector.
   * @throws KitError connectorNotFound
   */
  required<wallet>(found: wallet | undefined, connectorId: string): wallet {
    if (found === undefined) throw kitError('connectorNotFound', { connectorId })
    return found
  }

  /**
   * Runs a request to a wallet. Until it ends, events of the wallet belong to the request and do
   * not start a connection.
   * @throws KitError the wallet's errors
   */
  async request<value>(connectorId: string, task: () => Promise<value>): Promise<value> {
    this.#requested.add(connectorId)
    try {
      return await task()
    } catch (error) {
      throw toWalletError(error)
    } finally {
      this.#requested.delete(connectorId)
    }
  }

  /**
   * Disconnects a wallet, and waits a moment for its answer. Stores that the visitor disconnected
   * it, because most wallets would still answer with their accounts.
   */
  async disconnect(
    connectorId: string,
    notifyWallet: () => Promise<unknown> | undefined,
  ): Promise<void> {
    this.disconnected.add(connectorId)
    await Promise.race([
      notifyWallet(),
      new Promise<void>((resolve) => this.clock.setTimeout(resolve, disconnectLimit)),
    ])
  }

  /** Runs `listen` at the first call with a wallet, so that a wallet gets its listeners once. */
  follow(wallet: unknown, listen: () => void): void {
    if (this.#followed.has(wallet)) return
    this.#followed.add(wallet)
    listen()
  }

  /**
   * Whether a wallet has no open request and no connection. Only then can its event start a
   * connection.
   */
  isFree(connectorId: string): boolean {
    return !this.#requested.has(connectorId) && !linkOf(this.#kit, this.#namespace, connectorId)
  }

  /** Accepts a connection that a wallet has started by itself. */
  adopt(link: Link): void {
    takeLinks(this.#kit, [link])
  }
}

/**
 * The wallets that the visitor has disconnected, by connector id. A reload does not reconnect them.
 */
type DisconnectedWallets = {
  has(connectorId: string): boolean
  add(connectorId: string): void
  remove(connectorId: string): void
}

/**
 * Stores the wallets in the kit's storage, for all tabs of the site. An invalid value counts as
 * empty.
 */
function createDisconnectedWallets(raw: RawStorage): DisconnectedWallets {
  const all = (): readonly unknown[] => {
    const ids = readStored(raw, 'left-wallets')
    return Array.isArray(ids) ? ids : []
  }
  const write = (ids: readonly unknown[]) =>
    writeStored(raw, 'left-wallets', ids.length > 0 ? ids : undefined)
  const idsWithout = (connectorId: string) => all().filter((id) => id !== connectorId)
  return {
    has: (connectorId) => all().includes(connectorId),
    add: (connectorId) => write([...idsWithout(connectorId), connectorId]),
    remove: (connectorId) => write(idsWithout(connectorId)),
  }
}
