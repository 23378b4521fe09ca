import { randomBytes } from 'node:crypto'
import { beforeEach } from 'vitest'
import type { ClientId, MailboxStore, NewMessage } from '../mailboxStore.ts'
import type { Shares } from '../refuseBeyond.ts'

/** Opens a store over mailboxes that no other test uses, with its own limits. */
export type OpenStore = (options?: {
  mailbox?: { messages: number; bytes: number }
  shares?: Shares
}) => Promise<MailboxStore>

/** A new topic. */
export const newTopic = () => randomBytes(32).toString('hex')
/** A new client. */
// the id has the form of a real one
export const newClient = () => `z6Mk${randomBytes(20).toString('hex')}` as ClientId

let requests = 0

/** A new message. */
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

/** The texts in a client's mailbox. */
export async function textsFor(
  store: MailboxStore,
  client: ClientId,
  topic: string,
): Promise<string[]> {
  const { messages } = await store.read({ client, topic, after: 0, limit: 1_000 })
  return messages.map(({ data }) => JSON.parse(data).message)
}

/** The topics of a client that hold messages. */
export async function waitingFor(store: MailboxStore, client: ClientId): Promise<string[]> {
  const found: string[] = []
  for await (const topics of store.waiting(client)) found.push(...topics)
  return found
}

/** A store, two clients and a topic, new for every test. */
export type World = { store: MailboxStore; site: ClientId; wallet: ClientId; topic: string }

/** Makes a world, and fills it before each test. */
export function freshWorld(open: OpenStore): World {
  const world = {} as World // filled before each test
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
