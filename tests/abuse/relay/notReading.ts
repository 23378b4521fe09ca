import { wait } from '@latchkey/server/waiting'
import { createTestClient } from '../../../services/relay/src/testing/createTestClient.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../target.ts'
import { requestByStranger, newTopic, openStranger, streamOf } from './stranger.ts'
import { createTally } from '../tally.ts'

/** Characters of a message, messages of a topic, topics, and publishing keys. */
const [size, messages, topics, keys] = [256_000, 38, 8, 4]

/** Fills topics as fast as the limits allow, with several keys. */
async function publishAll(
  target: Target,
  names: readonly string[],
  tally: ReturnType<typeof createTally>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: keys }, async (_, key) => {
      const writer = await openStranger(target)
      for (const topic of names.filter((_, index) => index % keys === key)) {
        for (let count = 0; count < messages && !target.signal.aborted; count += 1)
          tally.add(
            await requestByStranger(writer, 'irn_publish', {
              topic,
              message: `${count}`.padEnd(size, 'x'),
              ttl: 300,
              tag: 1,
            }),
          )
      }
    }),
  )
}

/**
 * A client that subscribes to topics of other publishers, with up to 80 MB of messages. `read`
 * decides how it reads its connection.
 */
function subscriberThat(read: (stream: ReturnType<typeof streamOf>) => () => void): Scene['stage'] {
  return () => ({
    async attack(target) {
      const tally = createTally()
      const names = Array.from({ length: topics }, newTopic)
      const reader = await openStranger(target, createTestClient())
      tally.add(await requestByStranger(reader, 'irn_batchSubscribe', { topics: names }))
      target.track(read(streamOf(reader)))
      await Promise.race([publishAll(target, names, tally), wait(4_000)])
      await wait(500)
      return { did: `published: ${tally.text()}` }
    },
  })
}

export const subscriberNotReading: Scene = {
  name: 'subscriber-not-reading',
  of: 'relay',
  seconds: 12,
  title: 'four keys publish as fast as they may, up to 80 MB, to a subscriber that does not read',
  stage: subscriberThat((stream) => {
    stream.pause()
    return () => {}
  }),
}

export const oneByteASecond: Scene = {
  name: 'one-byte-a-second',
  of: 'relay',
  seconds: 12,
  title: 'the same to one that reads a byte a second',
  stage: subscriberThat((stream) => {
    stream.removeAllListeners('data')
    stream.pause()
    const beat = setInterval(() => void stream.read(1), 1_000)
    return () => clearInterval(beat)
  }),
}
