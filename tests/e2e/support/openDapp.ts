/** A site's end of a WalletConnect session, made with a published client. */
import { SignClient } from '@walletconnect/sign-client'

type Client = InstanceType<typeof SignClient>

export type Dapp = {
  client: Client
  /** Creates a code. `approval` settles when the phone has answered. */
  propose: (namespaces: {
    required?: RequestedNamespaces
    optional?: RequestedNamespaces
  }) => Promise<{ uri: string; approval: Promise<DappSession> }>
  /** Sends a request to the wallet of a session. */
  request: (
    session: { topic: string },
    method: string,
    params: unknown,
    chainId?: string,
  ) => Promise<unknown>
  /** The next event of this name. */
  next: (name: Parameters<Client['once']>[0]) => Promise<{ topic: string; params?: unknown }>
  close: () => Promise<void>
}
export type DappSession = ReturnType<Client['session']['get']>
type RequestedNamespaces = Record<string, { chains: string[]; methods: string[]; events: string[] }>

/** The usual request of a site, on both of the devnet's EVM chains. */
export const usualNamespaces = {
  eip155: {
    chains: ['eip155:31337', 'eip155:31338'],
    methods: [
      'personal_sign',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
    ],
    events: ['accountsChanged', 'chainChanged'],
  },
}

let opened = 0

/** Opens a client that stores nothing and connects only to the relay. */
export async function openDapp(relayUrl: string): Promise<Dapp> {
  const client = new SignClient({
    relayUrl,
    metadata: {
      name: 'Ferry Lane',
      description: 'A bakery',
      url: 'https://ferry-lane.example',
      icons: [],
    },
    customStoragePrefix: `dapp-${++opened}`,
    storageOptions: { database: ':memory:' },
    telemetryEnabled: false,
    logger: 'silent',
  })
  Object.assign(client.core.verify, { isDevEnv: true })
  client.core.eventClient.init = async () => {}
  // `initialize` is private only in the types of the package
  const { initialize } = client as unknown as { initialize: () => Promise<void> }
  await initialize.call(client)

  return {
    client,
    async propose({ required, optional }) {
      const { uri, approval } = await client.connect({
        ...(required && { requiredNamespaces: required }),
        ...(optional && { optionalNamespaces: optional }),
      })
      if (!uri) throw new Error('The client made no code.')
      const answer = approval()
      answer.catch(() => {}) // the test handles it later
      return { uri, approval: answer }
    },
    request({ topic }, method, params, chainId = 'eip155:31337') {
      const answer = client.request({ topic, chainId, request: { method, params } })
      answer.catch(() => {}) // the test handles it later
      return answer
    },
    next: (name) =>
      new Promise((resolve) =>
        client.once(name, (event) => resolve(event as { topic: string; params?: unknown })),
      ), // every session event has these members
    async close() {
      // unanswered proposals end now, because their timers would fail another test minutes later
      for (const { id } of client.proposal.getAll()) client.events.emit('proposal_expire', { id })
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose()
    },
  }
}
