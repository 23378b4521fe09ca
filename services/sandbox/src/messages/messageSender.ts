import { sellerJson } from '@latchkey/protocol/seller'
import { signatureHeader, signMessage } from '@latchkey/server/signedMessage'
import { wait, withLimit } from '@latchkey/server/waiting'
import { createWakeup } from '@latchkey/server/createWakeup'
import { forgetOrders, hasSlow, listDue, payOrder } from '../orders/orderStore.ts'
import type { Service } from '../service.ts'
import { endMessage, forgetMessages, hasMessages, takeMessages, type Message } from './outbox.ts'

/**
 * All times are in milliseconds.
 * - `idle`: between two polls, while messages wait or other processes may add messages
 * - `own`: between two polls, while nothing waits and only this process adds messages
 * - `answer`: the time limit of an answer
 * - `first`, `longest`: before the first repetition, and the maximum before a later one
 * - `clean`: between two clean-ups
 * - `retention`: how long ended orders, and messages without an acknowledgement, are stored
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
/**
 * `atOnce`: messages that are sent concurrently. `rows`: maximum of rows that a clean-up deletes.
 */
const counts = { atOnce: 8, rows: 1_000 }

export type MessageSenderOptions = Pick<Service, 'access' | 'metrics' | 'now' | 'fetch'> & {
  /** The key that signs the messages. */
  key: Uint8Array
  /** Returns the address that receives the messages; undefined while it is not known yet. */
  webhookUrl: () => string | undefined
  /** Is called when slow payments have become paid. */
  onPaid: () => void
}

/**
 * Sends the messages to the API, and ends slow payments. A message is sent again until the API
 * acknowledges it or its `retention` is over, with a pause that doubles each time up to `longest`.
 * A message that a killed process had taken is also sent again.
 */
export class MessageSender {
  readonly #options: MessageSenderOptions
  readonly #stop = new AbortController()
  readonly #wakeup = createWakeup()
  readonly #running: Promise<void>
  #cleanedAt = -Infinity

  constructor(options: MessageSenderOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** Ends the pause, because there may be a new message. */
  wake(): void {
    this.#wakeup.wake()
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { access, metrics } = this.#options
    const database = await access.whenOpen
    while (!this.#stop.signal.aborted) {
      try {
        await this.#work()
        const hasWork =
          database?.isShared || (await access.run(hasMessages)) || (await access.run(hasSlow))
        await this.#wakeup.wait(hasWork ? times.idle : times.own, this.#stop.signal)
      } catch {
        metrics.webhooks({ answered: 'database' }).add()
        await wait(times.idle, this.#stop.signal)
      }
    }
  }

  async #work(): Promise<void> {
    const { access, now, webhookUrl } = this.#options
    await this.#settleSlow()
    const url = webhookUrl()
    if (url !== undefined) {
      const taken = await access.run((queries) =>
        takeMessages(queries, now(), counts.atOnce, this.#again),
      )
      await Promise.all(taken.map((message) => this.#send(message, url)))
      if (taken.length === counts.atOnce) this.wake()
    }
    if (now() - this.#cleanedAt >= times.clean) await this.#clean()
  }

  async #settleSlow(): Promise<void> {
    const { access, now, onPaid } = this.#options
    const due = await access.run((queries) => listDue(queries, now(), counts.rows))
    for (const id of due) await access.run((queries) => payOrder(queries, id, 'pay', now()))
    if (due.length > 0) onPaid()
  }

  async #send(message: Message, url: string): Promise<void> {
    const { access, metrics } = this.#options
    // a failed message is sent again
    const isAcknowledged = await this.#post(message, url).catch(() => false)
    metrics.webhooks({ answered: String(isAcknowledged) }).add()
    if (!isAcknowledged) return
    await access.run((queries) => endMessage(queries, message.id))
    this.wake() // the next message of the same order can be sent now
  }

  #post({ id, orderId, type, reason, hash, minedAt }: Message, url: string): Promise<boolean> {
    const { fetch, key, now } = this.#options
    const body = Buffer.from(
      sellerJson({
        id,
        orderId,
        type,
        ...(reason !== null && { reason }),
        ...(hash !== null && { hash }),
        ...(minedAt !== null && { minedAt }),
      }),
    )
    const headers = {
      'content-type': 'application/json',
      [signatureHeader]: signMessage(key, body, now()),
    }
    return withLimit(times.answer, this.#stop.signal, async (signal) => {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal,
        redirect: 'error',
      })
      await response.body?.cancel()
      return response.ok
    })
  }

  #again = (tries: number): number =>
    this.#options.now() + Math.min(times.longest, times.first * 2 ** Math.min(tries, 20))

  async #clean(): Promise<void> {
    const { access, now } = this.#options
    const before = now() - times.retention
    const isMore = await access.run(async (queries) =>
      // deletes from both tables, even if the first still has more rows
      [
        await forgetOrders(queries, before, counts.rows),
        await forgetMessages(queries, before, counts.rows),
      ].includes(true),
    )
    // there are more rows than one clean-up deletes
    if (isMore) this.wake()
    else this.#cleanedAt = now()
  }
}
