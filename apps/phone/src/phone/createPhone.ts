import { answerProposal } from './answerProposal.ts'
import { answerRequest } from './answerRequest.ts'
import { answerSignIn } from './answerSignIn.ts'
import { userDisconnected } from './answerCodes.ts'
import type { Answer } from './createQueue.ts'
import { until } from './createStore.ts'
import type { Store } from './createStore.ts'
import { createRelayConnection } from './createRelayConnection.ts'
import type { Parts } from './parts.ts'
import type { Account, Behaviour, PhoneState } from './phoneState.ts'
import { readPairing } from './readPairing.ts'
import { genericOf } from './polkadot/polkadotAccounts.ts'
import { evmPartOf } from './sessionAccounts.ts'
import {
  syncConnections,
  notifyAccount,
  notifyChain,
  notifyAccountOrder,
  updateSession,
} from './sites.ts'

/**
 * A phone: the functions for a person or a script. While the phone is offline, all functions that
 * need the relay throw an Error.
 */
export type Phone = {
  store: Store<PhoneState>
  /**
   * Reads a code or a link, and waits for the first request of its site. @throws Error with a
   * sentence for people
   */
  pair: (text: string) => Promise<void>
  /** Answers a question. @throws RangeError if there is no open question with this id */
  answer: (id: number, answer: Answer) => void
  setBehaviour: (behaviour: Behaviour) => void
  /**
   * Sets whether the phone accepts batches of calls. A site that is already connected does not
   * notice the change.
   */
  setBatches: (batches: boolean) => void
  /**
   * Makes this the account in use, and notifies every site. @throws RangeError for an account that
   * the phone does not have
   */
  selectAccount: (address: string) => Promise<void>
  /**
   * Switches to another network, and notifies every site. @throws RangeError for a network that the
   * phone does not know
   */
  switchChain: (id: number) => Promise<void>
  disconnect: (topic: string) => Promise<void>
  /** Extends the session: it then ends in 7 days. Source: `wc_sessionExtend` */
  extend: (topic: string) => Promise<void>
  /**
   * Changes the EVM accounts and networks that a site may use. A part that is absent does not
   * change.
   */
  update: (
    topic: string,
    change: { addresses?: readonly `0x${string}`[]; chainIds?: readonly number[] },
  ) => Promise<void>
  /** Sends any event to one site or to all sites. Source: `wc_sessionEvent` */
  emit: (name: string, data: unknown, topic?: string) => Promise<void>
  /**
   * Deletes a session as if it had expired. The protocol has no message about that, so the site is
   * not notified.
   */
  expire: (topic: string) => void
  goOffline: () => Promise<void>
  goOnline: () => Promise<void>
  /** Disconnects from the relay for good. The sessions stay in the storage. */
  close: () => Promise<void>
}

/** After its code was read, a site has this many milliseconds to send its first request. */
const firstWord = 20_000

/**
 * Creates the phone with an open client. It also answers the requests that arrived while it was
 * closed.
 */
export function createPhone(parts: Parts): Phone {
  const { client, store, queue } = parts
  const relayConnection = createRelayConnection(client, store)
  listen(parts)
  syncConnections(parts)

  return {
    store,
    pair: (text) => pair(parts, text),
    answer: queue.answer,
    setBehaviour: (behaviour) => store.set({ behaviour }),
    setBatches: (batches) => store.set({ batches }),
    selectAccount: (address) => selectAccount(parts, address),
    async switchChain(id) {
      const chain = store.get().chains.find((known) => known.id === id)
      if (!chain) throw new RangeError(`The phone does not know the network ${id}.`)
      store.set({ chain })
      await notifyAllSites(parts, (topic) => notifyChain(parts, topic, id))
    },
    async disconnect(topic) {
      await client.disconnect({ topic, reason: userDisconnected })
      queue.withdraw((key) => key.endsWith(topic))
      syncConnections(parts)
    },
    async extend(topic) {
      await client.extend({ topic })
      syncConnections(parts)
    },
    async update(topic, change) {
      const namespace = evmPartOf(client.session.get(topic).namespaces)
      if (namespace) await updateSession(parts, topic, { ...namespace, ...change })
    },
    async emit(name, data, topic) {
      const chainId = `eip155:${store.get().chain.id}`
      const topics = topic === undefined ? client.session.keys : [topic]
      await Promise.all(
        topics.map((one) => client.emit({ topic: one, event: { name, data }, chainId })),
      )
    },
    expire: (topic) =>
      client.core.expirer.set(client.session.get(topic).topic, Math.floor(Date.now() / 1_000) - 1),
    goOffline: relayConnection.cut,
    goOnline: relayConnection.mend,
    close: relayConnection.leave,
  }
}

