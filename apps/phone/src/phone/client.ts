import { SignClient } from '@walletconnect/sign-client'
import { installBuffer } from './installBuffer.ts'

/** The client of the relay that this phone is built on: not ours, so that ours has somebody else to talk to. */
export type Client = InstanceType<typeof SignClient>
/** A session as the client keeps it. `expiry` in unix seconds. */
export type Session = ReturnType<Client['session']['get']>
/** What a session grants, by namespace. */
export type Namespaces = Session['namespaces']
/** A site's wish to connect. */
export type Proposal = ReturnType<Client['proposal']['get']>
/** A site's wish that somebody signs in and connects at once. Source: CAIP-122, `wc_sessionAuthenticate` */
export type SignIn = ReturnType<Client['auth']['requests']['get']>
/** A site's request in a session. */
export type SessionRequest = ReturnType<Client['getPendingSessionRequests']>[number]

/**
 * Opens the client over the phone's own storage. It reaches nobody but the relay.
 * @throws Error when the browser keeps no storage
 */
export async function openClient(relayUrl: string): Promise<Client> {
  installBuffer()
  const client = new SignClient({
    relayUrl,
    metadata: { name: 'Pocket', description: 'A wallet in a tab, for development', url: location.origin, icons: [], redirect: { universal: `${location.origin}/wc` } },
    customStoragePrefix: 'latchkey-phone',
    telemetryEnabled: false,
    logger: 'silent',
    // requests are answered in any order, and several at once are shown as such
    signConfig: { disableRequestQueue: true },
  })
  // these two would ask hosts of the client's vendor; they are fields of this very version
  Object.assign(client.core.verify, { isDevEnv: true })
  client.core.eventClient.init = async () => {}
  await initialized(client)
  return client
}

/** `SignClient.init` without making a client of its own: the switches above must be set between the two. */
function initialized(client: Client): Promise<void> {
  const { initialize } = client as unknown as { initialize: () => Promise<void> } // declared private, there in this version
  return initialize.call(client)
}
