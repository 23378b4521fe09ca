import { limits } from '../limits.ts'
import { subscriptionId } from '../rpc/subscriptionId.ts'
import { type Service, storeFailed } from '../service.ts'
import type { StoredMessage } from '../store/mailboxStore.ts'
import type { Outlet } from './outlet.ts'
import type { ClientId } from '../auth/didKey.ts'

/**
 * The position up to which a topic's messages were pushed on this socket. `isResumed`: `catchUp`
 * has pushed the topic because of an earlier subscription, and the client has not subscribed again
 * on this socket. `subscription`: the id that the pushes of the topic have.
 */
type Cursor = { seq: number; isResumed: boolean; subscription: string }
type Pushed = { topic: string; seq: number; at: number; times: number }

/** Number of messages that one read loads. It is low because messages may be large. */
const pageSize = 16

/**
 * Pushes the messages of a client's mailboxes to one of its sockets. The first pushes of a topic
 * are in the order of its messages. A message that is not acknowledged in time is pushed again, a
 * limited number of times; it is also pushed again when the client subscribes again. Maps are
 * created when needed and most are dropped when empty, because most sockets are idle.
 */
export class Delivery {
  readonly #service: Service
  readonly #client: ClientId
  readonly #outlet: Pick<Outlet, 'offer' | 'isFull' | 'room'>
  #listening: Promise<() => void> | undefined
  #cursors: Map<string, Cursor> | undefined
  #pushed: Map<number, Pushed> | undefined
  /**
   * Topics whose pushes wait until a subscribe request is answered. `count`: the number of these
   * requests. `hasNew`: whether messages wait.
   */
  #held: Map<string, { count: number; hasNew: boolean }> | undefined
  /**
   * Topics that are being read and pushed. The value is true when another message has arrived
   * meanwhile.
   */
  #draining: Map<string, boolean> | undefined
  /** Topics that wait until other topics were pushed. The value is `isResumed`. */
  #queue: Map<string, boolean> | undefined
  /**
   * Topics whose messages wait until fewer pushes are unacknowledged, until the client has read its
   * waiting bytes, or until the store can be read again.
   */
  #stalled: Set<string> | undefined
  /**
   * Topics that a subscribe request has checked for messages while this socket was listening. They
   * are collected until {@link catchUp} has checked the others.
   */
  #checked: Set<string> | undefined = new Set()
  #closed = false

  constructor(
    service: Service,
    client: ClientId,
    outlet: Pick<Outlet, 'offer' | 'isFull' | 'room'>,
  ) {
    this.#service = service
    this.#client = client
    this.#outlet = outlet
  }

  /**
   * Starts to listen for new messages. This is called after the first request of a socket, because
   * nothing may be pushed before.
   * @throws the store's error
   */
  async start(): Promise<void> {
    if (this.#closed) return
    this.#listening ??= this.#service.store.listen(this.#client, (topic, message) =>
      this.#onMessage(topic, { message }),
    )
    try {
      await this.#listening
    } catch (error) {
      this.#listening = undefined
      throw error
    }
  }

