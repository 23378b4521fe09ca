import type { Session } from './client.ts'
import { withAccounts } from './grant.ts'
import type { Parts } from './parts.ts'
import type { Connection } from './phoneState.ts'
import { spelledFor } from './polkadot/polkadotAccounts.ts'
import { evmPartOf, inFront, withEvmPart } from './sessionAccounts.ts'
import type { EvmPart } from './sessionAccounts.ts'
import { siteOf } from './siteOf.ts'

/** Updates `connections` of the state from the client's sessions. */
export function syncConnections({ client, store }: Pick<Parts, 'client' | 'store'>): void {
  store.set({ connections: client.session.getAll().map(connectionOf) })
}

function connectionOf({ topic, peer, namespaces, expiry }: Session): Connection {
  const parts = Object.values(namespaces)
  const accounts = parts.flatMap((namespace) =>
    namespace.accounts.map((account) => account.split(':')),
  )
  return {
    topic,
    site: siteOf(peer.metadata),
    networks: [...new Set(accounts.map(([namespace, reference]) => `${namespace}:${reference}`))],
    addresses: [
      ...new Set(
        accounts.map(([namespace, , address = '']) => spelledFor(`${namespace}:`, address)),
      ),
    ],
    methods: [...new Set(parts.flatMap(({ methods }) => methods))],
    expiresAt: expiry * 1_000,
  }
}

/**
 * Notifies a site of the network that is now in use. If the session does not have this network, it
 * is added first. EVM only.
 */
export async function notifyChain(parts: Parts, topic: string, id: number): Promise<void> {
  const namespace = evmPartOf(parts.client.session.get(topic).namespaces)
  if (!namespace) return
  if (!namespace.chainIds.includes(id))
    await updateSession(parts, topic, { ...namespace, chainIds: [...namespace.chainIds, id] })
  await emit(parts, topic, { name: 'chainChanged', data: id }, id)
}

/** Notifies a site of the account that is now in use. The session then lists it first. EVM only. */
export async function notifyAccount(
  parts: Parts,
  topic: string,
  address: `0x${string}`,
): Promise<void> {
  const namespace = evmPartOf(parts.client.session.get(topic).namespaces)
  const [networkId] = namespace?.chainIds ?? []
  if (!namespace || networkId === undefined) return
  await updateSession(parts, topic, {
    ...namespace,
    addresses: inFront(address, namespace.addresses),
  })
  const { chain } = parts.store.get()
  await emit(
    parts,
    topic,
    { name: 'accountsChanged', data: [address] },
    namespace.chainIds.includes(chain.id) ? chain.id : networkId,
  )
}

/**
 * Puts an account of Solana, Bitcoin or Polkadot first in a session. Sites notice the change by
 * this order.
 * Source: `wc_sessionUpdate`
 */
export async function notifyAccountOrder(
  parts: Parts,
  topic: string,
  name: 'solana' | 'bip122' | 'polkadot',
  address: string,
): Promise<void> {
  const { client } = parts
  const { [name]: namespace, ...otherNamespaces } = client.session.get(topic).namespaces
  if (!namespace) return
  const addresses = namespace.accounts.map((account) =>
    spelledFor(`${name}:`, account.split(':')[2] ?? ''),
  )
  if (!addresses.includes(address)) return
  const next = withAccounts(
    { ...namespace, chains: namespace.chains ?? [] },
    inFront(address, [...new Set(addresses)]),
  )
  if (next.accounts.join() === namespace.accounts.join()) return
  await client.update({ topic, namespaces: { ...otherNamespaces, [name]: next } })
  syncConnections(parts)
}

/** Updates what a session permits on EVM networks, if that changes. Source: `wc_sessionUpdate` */
export async function updateSession(parts: Parts, topic: string, part: EvmPart): Promise<void> {
  const { client } = parts
  const namespaces = withEvmPart(client.session.get(topic).namespaces, part)
  if (!namespaces) return
  await client.update({ topic, namespaces })
  syncConnections(parts)
}

/** Sends an event to a site, if its session permits the event. Source: `wc_sessionEvent` */
async function emit(
  { client }: Parts,
  topic: string,
  event: { name: string; data: unknown },
  id: number,
): Promise<void> {
  const { eip155 } = client.session.get(topic).namespaces
  if (eip155?.events.includes(event.name))
    await client.emit({ topic, event, chainId: `eip155:${id}` })
}
