import { formatNetworkId } from '@latchkey/protocol/caip'
import type { Config, Connector } from '@wagmi/core'
import type { AdapterHost } from '../../core/adapter.ts'
import { lazily } from '../../core/lazily.ts'
import { phoneIdOf, topicIn, walletConnectId } from '../../connection/wayOf.ts'
import type { Node } from './node.ts'
import { createPhoneCodes } from './phoneCodes.ts'
import { accountsOf } from './sessionAccounts.ts'
import { askedOf, walletConnectConnector } from './walletConnectConnector.ts'
import type { PhoneConnector } from './walletConnectConnector.ts'

/** The phones of a config: the first is connected as `walletConnect`, each other one under an id with its session's topic. */
export type PhoneBook = {
  /** The kit's own connector of an id, made when it is first asked for; undefined for others, and where the site has no relay. */
  find(connectorId: string): (Connector & PhoneConnector) | undefined
  /** Fetches the client for phones, and follows what comes of codes that nobody looks at. @throws what the import throws */
  prepare(): Promise<unknown>
}

type Parts = {
  config: Config
  host: AdapterHost
  node: Node
  /** Connects without asking anybody. */
  comeBack: (parameters: { connectorId: string }) => Promise<unknown>
}

/** Makes the connectors of phones over one client. */
export function createPhoneBook({ config, host, node, comeBack }: Parts): PhoneBook {
  const made = new Map<string, Connector & PhoneConnector>()
  const load = host.walletConnect
  const client = lazily(async () => {
    if (!load) throw new TypeError('nobody asks for phones where there is no relay')
    const sign = await load()
    sign.subscribe(({ type, topic }) => type === 'came' && onLate(topic))
    return sign
  })
  const late = new Set<string>()
  const onLate = (topic: string) => {
    late.add(topic)
    void takeUp()
  }
  const askNode = (chainId: number, method: string, params: unknown) => node.ask(formatNetworkId('eip155', chainId), method, params)
  const codes = createPhoneCodes({ client, storage: host.storage.raw, clock: host.clock, namespaces: askedOf(config.chains), onLate })

  function isHeld(topic: string, besides?: string): boolean {
    return [...config.state.connections.values()].some(({ connector }) => isPhone(connector) && connector.id !== besides && connector.topic() === topic)
  }

  function make(id: string): Connector & PhoneConnector {
    const parts = { id, own: topicIn(id), codes, client, storage: host.storage.raw, askNode, isHeld: (topic: string) => isHeld(topic, id), isLate: (topic: string) => late.has(topic) }
    const connector = config._internal.connectors.setup(walletConnectConnector(parts)) as Connector & PhoneConnector // wagmi's type knows no more than its own members
    made.set(id, connector)
    return connector
  }

  /** Connects phones that said yes when nobody looked: they believe that they are connected. */
  async function takeUp(): Promise<void> {
    const sessions = (await client()).sessions().filter((one) => accountsOf(one).length > 0)
    const back = (connectorId: string) => comeBack({ connectorId }).catch(() => {}) // nobody waits for it
    const left = () => sessions.filter(({ topic }) => !isHeld(topic))
    if (left().length > 0 && !config.connectors.some(({ id }) => id === walletConnectId && !made.has(id))) await back(walletConnectId)
    for (const { topic } of left()) await back(phoneIdOf(topic))
  }

  return {
    find: (connectorId) => (load && (connectorId === walletConnectId || topicIn(connectorId)) ? (made.get(connectorId) ?? make(connectorId)) : undefined),
    prepare: async () => load && client(),
  }
}

/** Whether it is the kit's own way to phones; a site's config may have another. */
export function isPhone(connector: Connector): connector is Connector & PhoneConnector {
  return 'propose' in connector && 'peer' in connector
}
