import { formatAccountId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type {
  ConnectorSource,
  Link,
  SourceConnectParameters,
} from '../../core/contracts/connectorSource.ts'
import { lazily, loadCode } from '../../core/page/loadCode.ts'
import { readDevice } from '../../core/page/device.ts'
import type { RemoteFacet } from '../../core/contracts/facets/remote.ts'
import type { SiwxSession } from '../../core/contracts/siwx.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { ownUrl } from '../../core/options/ownUrl.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import { takeLinks } from '../../session/links.ts'
import type { Cacao } from '../walletconnect/authentication/cacao.ts'
import type { WalletConnect } from '../walletconnect/createWalletConnect.lazy.ts'
import type { RequestedNamespaces, Session } from '../walletconnect/session.ts'
import type { SessionEvent } from '../walletconnect/sessionBook.ts'
import { phoneIdOf, topicIn, walletConnectId } from './connectionId.ts'
import { addressesOf } from './grants.ts'
import { createPhoneCodes } from './phoneCodes.ts'
import type { PhoneCodes } from './phoneCodes.ts'
import { createPhoneLink } from './phoneLink.ts'
import type { PhoneLink, PhoneLinkParts } from './phoneLink.ts'
import { createPhoneMemory } from './phoneMemory.ts'
import type { PhoneMemory } from './phoneMemory.ts'
import { forgetOtherWallet, forgetSession, rememberAnswer } from './rememberWallet.ts'
import { contextOf } from '../../core/kit/context.ts'

/** A connected phone, with its links by namespace. */
type Phone = {
  topic: string
  connectorId: string
  isLate: boolean
  links: Map<Namespace, PhoneLink>
}

type Opening = { connectorId?: string; preferredNetworkId?: NetworkId; isLate?: boolean }

/** The `remote` facets of the site's chains. */
type Facets = ReadonlyMap<Namespace, RemoteFacet>

/** The source of phones. */
export type Phones = Required<
  Pick<ConnectorSource, 'prepare' | 'preconnect' | 'connect' | 'restore'>
>

/**
 * Makes the source of phones over one client. The client stores the sessions. From each session,
 * the source makes a link for each namespace for which the site has an adapter.
 */
export function createPhones(kit: Kit, start = startClient): Phones {
  const phones = new ConnectedPhones(kit, start)
  return {
    prepare: () => phones.prepare(),
    preconnect: () => phones.preconnect(),
    connect: (parameters) => phones.connect(parameters),
    restore: (parameters) => phones.restore(parameters),
  }
}

class ConnectedPhones implements Phones {
  readonly #kit: Kit
  readonly #raw: RawStorage
  readonly #memory: PhoneMemory
  readonly #codes: PhoneCodes
  readonly #phones = new Map<string, Phone>()
  readonly #facets = lazily(() => loadFacets(this.#kit))
  readonly #client = lazily(() => this.#startClient())
  readonly #start: (kit: Kit) => Promise<WalletConnect>

  constructor(kit: Kit, start: (kit: Kit) => Promise<WalletConnect>) {
    const { storage, clock } = contextOf(kit)
    this.#kit = kit
    this.#start = start
    this.#raw = storage.raw
    this.#memory = createPhoneMemory(storage.raw)
    this.#codes = createPhoneCodes({
      client: this.#client,
      storage: storage.raw,
      clock,
      isUseful: async (session) => isUseful(await this.#facets(), session),
      onLate: (topic) => this.#welcomeLate(topic),
    })
  }

  /** Loads the client, so that a code is shown sooner. A failed load is repeated later. */
  prepare(): void {
    void this.#client().catch(() => {})
  }

  preconnect(): void {
    void this.#client().then(
      (sign) => sign.preconnect(),
      () => {}, // a failed load is repeated later
    )
  }

  async connect({
    networkId = this.#kit.getState().networkId,
    wallet,
    signIn,
    signal,
    onStep,
  }: SourceConnectParameters): Promise<readonly Link[]> {
    forgetOtherWallet(this.#raw, wallet?.name)
    const { isIosSafari, isTelegram } = readDevice()
    const facets = await this.#facets()
    const placeholder = placeholderOf(facets)
    const prepare =
      signIn && placeholder !== undefined
        ? () => signIn.prepare({ chainId: networkId, accountAddress: placeholder })
        : undefined
    const { session, cacaos } = await this.#codes.propose(
      {
        namespaces: this.#requestedNamespaces(facets, networkId),
        signal,
        keepPairing: isIosSafari || isTelegram,
        signIn: prepare,
      },
      (pairing) => onStep?.({ type: 'pairing', ...pairing }),
    )
    const signed = await signedSessions(cacaos, networkId)
    const links = await this.#open(session, {
      preferredNetworkId: signed[0]?.data.chainId ?? networkId,
    })
    if (signed.length > 0 && links.length > 0) await signIn?.storeSessions(signed, signal)
    // If the wallet is on another device, the visitor still has it in hand. If it is on this phone,
    // the visitor is back in the browser, which opens a wallet only on a press.
    if (placeholder === undefined && !readDevice().isPhone)
      signIn?.promptNext(links.flatMap(accountIdOf))
    return links
  }

  async restore({ connectorId }: { connectorId: string }): Promise<readonly Link[]> {
    const [sign, facets] = [await this.#client(), await this.#facets()]
    const own = topicIn(connectorId)
    const free = () =>
      sign
        .sessions()
        .filter(
          (session) =>
            isUseful(facets, session) &&
            (this.#phones.get(session.topic)?.connectorId ?? connectorId) === connectorId,
        )
    if (!own && free().length === 0) await sign.catchUp()
    const known = own ?? this.#memory.first()
    const session = free().find(({ topic }) => topic === known) ?? (own ? undefined : free().at(-1))
    return session ? this.#open(session, { connectorId }) : []
  }

  async #startClient(): Promise<WalletConnect> {
    // loads in parallel with the facets, but starts after them, so that no event is lost
    void import('../walletconnect/createWalletConnect.lazy.ts').catch(() => {})
    const facets = await this.#facets()
    const sign = await this.#start(this.#kit)
    sign.subscribe((event) => this.#follow(sign, facets, event))
    const { api } = contextOf(this.#kit)
    if (api)
      sign.clientId().then(
        (id) => (api.clientId = id),
        () => {},
      ) // it fails only in a browser without the needed cryptography, where the relay fails, too
    return sign
  }

  /**
   * The connector id of a phone: `walletConnect` for the first connected phone, an id of its own
   * for each further one.
   */
  #connectorIdOf(sign: WalletConnect, topic: string): string {
    const first = this.#memory.first()
    const isFirstConnected = first !== undefined && first !== topic && hasSession(sign, first)
    // a phone that the site's own connector has connected may also have this id
    const isTaken = [...contextOf(this.#kit).links.all.values()].some(
      ({ link }) => link.connectorId === walletConnectId,
    )
    const isOtherFirst = [...this.#phones.values()].some(
      (phone) => phone.connectorId === walletConnectId && phone.topic !== topic,
    )
    if (isFirstConnected || isTaken || isOtherFirst) return phoneIdOf(topic)
    this.#memory.setFirst(topic)
    return walletConnectId
  }

  /** Returns the links of a session. Makes a link for each namespace that has none yet. */
  async #open(
    session: Session,
    { connectorId, preferredNetworkId, isLate = false }: Opening,
  ): Promise<readonly Link[]> {
    const [sign, facets] = [await this.#client(), await this.#facets()]
    const { topic } = session
    if (!hasSession(sign, topic)) return [] // the session ended during the load
    const phone = this.#phones.get(topic) ?? {
      topic,
      connectorId: connectorId ?? this.#connectorIdOf(sign, topic),
      isLate,
      links: new Map(),
    }
    this.#phones.set(topic, phone)
    if (phone.connectorId === walletConnectId) this.#memory.setFirst(topic)
    const { name, redirect } = session.peer.metadata
    rememberAnswer(this.#raw, topic, { name, ...redirect })
    for (const [namespace, facet] of facets) {
      const isLinked =
        isUsefulIn(session, namespace, facet) && !this.#memory.isDisconnected(topic, namespace)
      if (isLinked && !phone.links.has(namespace))
        this.#addLink(phone, { sign, facet, namespace, preferredNetworkId })
    }
    return [...phone.links.values()].map(({ link }) => link)
  }

  #addLink(
    phone: Phone,
    parts: Pick<PhoneLinkParts, 'sign' | 'facet' | 'namespace' | 'preferredNetworkId'>,
  ): void {
    const { namespace } = parts
    const adapter = contextOf(this.#kit).adapters.find((entry) => entry.namespace === namespace)
    if (!adapter) return
    const link = createPhoneLink({
      ...parts,
      adapter,
      memory: this.#memory,
      raw: this.#raw,
      phone,
      own: networkIdsOf(this.#kit, namespace),
      leave: () => this.#leave(phone, namespace),
    })
    phone.links.set(namespace, link)
  }

  /**
   * Ends the use of a session in one namespace. In the last namespace, ends the session and
   * notifies the wallet.
   */
  async #leave(phone: Phone, namespace: Namespace): Promise<void> {
    phone.links.delete(namespace)
    if (phone.links.size > 0) return this.#memory.leave(phone.topic, namespace)
    this.#end(phone)
    await (await this.#client()).disconnect({ topic: phone.topic })
  }

  #end({ topic }: Phone): void {
    this.#phones.delete(topic)
    this.#memory.forget(topic)
    forgetSession(this.#raw, topic)
  }

  #follow(sign: WalletConnect, facets: Facets, event: SessionEvent): void {
    if (event.type === 'added') return this.#welcomeLate(event.topic)
    const phone = this.#phones.get(event.topic)
    if (!phone) return
    if (event.type === 'ended') {
      this.#end(phone)
      for (const { notify } of phone.links.values()) notify(undefined)
    }
    if (event.type === 'event')
      for (const { handleEvent } of phone.links.values()) handleEvent(event)
    if (event.type === 'changed') this.#update(phone, sign, facets)
  }

  /** Updates the links of a phone whose session has changed. */
  #update(phone: Phone, sign: WalletConnect, facets: Facets): void {
    const session = sign.sessions().find(({ topic }) => topic === phone.topic)
    for (const [namespace, { link, notify }] of [...phone.links]) {
      const isLinked =
        session !== undefined && isUsefulIn(session, namespace, facets.get(namespace))
      if (!isLinked) phone.links.delete(namespace)
      notify(isLinked ? link.state() : undefined)
    }
    // the wallet may have granted another namespace
    if (session)
      void this.#open(session, {}).then(
        (links) => takeLinks(this.#kit, links),
        () => {},
      ) // after a failed load, the next change of the session tries again
  }

  /** Connects a phone that approved late. After a failure, the next visit tries again. */
  #welcomeLate(topic: string): void {
    void this.#takeLate(topic).catch(() => {})
  }

  /**
   * Connects a phone that approved a code that was no longer shown, because the phone shows the
   * site as connected.
   */
  async #takeLate(topic: string): Promise<void> {
    const [sign, facets] = [await this.#client(), await this.#facets()]
    const session = sign.sessions().find((session) => session.topic === topic)
    if (!session || this.#phones.has(topic)) return
    if (isUseful(facets, session)) takeLinks(this.#kit, await this.#open(session, { isLate: true }))
    else await sign.disconnect({ topic }).catch(() => {}) // it has no account that the site can use
  }

  /**
   * The namespaces that a code requests: all for which the site has adapters, each with the
   * visitor's network first.
   */
  #requestedNamespaces(facets: Facets, networkId: NetworkId): RequestedNamespaces {
    return Object.fromEntries(
      [...facets].map(([namespace, { methods, events }]) => {
        const chains = [...networkIdsOf(this.#kit, namespace)].sort(
          (a, b) => Number(b === networkId) - Number(a === networkId),
        )
        return [namespace, { chains, methods, events }]
      }),
    )
  }
}

/** Loads the `remote` facet of every chain of the site that has one. */
async function loadFacets(kit: Kit): Promise<Facets> {
  const { adapters } = contextOf(kit)
  const loaded = adapters
    .filter(({ facets }) => facets.includes('remote'))
    .map(async (adapter) => [adapter.namespace, await adapter.load('remote')] as const)
  return new Map<Namespace, RemoteFacet>(
    (await Promise.all(loaded)).flatMap(([namespace, facet]) =>
      facet ? [[namespace, facet] as const] : [],
    ),
  )
}

/** The site's networks of a namespace. */
const networkIdsOf = (kit: Kit, namespace: Namespace) => {
  const { networks } = contextOf(kit)
  return networks
    .filter((network) => network.namespace === namespace)
    .map(({ networkId }) => networkId)
}

const hasSession = (sign: WalletConnect, topic: string) =>
  sign.sessions().some((session) => session.topic === topic)

/** Whether a session has an account that the site can use. */
const isUseful = (facets: Facets, session: Session) =>
  [...facets].some(([namespace, facet]) => isUsefulIn(session, namespace, facet))

const isUsefulIn = (session: Session, namespace: Namespace, facet: RemoteFacet | undefined) =>
  (facet?.readAccounts(addressesOf(session, namespace), session.properties).length ?? 0) > 0

/**
 * The placeholder address for a sign-in that a wallet signs as it approves a code. Undefined if one
 * of the site's chains has none.
 */
function placeholderOf(facets: Facets): string | undefined {
  const [first, ...others] = [...facets.values()].map(({ placeholder }) => placeholder)
  return others.includes(undefined) ? undefined : first
}

/**
 * Makes sessions of the site from the messages that a wallet signed as it approved. The message for
 * the visitor's network is first: all have the same nonce, which a site accepts only once, so only
 * the first counts.
 */
async function signedSessions(
  cacaos: readonly Cacao[],
  networkId: NetworkId,
): Promise<readonly SiwxSession[]> {
  if (cacaos.length === 0) return []
  const { sessionOf } = await loadCode(import('../walletconnect/authentication/sessionOf.lazy.ts'))
  return cacaos
    .map(sessionOf)
    .sort((a, b) => Number(b.data.chainId === networkId) - Number(a.data.chainId === networkId))
}

/** The id of the account that a link has selected. */
const accountIdOf = (link: Link) => {
  const {
    accounts: [account],
    networkId,
  } = link.state()
  return account ? [formatAccountId(networkId, account.address)] : []
}

/** The client over the site's relay. */
async function startClient(kit: Kit): Promise<WalletConnect> {
  const { options, storage, clock } = contextOf(kit)
  const relayUrl = ownUrl(options.services?.relay ?? '').replace(/^http/, 'ws')
  if (!relayUrl) throw new TypeError('there is no source of phones without a relay')
  const { metadata } = options
  // a phone can't resolve paths of the site, so it gets complete URLs
  const icons = metadata.icons?.map((icon) => new URL(icon, metadata.url).href)
  return (
    await loadCode(import('../walletconnect/createWalletConnect.lazy.ts'))
  ).createWalletConnect({
    ...options,
    metadata: { ...metadata, ...(icons && { icons }) },
    relayUrl,
    storage: storage.raw,
    clock,
  })
}
