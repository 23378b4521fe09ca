import type { Peer } from './startPeer.ts'

/** The address of the account that the test wallets grant. */
export const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** The default grant of the test wallets. */
export const granted = {
  eip155: {
    accounts: [`eip155:1:${address}`],
    methods: ['personal_sign', 'wallet_switchEthereumChain'],
    events: ['accountsChanged', 'chainChanged'],
  },
}

/**
 * Reads a code (a pairing URI), and approves the proposal that arrives. Waits for the site's
 * answer.
 * @returns the topic of the session
 */
export async function approve(
  peer: Peer,
  uri: string,
  namespaces: object = granted,
): Promise<string> {
  return settleBy(peer, await peer.pair(uri), namespaces)
}

/**
 * Approves a proposal that the peer has read, and waits for the site's answer.
 * @returns the topic of the session
 */
export async function settleBy(
  peer: Peer,
  { id, pairingTopic, topic, publicKey }: Awaited<ReturnType<Peer['pair']>>,
  namespaces: object = granted,
  redirect?: object,
  properties: object = {},
): Promise<string> {
  await peer.send(pairingTopic, {
    id,
    jsonrpc: '2.0',
    result: { relay: { protocol: 'irn' }, responderPublicKey: publicKey },
  })
  const controller = {
    publicKey,
    metadata: { name: 'Peer', description: '', url: '', icons: [], redirect },
  }
  await peer.send(topic, {
    id: peer.nextId(),
    jsonrpc: '2.0',
    method: 'wc_sessionSettle',
    params: {
      ...properties,
      relay: { protocol: 'irn' },
      namespaces,
      controller,
      expiry: Math.floor(Date.now() / 1_000) + 86_400,
    },
  })
  await peer.next()
  return topic
}
