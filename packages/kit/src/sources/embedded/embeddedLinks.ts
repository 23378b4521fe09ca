import { getUser, signOut } from '@latchkey/protocol/frame/site'
import type { FrameParams } from '@latchkey/protocol/frame/frame'
import type { NetworkId } from '@latchkey/protocol/caip'
import { defaultNamespace } from '@latchkey/protocol/namespace'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { ChainAdapter } from '../../core/contracts/adapter.ts'
import type { Link, SourceConnectParameters } from '../../core/contracts/connectorSource.ts'
import type { RemoteFacet } from '../../core/contracts/facets/remote.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { SiwxSession } from '../../core/contracts/siwx.ts'
import type { Frame } from './createFrame.ts'
import { createEmbeddedLink } from './embeddedLink.ts'
import type { EmbeddedLink } from './embeddedLink.ts'
import { toFrameChain, toFrameMessage } from './frameChain.ts'
import { forgetLogin, recordUser, rememberedLogin, rememberLeftNamespace } from './memory.ts'
import type { Served } from './redirect/userOf.lazy.ts'
import {
  factsOf,
  readSmartAccountNetworks,
  siteAccountType,
  smartAccountNetworks,
} from './smartAccounts.ts'
import { rethrowFrameError } from './readFrameError.ts'
import { contextOf } from '../../core/kit/context.ts'
import { toAddresses } from '../../core/accounts/sharedAccount.ts'

type Options = {
  kit: Kit
  frame: Frame
  /** Sends a JSON-RPC call to the wallet, as the payload of RPC_REQUEST. */
  request: (call: FrameParams['RPC_REQUEST']) => Promise<unknown>
}

/**
 * A namespace to open: its adapter, its `remote` facet, and the site's networks in it, the
 * preferred one first.
 */
type Opening = Served & { adapter: ChainAdapter; facet: RemoteFacet }

/** The links of a login, one in each namespace of the site that the wallet supports. */
export class EmbeddedLinks {
  readonly #options: Options
  readonly #links = new Map<Namespace, EmbeddedLink>()
  /** The pending read of the account after the frame's last change event. */
  #refreshing: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Whether no namespace is open. */
  get isEmpty(): boolean {
    return this.#links.size === 0
  }