  /**
   * Pushes the waiting messages of all topics to which the client is subscribed, except those that
   * a subscribe request has just checked.
   */
  async catchUp(): Promise<void> {
    for await (const topics of this.#service.store.waiting(this.#client, this.#checked)) {
      if (this.#closed) return
      for (const topic of topics) this.#onMessage(topic, { isResumed: true })
    }
    this.#checked = undefined
  }

  /** Holds back the pushes of these topics until {@link open}. */
  hold(topics: readonly string[]): void {
    this.#held ??= new Map()
    for (const topic of topics) {
      const held = this.#held.get(topic)
      if (held) held.count += 1
      else this.#held.set(topic, { count: 1, hasNew: false })
    }
  }

  /**
   * Notes that topics were checked, and in which of them messages wait. Only held topics are noted.
   */
  expect(checked: readonly string[], filled: readonly string[]): void {
    for (const topic of checked) if (this.#held?.has(topic)) this.#checked?.add(topic)
    for (const topic of filled) {
      const held = this.#held?.get(topic)
      if (held) held.hasNew = true
    }
  }

  /**
   * Ends one {@link hold} of each topic. A topic that is no longer held, and in which messages
   * wait, is then pushed: from its first unacknowledged message on, even if that was pushed before.
   * But after `catchUp`, the first subscription on this socket repeats nothing.
   */
  open(topics: readonly string[]): void {
    for (const topic of topics) {
      const held = this.#held?.get(topic)
      if (!held || --held.count > 0) continue
      this.#held?.delete(topic)
      if (!held.hasNew) continue
      const cursor = this.#cursors?.get(topic)
      if (cursor && !cursor.isResumed) cursor.seq = 0
      if (cursor) cursor.isResumed = false
      this.#onMessage(topic)
    }
    if (this.#held?.size === 0) this.#held = undefined
  }

  /** Forgets topics from which the client has unsubscribed. */
  forget(topics: readonly string[]): void {
    const gone = new Set(topics)
    for (const topic of gone) {
      this.#cursors?.delete(topic)
      this.#queue?.delete(topic)
      this.#stalled?.delete(topic)
    }
    this.#pushed?.forEach(({ topic }, id) => gone.has(topic) && this.#pushed?.delete(id))
  }

  /**
   * Whether a push with this id was sent on this socket and still waits for its acknowledgement.
   */
  isPushed(id: number): boolean {
    return this.#pushed?.has(id) ?? false
  }

  /**
   * Acknowledges the push with this id.
   * @returns undefined if no such push was unacknowledged
   */
  acknowledge(id: number): Promise<void> | undefined {
    const pushed = this.#pushed?.get(id)
    if (!pushed) return undefined
    this.#pushed?.delete(id)
    this.#service.metrics.acknowledged.add()
    this.#resume()
    return this.#service.store.acknowledge(this.#client, pushed.topic, pushed.seq)
  }

  /** Whether {@link repeat} may have something to do. It has not for an idle socket. */
  get isWaiting(): boolean {
    return this.#stalled !== undefined || (this.#pushed?.size ?? 0) > 0
  }

  /**
   * Repeats pushes that were not acknowledged in time, and resumes postponed topics if there is
   * room. A push that was repeated often enough is forgotten; its message stays stored.
   */
  async repeat(): Promise<void> {
    const due = this.#service.now() - this.#service.options.redelivery
    for (const [id, pushed] of this.#pushed ?? []) {
      if (pushed.at > due || this.#outlet.isFull) break
      this.#pushed?.delete(id)
      if (pushed.times < limits.redelivery.times) await this.#repeatOne(id, pushed)
    }
    this.#resume()
  }

  close(): void {
    this.#closed = true
    this.#queue = undefined
    this.#listening?.then(
      (end) => end(),
      () => {},
    ) // the caller of `start` has got the error
  }

  /**
   * Lets the new messages of a topic be pushed. For a held topic, {@link open} does it later. A
   * topic that is just being read is read on. Otherwise `message` is pushed at once if all earlier
   * messages were pushed, or else the topic is queued.
   */
  #onMessage(
    topic: string,
    {
      isResumed = false,
      message,
    }: { isResumed?: boolean; message?: StoredMessage | undefined } = {},
  ): void {
    const held = this.#held?.get(topic)
    if (held) held.hasNew = true
    else if (this.#draining?.has(topic)) this.#draining.set(topic, true)
    else if (!message || !this.#pushNext(topic, message)) this.#enqueue(topic, isResumed)
  }

  /**
   * Pushes a new message without reading the mailbox. This works only if all earlier messages of
   * the topic were pushed.
   * @returns whether it was pushed
   */
  #pushNext(topic: string, { seq, data }: StoredMessage): boolean {
    const cursor = this.#cursors?.get(topic)
    const isNext =
      cursor !== undefined &&
      cursor.seq > 0 &&
      cursor.seq < seq &&
      !this.#stalled?.has(topic) &&
      !this.#queue?.has(topic)
    if (
      !isNext ||
      !this.#hasRoom() ||
      !this.#push(this.#service.nextPush(), { topic, seq, at: 0, times: 0 }, data)
    )
      return false
    cursor.seq = seq
    return true
  }

  #hasRoom(): boolean {
    return (this.#pushed?.size ?? 0) < limits.unacknowledged && !this.#outlet.isFull
  }

  /**
   * Queues a topic. Only a few topics are read concurrently, because their messages are in memory
   * meanwhile.
   */
  #enqueue(topic: string, isResumed: boolean): void {
    this.#queue ??= new Map()
    if (!this.#queue.has(topic)) this.#queue.set(topic, isResumed)
    this.#drainNext()
  }

  #drainNext(): void {
    while (!this.#closed && (this.#draining?.size ?? 0) < limits.draining) {
      const [next] = this.#queue ?? []
      if (!next) return
      const [topic, isResumed] = next
      this.#queue?.delete(topic)
      if (this.#queue?.size === 0) this.#queue = undefined
      this.#drain(topic, isResumed).then(
        () => this.#drainNext(),
        (error: unknown) => storeFailed(this.#service, error),
      )
    }
  }

  async #drain(topic: string, isResumed: boolean): Promise<void> {
    this.#draining ??= new Map()
    try {
      do this.#draining.set(topic, false)
      while (
        !this.#closed &&
        ((await this.#drainPage(topic, isResumed)) || this.#draining.get(topic))
      )
    } catch (error) {
      this.#putOff(topic)
      storeFailed(this.#service, error)
    } finally {
      this.#draining.delete(topic)
      if (this.#draining.size === 0) this.#draining = undefined
    }
  }

  /**
   * Postpones a topic, and all queued topics, because the store cannot be read. They are read at
   * the next acknowledgement or {@link repeat}.
   */
  #putOff(topic: string): void {
    this.#stalled ??= new Set()
    this.#stalled.add(topic)
    for (const [queued] of this.#queue ?? []) this.#stalled.add(queued)
    this.#queue = undefined
  }

  /**
   * Reads and pushes some messages of a topic, unless there is no room or the topic is held.
   * @returns whether the next messages can be read now
   */
  async #drainPage(topic: string, isResumed: boolean): Promise<boolean> {
    const cursor = this.#cursorOf(topic, isResumed)
    if (!this.#hasRoom()) return this.#stall(topic, cursor.seq + 1)
    const after = cursor.seq
    const page = await this.#service.store.read({
      client: this.#client,
      topic,
      after,
      limit: pageSize,
    })
    if (this.#cursors?.get(topic) !== cursor) return false // the client has unsubscribed meanwhile
    const held = this.#held?.get(topic)
    if (held) {
      held.hasNew = true
      return false
    }
    if (cursor.seq === after) cursor.seq = page.upTo
    if (cursor.seq === 0) this.#cursors.delete(topic)
    if (this.#cursors.size === 0) this.#cursors = undefined
    return this.#pushAll(topic, page.messages) && page.more
  }

  /**
   * Returns the cursor of a topic, and creates it if there is none. If there are too many cursors,
   * the least recently used is removed; its topic is then read from the beginning.
   */
  #cursorOf(topic: string, isResumed: boolean): Cursor {
    this.#cursors ??= new Map()
    const cursor = this.#cursors.get(topic) ?? {
      seq: 0,
      isResumed,
      subscription: subscriptionId(this.#client, topic),
    }
    this.#cursors.delete(topic)
    this.#cursors.set(topic, cursor)
    for (const [oldest] of this.#cursors) {
      if (this.#cursors.size <= limits.cursors) break
      if (!this.#draining?.has(oldest)) this.#cursors.delete(oldest)
    }
    return cursor
  }

  /**
   * Pushes messages. Messages that do not fit are dropped from memory, and read again when there is
   * room.
   * @returns whether all were pushed
   */
  #pushAll(topic: string, messages: readonly StoredMessage[]): boolean {
    for (const message of messages) {
      if (this.#closed) return false
      const pushed = { topic, seq: message.seq, at: 0, times: 0 }
      if (!this.#hasRoom() || !this.#push(this.#service.nextPush(), pushed, message.data))
        return this.#stall(topic, message.seq)
    }
    return true
  }

  /**
   * Pushes a message.
   * @returns whether it fitted
   */
  #push(id: number, pushed: Pushed, data: string): boolean {
    const subscription =
      this.#cursors?.get(pushed.topic)?.subscription ?? subscriptionId(this.#client, pushed.topic)
    if (
      !this.#outlet.offer(
        `{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"${subscription}","data":${data}}}`,
      )
    )
      return false
    pushed.at = this.#service.now()
    this.#pushed ??= new Map()
    this.#pushed.set(id, pushed)
    this.#service.metrics.pushed.add()
    return true
  }

  /**
   * Sets a topic's cursor back to before a message, and postpones the topic until there is room.
   */
  #stall(topic: string, seq: number): false {
    const cursor = this.#cursors?.get(topic)
    if (cursor) cursor.seq = Math.min(cursor.seq, seq - 1)
    this.#draining?.set(topic, false)
    this.#stalled ??= new Set()
    this.#stalled.add(topic)
    if (this.#outlet.isFull)
      this.#outlet.room().then(
        () => this.#resume(),
        (error: unknown) => storeFailed(this.#service, error),
      )
    return false
  }

  #resume(): void {
    if (
      this.#closed ||
      !this.#stalled ||
      this.#outlet.isFull ||
      (this.#pushed?.size ?? 0) > limits.unacknowledged / 2
    )
      return
    const topics = this.#stalled
    this.#stalled = undefined
    for (const topic of topics) this.#onMessage(topic)
  }

  async #repeatOne(id: number, { topic, seq, at, times }: Pushed): Promise<void> {
    try {
      const {
        messages: [message],
      } = await this.#service.store.read({ client: this.#client, topic, after: seq - 1, limit: 1 })
      if (message?.seq !== seq || this.#closed) return
      if (this.#push(id, { topic, seq, at, times: times + 1 }, message.data))
        this.#service.metrics.repeated.add()
      // `repeat` tries again when there is room
      else this.#pushed?.set(id, { topic, seq, at, times })
    } catch (error) {
      // the push was not repeated, so it will be due again
      this.#pushed?.set(id, { topic, seq, at: this.#service.now(), times })
      storeFailed(this.#service, error)
    }
  }
}