async function pair({ client, store }: Parts, text: string): Promise<void> {
  const read = readPairing(text, Date.now())
  if (read.status !== 'good') throw new Error(whyNot[read.status])
  const newest = () => store.get().tasks[0]?.id ?? 0
  const before = newest()
  await client.pair({ uri: read.uri }).catch(rethrow)
  const hasNewQuestion = ({ questions }: PhoneState) => questions.length > 0 || newest() > before
  await until(store, hasNewQuestion, AbortSignal.timeout(firstWord)).catch(() => {
    throw new Error('The site did not ask for anything. Make a new code there and try again.')
  })
}

const whyNot = {
  malformed: 'This is not a code for connecting. It begins with wc: and has no gaps.',
  expired: 'This code is too old. Make a new one on the site.',
  old: 'This code is of version 1, which nobody speaks any more.',
}

function rethrow(error: unknown): never {
  const message = error instanceof Error ? error.message : ''
  throw new Error(
    /already exists/.test(message)
      ? 'This code was used before. Make a new one on the site.'
      : message || 'The relay can not be reached.',
    { cause: error },
  )
}

async function selectAccount(parts: Parts, address: string): Promise<void> {
  const { accounts } = parts.store.get()
  const found =
    accounts.find((account) => account.address === genericOf(address)) ??
    accounts.find((account) => isSameEvmAddress(account.address, address))
  if (!found) throw new RangeError(`The phone holds no account ${address}.`)
  await selectIn[found.namespace](parts, found.address)
}

/** Whether two texts are the same EVM address. Their case is only a checksum. */
const isSameEvmAddress = (first: string, second: string) =>
  first.startsWith('0x') && first.toLowerCase() === second.toLowerCase()

/** For each kind of chain: selects an account, and notifies every site. */
const selectIn: Record<Account['namespace'], (parts: Parts, address: string) => Promise<void>> = {
  async eip155(parts, address) {
    const selected = `0x${address.slice(2)}` as const
    parts.store.set({ selected })
    await notifyAllSites(parts, (topic) => notifyAccount(parts, topic, selected))
  },
  async solana(parts, address) {
    parts.store.set({ selectedSolana: address })
    await notifyAllSites(parts, (topic) => notifyAccountOrder(parts, topic, 'solana', address))
  },
  async bip122(parts, address) {
    parts.store.set({ selectedBitcoin: address })
    await notifyAllSites(parts, (topic) => notifyAccountOrder(parts, topic, 'bip122', address))
  },
  async polkadot(parts, address) {
    parts.store.set({ selectedPolkadot: address })
    await notifyAllSites(parts, (topic) => notifyAccountOrder(parts, topic, 'polkadot', address))
  },
}

/** Notifies all sites. If one fails, the others are still notified. @throws the first error */
async function notifyAllSites(
  { client }: Parts,
  notify: (topic: string) => Promise<void>,
): Promise<void> {
  const results = await Promise.allSettled(client.session.keys.map(notify))
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

function listen(parts: Parts): void {
  const { client, queue } = parts
  const sync = () => syncConnections(parts)
  const end = ({ topic }: { topic: string }) => {
    queue.withdraw((key) => key.endsWith(topic))
    sync()
  }
  client.on('session_proposal', ({ params }) => void answerProposal(parts, params))
  client.on('session_authenticate', ({ id, params }) => void answerSignIn(parts, { ...params, id }))
  client.on('session_request', (request) => void answerRequest(parts, request))
  client.on('proposal_expire', ({ id }) => queue.withdraw((key) => key === `proposal:${id}`))
  client.on('session_request_expire', ({ id }) =>
    queue.withdraw((key) => key.startsWith(`request:${id}:`)),
  )
  client.on('session_delete', end)
  client.on('session_expire', end)
  client.on('session_update', sync)
  client.on('session_extend', sync)

  // answers the requests that are older than this page
  const isOpen = ({ expiryTimestamp }: { expiryTimestamp: number }) =>
    expiryTimestamp * 1_000 > Date.now()
  for (const proposal of client.proposal.getAll().filter(isOpen))
    void answerProposal(parts, proposal)
  for (const request of client.auth.requests.getAll().filter(isOpen))
    void answerSignIn(parts, request)
  for (const request of client.getPendingSessionRequests())
    if (client.session.keys.includes(request.topic)) void answerRequest(parts, request)
}
