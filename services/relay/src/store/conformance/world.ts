import { randomBytes } from 'node:crypto'
import { beforeEach } from 'vitest'
import type { MailboxStore, NewMessage } from '../mailboxStore.ts'
import type { Shares } from '../refuseBeyond.ts'
import type { ClientId } from '../../auth/didKey.ts'

/** Opens a store with its own limits, for mailboxes that other tests do not use. */
export type OpenStore = (options?: {
  mailbox?: { messages: number; bytes: number }
  shares?: Shares
}) => Promise<MailboxStore>

/** Makes a topic that no other test uses. */
export const newTopic = () => randomBytes(32).toString('hex')
/** Makes a client id. */
// tests need no real key, only a text in the form of a client id
export const newClient = () => `z6Mk${randomBytes(20).toString('hex')}` as ClientId

let requests = 0

/** Makes a message that no other test publishes. */
export function newMessage(
  topic: string,
  publisher: ClientId,
  message: string,
  more?: Partial<NewMessage>,
): NewMessage {
  return {
    topic,
    publisher,
    address: '',
    request: `${++requests}`,
    message,
    ttl: 300_000,
    tag: 1108,
    attestation: undefined,
    ...more,
  }
}

/** The texts in a client's mailbox of a topic. */
export async function textsFor(
  store: MailboxStore,
  client: ClientId,
  topic: string,
): Promise<string[]> {
  const { messages } = await store.read({ client, topic, after: 0, limit: 1_000 })
  return messages.map(({ data }) => JSON.parse(data).message)
}

/** The topics of a client that have messages, without those in `except`. */
export async function waitingFor(
  store: MailboxStore,
  client: ClientId,
  except?: ReadonlySet<string>,
): Promise<string[]> {
  const found: string[] = []
  for await (const topics of store.waiting(client, except)) found.push(...topics)
  return found
}

/** A store, two clients and a topic. They are new for every test. */
export type World = { store: MailboxStore; site: ClientId; wallet: ClientId; topic: string }

/** Makes a world, and fills it again before each test. */
export function freshWorld(open: OpenStore): World {
  const world = {} as World // `beforeEach` fills it
  beforeEach(async () => {
    Object.assign(world, {
      store: await open(),
      site: newClient(),
      wallet: newClient(),
      topic: newTopic(),
    })
  })
  return world
}
