import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import type { AuthTypes, ISignClient } from '@walletconnect/types'

/** The public clients that the relay is tested with, by version: every one is still under Apache-2.0. */
export const signClients = { '2.17.5': 'sign-client-2.17', '2.20.3': 'sign-client-2.20', '2.21.8': '@walletconnect/sign-client' } as const
export type SignVersion = keyof typeof signClients

/** What a client remembers, for the time when it comes back. */
export type Memory = ReturnType<typeof createMemory>

/** A client with its end. */
export type OpenClient = { client: ISignClient; close: () => Promise<void> }

const require = createRequire(import.meta.url)

/** What of a client's own tools the tests need. */
export type SignTools = {
  hashEthereumMessage(text: string): string
  populateAuthPayload(given: { authPayload: AuthTypes.PayloadParams; chains: string[]; methods: string[] }): AuthTypes.PayloadParams
  buildAuthObject(payload: AuthTypes.PayloadParams, signature: { t: 'eip191'; s: string }, issuer: string): AuthTypes.Cacao
}

/** The tools that come with a client of this version. */
export function toolsOf(version: SignVersion): SignTools {
  return createRequire(require.resolve(signClients[version]))('@walletconnect/utils')
}

/**
 * Opens a client that speaks to nobody but the relay.
 * @param options.memory of an earlier client, which this one continues
 * @param options.onMade is called before the client begins, which is when it may hear something already
 */
export async function openSignClient(version: SignVersion, url: string, { memory = createMemory(), onMade }: { memory?: Memory; onMade?: (client: ISignClient) => void } = {}): Promise<OpenClient> {
  const { SignClient } = require(signClients[version])
  const client: ISignClient & { initialize(): Promise<void> } = new SignClient({ ...coreOptions(url, memory), metadata: metadata('Test') })
  quiet(client.core)
  onMade?.(client)
  await client.initialize()
  return { client, close: () => closeCore(client.core) }
}

/** How a site or wallet presents itself. */
export const metadata = (name: string) => ({ name, description: name, url: 'http://localhost', icons: [] })

/** Options of a core that stands for itself. */
export function coreOptions(relayUrl: string, { prefix, ...storage }: Memory = createMemory()) {
  return { projectId: 'test', relayUrl, telemetryEnabled: false, customStoragePrefix: prefix, storage, logger: 'silent' }
}

/** Neither attestations nor statistics: both would ask hosts of the vendor. */
export function quiet(core: ISignClient['core']): void {
  Object.assign(core.verify, { isDevEnv: true })
  Object.assign(core.eventClient ?? {}, { init: async () => {} })
}

/** Ends a core, which has no end of its own: whatever it still has in hand would open its socket again. */
export async function closeCore(core: ISignClient['core']): Promise<void> {
  core.heartbeat.stop()
  Object.assign(core.relayer, { transportOpen: async () => {}, restartTransport: async () => {}, toEstablishConnection: async () => {} })
  await core.relayer.transportClose()
  core.relayer.events.removeAllListeners()
  core.relayer.provider.events.removeAllListeners()
}

/** Storage in memory, copied on the way in and out as a disk would. */
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
