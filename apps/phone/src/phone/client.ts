import { SignClient } from '@walletconnect/sign-client'
import { installBuffer } from './installBuffer.ts'

/**
 * The relay client of this phone. It is a published one, so that our own client is tested with
 * another implementation.
 */
export type Client = InstanceType<typeof SignClient>
/** A session in the client's storage. `expiry` is in Unix seconds. */
export type Session = ReturnType<Client['session']['get']>
/** What the site may use in a session, by namespace. */
export type Namespaces = Session['namespaces']
/** A site's request to connect. */
export type Proposal = ReturnType<Client['proposal']['get']>
/**
 * A site's request to connect and to sign in at once. Source: CAIP-122, `wc_sessionAuthenticate`
 */
export type SignIn = ReturnType<Client['auth']['requests']['get']>
/** A site's request in a session. */
export type SessionRequest = ReturnType<Client['getPendingSessionRequests']>[number]

/**
 * Opens the client with the phone's own storage. It connects only to the relay.
 * @throws Error if the browser has no storage
 */
export async function openClient(relayUrl: string): Promise<Client> {
  installBuffer()
  const client = new SignClient({
    relayUrl,
    metadata: {
      name: 'Pocket',
      description: 'A wallet in a tab, for development',
      url: location.origin,
      icons: [],
      redirect: { universal: `${location.origin}/wc` },
    },
    customStoragePrefix: 'latchkey-phone',
    telemetryEnabled: false,
    logger: 'silent',
    // requests can be answered in any order, and several are shown at once
    signConfig: { disableRequestQueue: true },
  })
  // These two would send requests to the client's vendor. The fields exist in exactly this version.
  Object.assign(client.core.verify, { isDevEnv: true })
  client.core.eventClient.init = async () => {}
  await initialized(client)
  return client
}

/**
 * Initializes an existing client, as `SignClient.init` would for a new one: the fields above must
 * be set before that.
 */
function initialized(client: Client): Promise<void> {
  // it is declared private, but exists in this version
  const { initialize } = client as unknown as { initialize: () => Promise<void> }
  return initialize.call(client)
}
