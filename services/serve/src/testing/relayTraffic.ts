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
 * A publisher and a subscriber of one topic. They reconnect by themselves, as published clients do.
 */
export type Pair = {
  /** Texts whose publication the relay has acknowledged, in their order. */
  acknowledged: readonly string[]
  /**
   * Texts that the subscriber received, in their order, with repetitions. `socket` counts its
   * sockets.
   */
  heard: readonly { text: string; socket: number }[]
  /** Times of acknowledgements, in milliseconds since 1970. */
  times: readonly number[]
  /** Stops publishing; resolves when all publications are acknowledged. */
  finish: () => Promise<void>
  close: () => Promise<void>
}

/** Opens a client's socket again, until it is open. */
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

/** @param query of the sockets */
export async function startPair(
  url: string,
  name: string,
  query: Record<string, string>,
): Promise<Pair> {
  const topic = newTopic()
  const [site, phone] = [createTestClient(), createTestClient()]
  const acknowledged: string[] = []
  const times: number[] = []
  const heard: { text: string; socket: number }[] = []
  const [finishing, closed] = [new AbortController(), new AbortController()]
  let sockets = 0
  const open: TestSocket[] = []

  /**
   * Sends a request.
   * @returns whether it was answered
   */
  async function send(
    { socket, ended }: NonNullable<Awaited<ReturnType<typeof reopen>>>,
    text: string,
    id: string,
  ): Promise<boolean> {
    if (socket.socket.readyState !== WebSocket.OPEN) return false
    const answer = await Promise.race([
      socket.answer('irn_publish', { topic, message: text, ttl: 3_600, tag: 1108 }, id),
      ended,
    ])
    if (answer?.error) throw new Error(JSON.stringify(answer.error))
    return answer !== undefined
  }

  async function publish(): Promise<void> {
    let socket = await reopen(url, site, query, () => closed.signal.aborted)
    for (let count = 0; socket && !finishing.signal.aborted; count += 1) {
      const [text, id] = [`${name} ${count}`, nextId()]
      while (socket && !(await send(socket, text, id)))
        socket = await reopen(url, site, query, () => closed.signal.aborted)
      if (!socket) return
      acknowledged.push(text)
      times.push(Date.now())
      await wait(2)
    }
    await socket?.socket.close()
  }

  async function listen(onFirst: () => void): Promise<void> {
    while (!closed.signal.aborted) {
      const opened = await reopen(url, phone, query, () => closed.signal.aborted)
      if (!opened) return
      const { socket, ended } = opened
      sockets += 1
      const own = sockets
      open.push(socket)
      if (
        socket.socket.readyState !== WebSocket.OPEN ||
        (await Promise.race([socket.ask('irn_subscribe', { topic }), ended])) === undefined
      )
        continue
      onFirst()
      for (;;) {
        const push = await Promise.race([socket.push(), ended])
        if (!push) break
        heard.push({ text: push.params.data.message, socket: own })
      }
    }
  }

  const subscribed = new Promise<void>((resolve) => {
    void listen(resolve)
  })
  await subscribed
  const publishing = publish()
  return {
    acknowledged,
    heard,
    times,
    async finish() {
      finishing.abort()
      await publishing
    },
    async close() {
      closed.abort()
      await Promise.all(open.map((socket) => socket.close()))
    },
  }
}
