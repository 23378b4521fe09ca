import { formatAccountId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { ConnectorSource, Link } from '../../core/contracts/connectorSource.ts'
import { loadCode } from '../../core/page/loadCode.ts'
import { readDevice } from '../../core/page/device.ts'
import type { RemoteFacet } from '../../core/contracts/facets/remote.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { lazily } from '../../core/page/lazily.ts'
import { ownUrl } from '../../core/options/ownUrl.ts'
import { takeLinks } from '../../session/links.ts'
import type { WalletConnect } from '../walletconnect/createWalletConnect.ts'
import type { RequestedNamespaces, Session } from '../walletconnect/session.ts'
import type { SessionEvent } from '../walletconnect/sessionBook.ts'
import { phoneIdOf, topicIn, walletConnectId } from './connectionId.ts'
import { addressesOf } from './grants.ts'
import { createPhoneCodes } from './phoneCodes.ts'
import { createPhoneLink } from './phoneLink.ts'
import type { PhoneLink } from './phoneLink.ts'
import { createPhoneMemory } from './phoneMemory.ts'
import { forgetOtherWallet, forgetSession, rememberAnswer } from './rememberWallet.ts'

/** A connected phone, with its links by namespace. */
type Phone = {
  topic: string
  connectorId: string
  isLate: boolean
  links: Map<Namespace, PhoneLink>
}

type Opening = { connectorId?: string; preferredNetworkId?: NetworkId; isLate?: boolean }

/**
 * Makes the source of phones over one client. The client has the sessions. The source makes a link
 * for each of their namespaces for which the site has an adapter.
 */
export function createPhones(
  kit: Kit,
  start = startClient,
): Required<Pick<ConnectorSource, 'prepare' | 'preconnect' | 'connect' | 'restore'>> {
  const {
    storage: { raw },
    clock,
    adapters,
    networks,
  } = kit.context
  const memory = createPhoneMemory(raw)
  const phones = new Map<string, Phone>()
  const facets = lazily(async () => {
    const loaded = adapters
      .filter(({ facets }) => facets.includes('remote'))
      .map(async (adapter) => [adapter.namespace, await adapter.load('remote')] as const)
    return new Map<Namespace, RemoteFacet>(
      (await Promise.all(loaded)).flatMap(([namespace, facet]) =>
        facet ? [[namespace, facet] as const] : [],
      ),
    )
  })
  const client = lazily(async (): Promise<WalletConnect> => {
    // loads in parallel with the facets, but starts after them, so that no event is lost
    void import('../walletconnect/createWalletConnect.ts').catch(() => {})
    const rules = await facets()
    const sign = await start(kit)
    sign.subscribe((event) => follow(sign, rules, event))
    const { api } = kit.context
    if (api)
      sign.clientId().then(
        (id) => (api.clientId = id),
        () => {},
      ) // without the browser's key cryptography, there is no relay either
    return sign
  })
  const codes = createPhoneCodes({
    client,
    storage: raw,
    clock,
    isUseful: async (session) => isUseful(await facets(), session),
    onLate: (topic) => welcomeLate(topic),
  })

  const isUseful = (rules: ReadonlyMap<Namespace, RemoteFacet>, session: Session) =>
    [...rules].some(
      ([namespace, facet]) => facet.readAccounts(addressesOf(session, namespace)).length > 0,
    )
  const alive = (sign: WalletConnect, rules: ReadonlyMap<Namespace, RemoteFacet>) =>
    sign.sessions().filter((session) => isUseful(rules, session))

  /**
   * The connector id of a phone. The first one is `walletConnect`, each other one has an id of its
   * own.
   */
  function nameOf(sign: WalletConnect, topic: string): string {
    const first = memory.first()
    const isFirstConnected =
      first !== undefined &&
      first !== topic &&
      sign.sessions().some((session) => session.topic === first)
    // it may also be a phone of the site's own connector
    const isTaken = [...kit.context.links.all.values()].some(
      ({ link }) => link.connectorId === walletConnectId,
    )
    if (
      isFirstConnected ||
      isTaken ||
      [...phones.values()].some(
        (phone) => phone.connectorId === walletConnectId && phone.topic !== topic,
      )
    )
      return phoneIdOf(topic)
    memory.setFirst(topic)
    return walletConnectId
  }

  /** The links of a session: the existing ones, and a new one for each namespace without a link. */
  async function open(
    session: Session,
    { connectorId, preferredNetworkId: wanted, isLate = false }: Opening,
  ): Promise<readonly Link[]> {
    const [sign, rules] = [await client(), await facets()]
    const { topic } = session
    // the session ended during the load
    if (!sign.sessions().some((session) => session.topic === topic)) return []
    const phone = phones.get(topic) ?? {
      topic,
      connectorId: connectorId ?? nameOf(sign, topic),
      isLate,
      links: new Map(),
    }
    phones.set(topic, phone)
    if (phone.connectorId === walletConnectId) memory.setFirst(topic)
    const { name, redirect } = session.peer.metadata
    rememberAnswer(raw, topic, { name, ...redirect })
    for (const [namespace, facet] of rules) {
      const isLinked =
        facet.readAccounts(addressesOf(session, namespace)).length > 0 &&
        !memory.isDisconnected(topic, namespace)
      if (!isLinked || phone.links.has(namespace)) continue
      const own = networks
        .filter((network) => network.namespace === namespace)
        .map(({ networkId }) => networkId)
      const adapter = adapters.find((adapter) => adapter.namespace === namespace)
      if (!adapter) continue
      phone.links.set(
        namespace,
        createPhoneLink({
          sign,
          facet,
          adapter,
          memory,
          raw,
          phone,
          namespace,
          own,
          preferredNetworkId: wanted,
          leave: () => leave(phone, namespace),
        }),
      )
    }
    return [...phone.links.values()].map(({ link }) => link)
  }

  /**
   * Ends the use of a session by one namespace. The last one ends the session and notifies the
   * wallet.
   */
  async function leave(phone: Phone, namespace: Namespace): Promise<void> {
    phone.links.delete(namespace)
    if (phone.links.size > 0) return memory.leave(phone.topic, namespace)
    end(phone)
    await (await client()).disconnect({ topic: phone.topic })
  }

  function end({ topic }: Phone): void {
    phones.delete(topic)
    memory.forget(topic)
    forgetSession(raw, topic)
  }

  function follow(
    sign: WalletConnect,
    rules: ReadonlyMap<Namespace, RemoteFacet>,
    event: SessionEvent,
  ): void {
    if (event.type === 'added') return welcomeLate(event.topic)
    const phone = phones.get(event.topic)
    if (!phone) return
    if (event.type === 'ended') {
      end(phone)
      for (const { notify } of phone.links.values()) notify(undefined)
    }
    if (event.type === 'event')
      for (const { handleEvent } of phone.links.values()) handleEvent(event)
    if (event.type !== 'changed') return
    const session = sign.sessions().find((session) => session.topic === event.topic)
    for (const [namespace, { link, notify }] of [...phone.links]) {
      const isLinked =
        session !== undefined &&
        (rules.get(namespace)?.readAccounts(addressesOf(session, namespace)).length ?? 0) > 0
      if (!isLinked) phone.links.delete(namespace)
      notify(isLinked ? link.state() : undefined)
    }
    // a wallet may grant a namespace later
    if (session)
      void open(session, {}).then(
        (links) => takeLinks(kit, links),
        () => {},
      ) // code that fails to load now is requested again at the next change
  }

  /** Connects a phone that approved late. After a failure, the next visit tries it again. */
  const welcomeLate = (topic: string) => void takeLate(topic).catch(() => {})

  /**
   * Connects a phone that approved a code that was no longer shown: the phone believes that it is
   * connected.
   */
  async function takeLate(topic: string): Promise<void> {
    const [sign, rules] = [await client(), await facets()]
    const session = sign.sessions().find((session) => session.topic === topic)
    if (!session || phones.has(topic)) return
    if (isUseful(rules, session)) takeLinks(kit, await open(session, { isLate: true }))
    else await sign.disconnect({ topic }).catch(() => {}) // it has no account that the site can use
  }

  /**
   * The request to every phone: all namespaces for which the site has adapters, the visitor's
   * network first.
   */
  async function requestedNamespaces(networkId: NetworkId): Promise<RequestedNamespaces> {
    const rules = await facets()
    return Object.fromEntries(
      [...rules].map(([namespace, { methods, events }]) => {
        const chains = networks
          .filter((network) => network.namespace === namespace)
          .map((network) => network.networkId)
        return [
          namespace,
          {
            chains: [...chains].sort((a, b) => Number(b === networkId) - Number(a === networkId)),
            methods,
            events,
          },
        ]
      }),
    )
  }

  return {
    // so that a code is shown sooner; a failed load is repeated later
    prepare: () => void client().catch(() => {}),
    preconnect: () =>
      void client().then(
        (sign) => sign.preconnect(),
        () => {},
      ), // a failed load is repeated later

    async connect({ networkId = kit.getState().networkId, wallet, signIn, signal, onStep }) {
      forgetOtherWallet(raw, wallet?.name)
      const { isIosSafari, isTelegram } = readDevice()
      const namespaces = await requestedNamespaces(networkId)
      const rules = [...(await facets()).values()]
      const hasPlaceholders = rules.every((facet) => facet.placeholder !== undefined)
        ? rules[0]?.placeholder
        : undefined
      const prepare =
        signIn && hasPlaceholders !== undefined
          ? () => signIn.prepare({ chainId: networkId, accountAddress: hasPlaceholders })
          : undefined
      const parameters = {
        namespaces,
        signal,
        keepPairing: isIosSafari || isTelegram,
        signIn: prepare,
      }
      const { session, cacaos } = await codes.propose(parameters, (pairing) =>
        onStep?.({ type: 'pairing', ...pairing }),
      )
      const signed =
        cacaos.length > 0
          ? cacaos.map(
              (await loadCode(import('../walletconnect/authentication/sessionOf.ts'))).sessionOf,
            )
          : []
      // a site accepts a nonce once: the first message counts
      const sorted = [...signed].sort(
        (a, b) => Number(b.data.chainId === networkId) - Number(a.data.chainId === networkId),
      )
      const links = await open(session, {
        preferredNetworkId: sorted[0]?.data.chainId ?? networkId,
      })
      if (sorted.length > 0 && links.length > 0) await signIn?.storeSessions(sorted, signal)
      // A phone beside this screen is still in the visitor's hand. On one device, the visitor is
      // back in the browser, which opens a wallet only on a press.
      if (hasPlaceholders === undefined && !readDevice().isPhone)
        signIn?.promptNext(links.flatMap(accountIdOf))
      return links
    },

    async restore({ connectorId }) {
      const [sign, rules] = [await client(), await facets()]
      const own = topicIn(connectorId)
      const free = () =>
        alive(sign, rules).filter(
          ({ topic }) => (phones.get(topic)?.connectorId ?? connectorId) === connectorId,
        )
      if (!own && free().length === 0) await sign.catchUp()
      const known = own ?? memory.first()
      const session =
        free().find(({ topic }) => topic === known) ?? (own ? undefined : free().at(-1))
      return session ? open(session, { connectorId }) : []
    },
  }
}

/** The account of a link that is in use. */
const accountIdOf = (link: Link) => {
  const {
    accounts: [address],
    networkId,
  } = link.state()
  return address === undefined ? [] : [formatAccountId(networkId, address)]
}

/** The client over the site's relay. */
async function startClient({ context: { options, storage, clock } }: Kit): Promise<WalletConnect> {
  const relayUrl = ownUrl(options.services?.relay ?? '').replace(/^http/, 'ws')
  if (!relayUrl) throw new TypeError('there is no source of phones without a relay')
  const { metadata } = options
  // a phone needs complete URLs, as it has no page
  const icons = metadata.icons?.map((icon) => new URL(icon, metadata.url).href)
  return (await loadCode(import('../walletconnect/createWalletConnect.ts'))).createWalletConnect({
    ...options,
    metadata: { ...metadata, ...(icons && { icons }) },
    relayUrl,
    storage: storage.raw,
    clock,
  })
}
