import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import type { AuthTypes, ISignClient } from '@walletconnect/types'

/**
 * The public clients with which the relay is tested, by version. All these versions have the
 * licence Apache-2.0.
 */
export const signClients = {
  '2.17.5': 'sign-client-2.17',
  '2.20.3': 'sign-client-2.20',
  '2.21.8': '@walletconnect/sign-client',
} as const
export type SignVersion = keyof typeof signClients

/** The storage of a client. A later client can continue with it. */
export type Memory = ReturnType<typeof createMemory>

/** A client and the function that closes it. */
export type OpenClient = { client: ISignClient; close: () => Promise<void> }

const require = createRequire(import.meta.url)

/** Functions of `@walletconnect/utils` that the tests use. */
export type SignTools = {
  hashEthereumMessage(text: string): string
  populateAuthPayload(given: {
    authPayload: AuthTypes.PayloadParams
    chains: string[]
    methods: string[]
  }): AuthTypes.PayloadParams
  buildAuthObject(
    payload: AuthTypes.PayloadParams,
    signature: { t: 'eip191'; s: string },
    issuer: string,
  ): AuthTypes.Cacao
}

/** The functions of `@walletconnect/utils` that belong to this version of the client. */
export function toolsOf(version: SignVersion): SignTools {
  return createRequire(require.resolve(signClients[version]))('@walletconnect/utils')
}

/**
 * Opens a client that connects only to the relay.
 * @param options.memory the storage of an earlier client, which this client continues
 * @param options.onMade is called before the client starts, because events may arrive as soon as it
 *   starts
 */
export async function openSignClient(
  version: SignVersion,
  url: string,
  {
    memory = createMemory(),
    onMade,
  }: { memory?: Memory; onMade?: (client: ISignClient) => void } = {},
): Promise<OpenClient> {
  if (!process.env['RUNS_ALONE'])
    throw new Error('A test file with published clients is called x.alone.test.ts')
  const { SignClient } = require(signClients[version])
  const client: ISignClient & { initialize(): Promise<void> } = new SignClient({
    ...coreOptions(url, memory),
    metadata: metadata('Test'),
  })
  quiet(client.core)
  onMade?.(client)
  await client.initialize()
  return { client, close: () => closeCore(client.core) }
}

/** The metadata of a site or wallet. */
export const metadata = (name: string) => ({
  name,
  description: name,
  url: 'http://localhost',
  icons: [],
})

/** Options for a client's core that shares no storage with other cores. */
export function coreOptions(relayUrl: string, { prefix, ...storage }: Memory = createMemory()) {
  return {
    projectId: 'test',
    relayUrl,
    telemetryEnabled: false,
    customStoragePrefix: prefix,
    storage,
    logger: 'silent',
  }
}

/** Turns off attestations and statistics, which would send requests to the vendor. */
export function quiet(core: ISignClient['core']): void {
  Object.assign(core.verify, { isDevEnv: true })
  Object.assign(core.eventClient ?? {}, { init: async () => {} })
}

/** Ends a core. It has no method for this, and remaining work would open its socket again. */
export async function closeCore(core: ISignClient['core']): Promise<void> {
  core.heartbeat.stop()
  Object.assign(core.relayer, {
    transportOpen: async () => {},
    restartTransport: async () => {},
    toEstablishConnection: async () => {},
  })
  await core.relayer.transportClose()
  core.relayer.events.removeAllListeners()
  core.relayer.provider.events.removeAllListeners()
}

/** A storage in memory. It copies values when they are written and read, as a disk does. */
export function createMemory() {
  const items = new Map<string, string>()
  const parse = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(text))
  return {
    prefix: randomBytes(8).toString('hex'),
    getKeys: async () => [...items.keys()],
    getEntries: async () => [...items].map(([key, text]): [string, unknown] => [key, parse(text)]),
    getItem: async (key: string) => parse(items.get(key)),
    setItem: async (key: string, value: unknown) => void items.set(key, JSON.stringify(value)),
    removeItem: async (key: string) => void items.delete(key),
  }
}
