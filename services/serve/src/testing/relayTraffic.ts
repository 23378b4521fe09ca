import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { createTestClient, type TestClient } from '../../../relay/src/testing/createTestClient.ts'
import {
  nextId,
  openTestSocket,
  type TestSocket,
} from '../../../relay/src/testing/openTestSocket.ts'
import { newTopic } from '../../../relay/src/testing/startTestRelay.ts'

/**
 * A client that publishes to a topic, and a client that subscribes to it. Both reconnect by
 * themselves, as published clients do.
 */
export type Pair = {
  /** The texts that the relay has acknowledged, in the order of publication. */
  acknowledged: readonly string[]
  /**
   * The texts that the subscriber received, in order, with repetitions. `socket` is the number of
   * the socket that delivered the text.
   */
  heard: readonly { text: string; socket: number }[]
  /** When the relay acknowledged each text, in milliseconds since 1970. */
  times: readonly number[]
  /** Stops publishing. Resolves when the relay has acknowledged all texts. */
  finish: () => Promise<void>
  close: () => Promise<void>
}

/** Tries to open a client's socket until it succeeds. */
async function reopen(
  url: string,
  client: TestClient,
  query: Record<string, string>,
  isOver: () => boolean,
): Promise<{ socket: TestSocket; ended: Promise<undefined> } | undefined> {
  while (!isOver()) {
    try {
      const socket = await openTestSocket(url, client, { query })
      return {
        socket,
        ended: new Promise((resolve) => socket.socket.once('close', () => resolve(undefined))),
      }
    } catch {
      await wait(200)
    }
  }
  return undefined
}

class Traffic {
  readonly #url: string
  readonly #name: string
  readonly #query: Record<string, string>
  readonly #topic = newTopic()
  readonly #site = createTestClient()
  readonly #phone = createTestClient()
  readonly acknowledged: string[] = []
  readonly times: number[] = []
  readonly heard: { text: string; socket: number }[] = []
  readonly #finishing = new AbortController()
  readonly #closed = new AbortController()
  #sockets = 0
  readonly #open: TestSocket[] = []
  #publishing: Promise<void> | undefined

  constructor(url: string, name: string, query: Record<string, string>) {
    this.#url = url
    this.#name = name
    this.#query = query
  }

  /** Subscribes, and begins to publish. */
  async begin(): Promise<void> {
    await new Promise<void>((resolve) => {
      void this.#listen(resolve)
    })
    this.#publishing = this.#publish()
  }

  async finish(): Promise<void> {
    this.#finishing.abort()
    await this.#publishing
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await Promise.all(this.#open.map((socket) => socket.close()))
  }

  #reopen(client: TestClient) {
    return reopen(this.#url, client, this.#query, () => this.#closed.signal.aborted)
  }

  /**
   * Sends a request.
   * @returns whether it was answered
   */
  async #send(
    { socket, ended }: NonNullable<Awaited<ReturnType<typeof reopen>>>,
    text: string,
    id: string,
  ): Promise<boolean> {
    if (socket.socket.readyState !== WebSocket.OPEN) return false
    const answer = await Promise.race([
      socket.answer(
        'irn_publish',
        { topic: this.#topic, message: text, ttl: 3_600, tag: 1108 },
        id,
      ),
      ended,
    ])
    if (answer?.error) throw new Error(JSON.stringify(answer.error))
    return answer !== undefined
  }

  async #publish(): Promise<void> {
    let socket = await this.#reopen(this.#site)
    for (let count = 0; socket && !this.#finishing.signal.aborted; count += 1) {
      const [text, id] = [`${this.#name} ${count}`, nextId()]
      while (socket && !(await this.#send(socket, text, id)))
        socket = await this.#reopen(this.#site)
      if (!socket) return
      this.acknowledged.push(text)
      this.times.push(Date.now())
      await wait(2)
    }
    await socket?.socket.close()
  }

  async #listen(onFirst: () => void): Promise<void> {
    while (!this.#closed.signal.aborted) {
      const opened = await this.#reopen(this.#phone)
      if (!opened) return
      const { socket, ended } = opened
      this.#sockets += 1
      const own = this.#sockets
      this.#open.push(socket)
      if (
        socket.socket.readyState !== WebSocket.OPEN ||
        (await Promise.race([socket.ask('irn_subscribe', { topic: this.#topic }), ended])) ===
          undefined
      )
        continue
      onFirst()
      for (;;) {
        const push = await Promise.race([socket.push(), ended])
        if (!push) break
        this.heard.push({ text: push.params.data.message, socket: own })
      }
    }
  }
}

/**
 * Starts a publisher and a subscriber of a new topic.
 * @param query query parameters of the sockets' URL
 */
export async function startPair(
  url: string,
  name: string,
  query: Record<string, string>,
): Promise<Pair> {
  const traffic = new Traffic(url, name, query)
  await traffic.begin()
  const { acknowledged, heard, times } = traffic
  return {
    acknowledged,
    heard,
    times,
    finish: () => traffic.finish(),
    close: () => traffic.close(),
  }
}
