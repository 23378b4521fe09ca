import { readJson, readShape } from '@latchkey/protocol/border'
import { relayMessage, type RelayMessage } from '@latchkey/protocol/relay'
import { limits } from '../limits.ts'
import { bytesOfOne } from './costOf.ts'
import type { Call } from './method.ts'

/** Number of messages that one read loads. It is low because messages may be large. */
const pageSize = 4

/**
 * Reads the caller's mailboxes, and removes nothing. A long answer costs as much as several
 * requests. docs/contracts/relay.md#mailboxes
 */
export async function fetchMessages(
  call: Call,
  topics: readonly string[],
): Promise<{ messages: RelayMessage[]; hasMore: boolean }> {
  const found = await call.turns.inTurn(() => readTopics(call, topics))
  call.service.shares.spend(call, Math.floor(found.length / bytesOfOne))
  return { messages: found.messages, hasMore: found.hasMore }
}

async function readTopics(
  { service, client }: Call,
  topics: readonly string[],
): Promise<{ messages: RelayMessage[]; length: number; hasMore: boolean }> {
  const messages: RelayMessage[] = []
  let length = 0
  for (const topic of new Set(topics)) {
    for (let after = 0, more = true; more; ) {
      const page = await service.store.read({ client, topic, after, limit: pageSize })
      for (const { data } of page.messages) {
        if (length > 0 && length + data.length > limits.fetched)
          return { messages, length, hasMore: true }
        length += data.length
        messages.push(readShape(relayMessage, readJson(data, storedLimits)))
      }
      after = page.upTo
      more = page.more
    }
  }
  return { messages, length, hasMore: false }
}

/** Limits of a stored message, as JSON. A character can take six bytes when it is escaped. */
const storedLimits = { bytes: 8 * limits.messageBytes, depth: 2, values: 16 }
