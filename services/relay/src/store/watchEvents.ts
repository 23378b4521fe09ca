import type { RelayWatchStatus } from '@latchkey/protocol/relay'
import type { Hook, WatchEvent, WatchType } from './watchStore.ts'
import type { ClientId } from '../auth/didKey.ts'

/** Something that has happened to a message, for a client that it concerns. */
export type MessageUpdate = {
  client: ClientId
  type: WatchType
  statuses: readonly RelayWatchStatus[]
  seq: number
  data: string
  at: number
}

/**
 * The tag of a message. It is read once for all events of the message, because parsing a large
 * message takes milliseconds.
 */
export function tagOf(data: string): number {
  const { tag }: { tag: number } = JSON.parse(data)
  return tag
}

/** The events that an update causes at the client's webhooks. @param tag the tag of the message */
export function eventsOf(
  { client, type, statuses, seq, data, at }: MessageUpdate,
  hooks: readonly Hook[],
  tag: number,
): WatchEvent[] {
  return hooks
    .filter((hook) => hook.type === type && hook.tags.includes(tag))
    .flatMap((hook) =>
      statuses
        .filter((status) => hook.statuses.includes(status))
        .map((status) => ({
          id: `${seq} ${status} ${hook.id}`,
          client,
          type,
          service: hook.service,
          url: hook.url,
          status,
          seq,
          data,
          at,
          holder: hook.holder,
        })),
    )
}

/**
 * The updates of a message that was just stored: for its publisher, and for its subscribers,
 * whether connected or not.
 */
export function publicationOf(
  {
    publisher,
    subscribers,
    ...message
  }: {
    publisher: ClientId
    subscribers: readonly { client: ClientId; connected: boolean }[]
    seq: number
    data: string
    at: number
  },
  isWatched: (client: ClientId) => boolean,
): MessageUpdate[] {
  const own: MessageUpdate[] = isWatched(publisher)
    ? [{ client: publisher, type: 'publisher', statuses: ['accepted'], ...message }]
    : []
  const others = subscribers.filter(({ client }) => isWatched(client))
  return [
    ...own,
    ...others.map(
      ({ client, connected }): MessageUpdate => ({
        client,
        type: 'subscriber',
        statuses: connected ? ['accepted'] : ['accepted', 'queued'],
        ...message,
      }),
    ),
  ]
}
