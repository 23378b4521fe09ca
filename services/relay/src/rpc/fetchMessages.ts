import type { RelayMessage } from '@latchkey/protocol/relay'
import type { Call } from './method.ts'

/** Characters of one answer; what does not fit waits for the next request. */
const longest = 4 * 1024 * 1024
const pageSize = 16

/** Looks into the caller's mailboxes without taking anything out. relay 5 */
export async function fetchMessages({ service, client }: Call, topics: readonly string[]): Promise<{ messages: RelayMessage[]; hasMore: boolean }> {
  const messages: RelayMessage[] = []
  let length = 0
  for (const topic of new Set(topics)) {
    for (let after = 0, more = true; more;) {
      const page = await service.store.read({ client, topic, after, limit: pageSize })
      for (const { data } of page.messages) {
        if (length > 0 && length + data.length > longest) return { messages, hasMore: true }
        length += data.length
        messages.push(JSON.parse(data))
      }
      after = page.upTo
      more = page.more
    }
  }
  return { messages, hasMore: false }
}
