import { wait, withLimit } from '@latchkey/server/waiting'
import type { Access } from '../../db/createAccess.ts'
import type { Metrics } from '../../metrics.ts'
import { createWakeup } from '../createWakeup.ts'
import { signatureHeader, signMessage } from '../signedMessage.ts'
import {
  endMessage,
  forgetSessions,
  hasWaiting,
  listDue,
  moveSession,
  takeMessages,
  type Message,
} from './sessionStore.ts'

/**
 * Milliseconds.
 * - `idle`: between two polls for work while messages wait or other processes add some
 * - `own`: between two polls where nothing waits and only this process adds work
 * - `answer`: for one answer
 * - `first`, `longest`: before the first and the longest repetition
 * - `clean`: between two clean-ups
 * - `retention`: for which ended pages are stored
 */
const times = {
  idle: 1_000,
  own: 10_000,
  answer: 10_000,
  first: 1_000,
  longest: 300_000,
  clean: 3_600_000,
  retention: 7 * 86_400_000,
}
/** Messages sent at once, and rows of a clean-up. */
const counts = { atOnce: 8, rows: 1_000 }

/** Sends the checkout's messages to the API, and ends slow payments. */
export type MessageSender = {
  /** Reports that there may be a new message. */
  wake(): void
  close(): Promise<void>
}

/**
 * Starts to send. Every message is sent until it is acknowledged, after a pause that doubles. A
 * message that a killed process has taken is sent again, too.
 */
export function createMessageSender({
  access,
  key,
  webhookUrl,
  fetch,
  now,
  metrics,
}: {
  access: Access
  key: Uint8Array
  webhookUrl: () => string | undefined
  fetch: typeof globalThis.fetch
  now: () => number
  metrics: Metrics
}): MessageSender {
  const stop = new AbortController()
  const wakeup = createWakeup()
  let cleanedAt = -Infinity

  const again = (tries: number) =>
    now() + Math.min(times.longest, times.first * 2 ** Math.min(tries, 20))

  async function settleSlow(): Promise<number> {
    const due = await access.run((queries) => listDue(queries, now(), counts.rows))
    for (const id of due) await access.run((queries) => moveSession(queries, id, 'pay', now()))
    return due.length
  }

  async function send({ id, orderId, type, reason }: Message, url: string): Promise<void> {
    const body = Buffer.from(
      JSON.stringify({ id, orderId, type, ...(reason !== null && { reason }) }),
    )
    const headers = {
      'content-type': 'application/json',
      [signatureHeader]: signMessage(key, body, now()),
    }
    const isAcknowledged = await withLimit(times.answer, stop.signal, async (signal) => {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal,
        redirect: 'error',
      })
      await response.body?.cancel()
      return response.ok
    }).catch(() => false) // sent again
    metrics.webhooks({ answered: String(isAcknowledged) }).add()
    if (!isAcknowledged) return
    await access.run((queries) => endMessage(queries, id))
    wakeup.wake() // the next message of its order
  }

  async function work(): Promise<void> {
    await settleSlow()
    const url = webhookUrl()
    const taken =
      url === undefined
        ? []
        : await access.run((queries) => takeMessages(queries, now(), counts.atOnce, again))
    if (url !== undefined) await Promise.all(taken.map((message) => send(message, url)))
    if (taken.length === counts.atOnce) wakeup.wake()
    if (now() - cleanedAt < times.clean) return
    // anybody may have begun more orders than one clean-up removes
    if (
      await access.run((queries) => forgetSessions(queries, now() - times.retention, counts.rows))
    )
      wakeup.wake()
    else cleanedAt = now()
  }

  async function run(): Promise<void> {
    const database = await access.whenOpen
    while (!stop.signal.aborted) {
      try {
        await work()
        const hasWork = database?.isShared || (await access.run(hasWaiting))
        await wakeup.wait(hasWork ? times.idle : times.own, stop.signal)
      } catch {
        metrics.webhooks({ answered: 'database' }).add()
        await wait(times.idle, stop.signal)
      }
    }
  }

  const running = run()
  return {
    wake: () => wakeup.wake(),
    async close() {
      stop.abort()
      await running
    },
  }
}