  /** Addresses of the connected accounts. */
  accounts(): readonly string[] {
    return [...this.#links.values()].flatMap(({ link }) => toAddresses(link.state().accounts))
  }

  /**
   * The namespaces to open: those of the site with wallets that are reached by messages, except
   * those that the visitor has disconnected.
   */
  served(): readonly Served[] {
    const { kit } = this.#options
    const { adapters, networks } = contextOf(kit)
    const { left = [], addresses } = rememberedLogin(kit) ?? {}
    // stored addresses come from the login, so a namespace that the site has added later has none
    const isNamed = (namespace: string) => !addresses || Object.hasOwn(addresses, namespace)
    return adapters.flatMap(({ namespace, facets }) => {
      const [first, ...others] = networks
        .filter((entry) => entry.namespace === namespace)
        .map(({ networkId }) => networkId)
      return first && facets.includes('remote') && !left.includes(namespace) && isNamed(namespace)
        ? [{ namespace, networkIds: [first, ...others] as const }]
        : []
    })
  }

  /** Opens the links of the login, the preferred network first. */
  async open(
    preferred?: NetworkId,
    { signal, signIn }: Pick<SourceConnectParameters, 'signal' | 'signIn'> = {},
  ): Promise<readonly Link[]> {
    const signed: SiwxSession[] = []
    // the preferred namespace is opened first, because a login signs in its first account
    const isPreferred = ({ networkIds }: Served) =>
      preferred !== undefined && networkIds.includes(preferred)
    const known = await this.#options.frame.namespaces(signal)
    const served = this.served()
      .filter(({ namespace }) => known.includes(namespace))
      .sort((entry, otherEntry) => Number(isPreferred(otherEntry)) - Number(isPreferred(entry)))
    for (const { namespace, networkIds } of served) {
      const adapter = this.#adapterOf(namespace)
      const facet = await adapter?.load('remote')
      if (!adapter || !facet) continue
      const sorted = [...networkIds].sort(
        (entry, otherEntry) => Number(otherEntry === preferred) - Number(entry === preferred),
      ) as unknown as typeof networkIds // the same elements in another order
      const opening = { namespace, networkIds: sorted, adapter, facet }
      const session = await this.#openNamespace(opening, { signal, signIn })
      if (session) signed.push(session)
    }
    if (signed.length > 0) await signIn?.storeSessions(signed, signal)
    return [...this.#links.values()].map(({ link }) => link)
  }

  /**
   * Calls `open` to read the accounts again after a change that the frame reported. Does nothing
   * without accounts.
   */
  refresh(open: () => Promise<unknown>): void {
    if (this.isEmpty) return
    this.#refreshing = open().then(
      () => {},
      () => {},
    ) // after a failure the earlier account stays, and its next request reports the failure
  }

  /** Ends all links. Calls `onCleared` before the listeners of the links are notified. */
  end(onCleared: () => void): void {
    const ended = [...this.#links.values()]
    this.#links.clear()
    onCleared()
    for (const { notify } of ended) notify(undefined)
  }

  #adapterOf(namespace: Namespace): ChainAdapter | undefined {
    return contextOf(this.#options.kit).adapters.find((entry) => entry.namespace === namespace)
  }

  /**
   * Opens the link of a namespace, or updates the existing one.
   * @param on the network of the account @default the link's, or the first of the site
   * @returns the sign-in that the wallet signed meanwhile, if any
   */
  async #openNamespace(
    opening: Opening,
    { signal, signIn }: Pick<SourceConnectParameters, 'signal' | 'signIn'>,
    on?: NetworkId,
  ): Promise<SiwxSession | undefined> {
    const { kit, frame } = this.#options
    const { namespace, networkIds, facet } = opening
    const chainId = on ?? this.#links.get(namespace)?.link.state().networkId ?? networkIds[0]
    const { placeholder } = facet
    const data =
      this.isEmpty && placeholder !== undefined
        ? await signIn?.prepare({ chainId, accountAddress: placeholder })
        : undefined
    const answer = await frame
      .request(
        getUser,
        {
          chainId: toFrameChain(chainId),
          ...siteAccountType(kit, namespace),
          ...(data && { siwxMessage: toFrameMessage(data) }),
        },
        { signal },
      )
      .catch(rethrowFrameError)
    const { address, accountAddresses, message, signature, preferredAccountType } = answer
    const facts = { ...factsOf(answer), networkId: chainId }
    this.#setAccount(opening, {
      address,
      ...(accountAddresses && { accountAddresses }),
      facts,
      ...recordUser(kit, answer),
    })
    // the login does not wait: the frame may have to ask nodes first
    if (preferredAccountType && namespace === defaultNamespace) void this.#readNetworks()
    return data && message !== undefined && signature !== undefined
      ? { data: { ...data, accountAddress: address }, message, signature }
      : undefined
  }

  /** Reads on which networks the wallet has smart accounts, and notifies the links. */
  async #readNetworks(): Promise<void> {
    const { kit, frame } = this.#options
    if (await readSmartAccountNetworks(kit, frame))
      for (const { republish } of this.#links.values()) republish()
  }

  #setAccount(opening: Opening, account: Parameters<EmbeddedLink['notify']>[0] & object): void {
    const { namespace } = opening
    const existing = this.#links.get(namespace)
    if (existing) return existing.notify(account)
    const link = createEmbeddedLink({
      ...this.#options,
      ...opening,
      account,
      refreshed: () => this.#refreshing,
      reread: async (signal, on) => void (await this.#openNamespace(opening, { signal }, on)),
      smartAccountNetworks: () => smartAccountNetworks(this.#options.kit, namespace),
      leave: () => this.#leave(namespace),
    })
    this.#links.set(namespace, link)
  }

  /** Ends the use of the login in one namespace. In the last namespace, ends the login. */
  async #leave(namespace: Namespace): Promise<void> {
    const { kit, frame } = this.#options
    this.#links.delete(namespace)
    if (!this.isEmpty) return rememberLeftNamespace(kit, namespace)
    forgetLogin(kit)
    await frame.request(signOut, undefined)
  }
}
