import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import * as v from 'valibot'
import type { RawStorage } from '../../core/storage/storage.ts'
import { createRecords } from './records.ts'

/** The body of a JSON-RPC answer. */
export const rpcAnswer = v.union([
  v.object({ error: v.object({ code: v.number(), message: v.string() }) }),
  v.object({ result: v.unknown() }),
])
export type RpcAnswer = v.InferOutput<typeof rpcAnswer>

const answered = v.object({
  topic: v.string(),
  id: v.number(),
  answer: rpcAnswer,
  expiry: v.number(),
})

/**
 * The answers to wallets' requests. A repeated request gets its answer again and is not executed
 * twice.
 */
export type History = {
  /**
   * The answer to a request of this topic and JSON-RPC id, given by this page, an earlier page or
   * another tab.
   */
  answerTo(request: { topic: string; id: number; method: string }): RpcAnswer | undefined
  store(topic: string, id: number, answer: RpcAnswer): void
  /** Forgets the answers of an ended topic, because no more requests arrive on it. */
  forget(topic: string): void
}

/** Makes a history that stores answers for 30 days, at most the newest 200. */
export function createHistory(raw: RawStorage, now: () => number): History {
  const records = createRecords(raw, {
    key: 'walletconnect.history',
    schema: answered,
    max: counts.relaySeenMessages,
    now,
  })
  const answers = new Map(records.all().map(({ topic, id, answer }) => [keyOf(topic, id), answer]))
  return {
    answerTo({ topic, id, method }) {
      const own = answers.get(keyOf(topic, id))
      // All tabs get the same messages. Only the first tab settles or changes a session, so the
      // others find its stored answer. An event is handled by every tab.
      return own || method === 'wc_sessionEvent'
        ? own
        : records.all().find((record) => record.topic === topic && record.id === id)?.answer
    },
    store(topic, id, answer) {
      answers.set(keyOf(topic, id), answer)
      const [oldest] = answers.keys()
      if (answers.size > counts.relaySeenMessages && oldest) answers.delete(oldest)
      records.put(
        { topic, id, answer, expiry: Math.floor((now() + times.relayHistory) / 1_000) },
        (record) => record.topic === topic && record.id === id,
      )
    },
    forget(topic) {
      for (const key of answers.keys()) if (key.startsWith(topic)) answers.delete(key)
      records.drop((record) => record.topic === topic)
    },
  }
}

const keyOf = (topic: string, id: number) => `${topic}:${id}`
