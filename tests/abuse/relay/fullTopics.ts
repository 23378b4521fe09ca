import { createTestClient } from '../../../services/relay/src/testing/createTestClient.ts'
import { onEachSocket } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { createTally } from '../tally.ts'
import { requestByStranger, newTopic, openStranger } from './stranger.ts'

/**
 * `size`: characters of a message. `topics`: topics with one message each. `publishers`: keys that
 * publish within their limits, each from its own address. `batches`: number of batch subscriptions.
 */
const [size, topics, publishers, batches] = [500_000, 240, 30, 100]

/** One client subscribes to topics with large messages, again and again. */
export const fullTopics: Scene = {
  name: 'full-topics',
  of: 'relay',
  seconds: 15,
  title:
    '240 topics with a message of 500 kB each, to which one client subscribes 100 times over 4 sockets',
  stage: () => ({
    async attack(target) {
      const [client, tally] = [createTestClient(), createTally()]
      const names = Array.from({ length: topics }, newTopic)
      const writers = await Promise.all(
        Array.from({ length: publishers }, (_, index) =>
          openStranger(target, createTestClient(), { localAddress: `127.0.1.${index + 1}` }),
        ),
      )
      await onEachSocket(topics, 4, async (index) => {
        const writer = writers[index % publishers]
        if (!writer || target.signal.aborted) return
        tally.add(
          await requestByStranger(writer, 'irn_publish', {
            topic: names[index],
            message: `${index}`.padEnd(size, 'x'),
            ttl: 300,
            tag: 1,
          }),
        )
      })
      const open = await Promise.all(Array.from({ length: 4 }, () => openStranger(target, client)))
      await onEachSocket(batches, batches, async (index) => {
        const socket = open[index % open.length]
        if (socket && !target.signal.aborted)
          tally.add(
            `subscribed: ${await requestByStranger(socket, 'irn_batchSubscribe', { topics: names })}`,
          )
      })
      return { did: tally.text() }
    },
  }),
}
