import type { Namespace } from '@latchkey/protocol/namespace'
import { linkOf } from '../../core/accounts/linkOf.ts'
import type { Link } from '../../core/contracts/connectorSource.ts'
import { kitError } from '../../core/errors/errors.ts'
import { contextOf } from '../../core/kit/context.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { Clock } from '../../core/page/clock.ts'
import { createDisconnectedWallets } from './disconnectedWallets.ts'
import type { DisconnectedWallets } from './disconnectedWallets.ts'
import { toWalletError } from '../../core/requests/walletError.lazy.ts'
import { takeLinks } from '../../session/links.ts'

/**
 * Milliseconds to wait until a wallet has processed a disconnect. Most wallets answer at once or
 * never.
 */
const disconnectLimit = 100

/**
 * The rules that hold for wallets of this browser on every chain: which of them has an open
 * request, which one the visitor has disconnected, and when a connection that a wallet starts
 * itself is taken over. How a wallet is spoken to is the chain's.
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
   * The wallet that is found for a connector.
   * @throws KitError connectorNotFound
   */
  required<wallet>(found: wallet | undefined, connectorId: string): wallet {
    if (found === undefined) throw kitError('connectorNotFound', { connectorId })
    return found
  }

  /**
   * Runs a request to a wallet. Events of the wallet belong to it meanwhile, also while an earlier
   * request is open: the visitor is to answer that one in the wallet.
   * @throws KitError what the wallet answers
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
   * Disconnects a wallet, and waits a moment for its answer. The kit stores that the site left it,
   * because most wallets still answer with their accounts.
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

  /** Runs `listen` for each wallet once. */
  follow(wallet: unknown, listen: () => void): void {
    if (this.#followed.has(wallet)) return
    this.#followed.add(wallet)
    listen()
  }

  /** Whether a wallet has no open request and no connection: its event starts a connection. */
  isFree(connectorId: string): boolean {
    return !this.#requested.has(connectorId) && !linkOf(this.#kit, this.#namespace, connectorId)
  }

  /** Takes over a connection that a wallet has started itself. */
  adopt(link: Link): void {
    takeLinks(this.#kit, [link])
  }
}
