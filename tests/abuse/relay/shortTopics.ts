import { wait } from '@latchkey/server/waiting'
import type { Metrics, Scene } from '../scene.ts'
import { onEachSocket } from '../flood.ts'
import { createTestClient } from '../../../services/relay/src/testing/createTestClient.ts'
import { requestByStranger, newTopic, openStranger } from './stranger.ts'
import { createTally } from '../tally.ts'

const [topics, batch, keys] = [40_000, 100, 16]
const storedBytes = (metrics: Metrics) => metrics.get('latchkey_relay_store_bytes') ?? 0

/** Shows that expired messages are removed as fast as new ones arrive. */
export const shortTopics: Scene = {
  name: 'short-topics',
  of: 'relay',
  seconds: 12,
  title: '40,000 topics with a message of one second each, and ten minutes later',
  stage: () => ({
    config: { clock: true },
    async attack(target) {
      const tally = createTally()
      const open = await Promise.all(
        Array.from({ length: keys }, () => openStranger(target, createTestClient())),
      )
      await onEachSocket(topics / batch, keys, async (index) => {
        const socket = open[index % keys]
        if (!socket || target.signal.aborted) return
        const messages = Array.from({ length: batch }, (_, one) => ({
          topic: newTopic(),
          message: `${one}`.padEnd(560, 'x'),
          ttl: 1,
          tag: 1,
        }))
        const answer = await requestByStranger(socket, 'irn_batchPublish', { messages })
        tally.add(answer === 'ok' ? 'messages' : answer, answer === 'ok' ? batch : 1)
      })
      await wait(1_500)
      // The relay remembers the ids of requests for five minutes. The signal moves the relay's
      // clock by ten minutes, so that it forgets them.
      process.kill(target.pid, 'SIGUSR2')
      return { did: tally.text() }
    },
  }),
  // 4 MB may remain: pages of the store that are still partly used
  isOver: (now, before) => storedBytes(now) <= storedBytes(before) + 4_000_000,
}
