import { wait } from '@latchkey/server/waiting'
import { createTestClient } from '../../../services/relay/src/testing/createTestClient.ts'
import { onEachSocket } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { requestByStranger, newTopic, openStranger } from './stranger.ts'
import { createTally } from '../tally.ts'

const [wanted, batch, sockets] = [490_000, 500, 4]

/** One client subscribes to the max number of topics, and reconnects. */
export const manyTopics: Scene = {
  name: 'many-topics',
  of: 'relay',
  seconds: 14,
  title: 'one client over 4 sockets wants 490,000 topics, goes and comes back four times',
  stage: () => ({
    async attack(target) {
      const [client, tally] = [createTestClient(), createTally()]
      const open = await Promise.all(
        Array.from({ length: sockets }, () => openStranger(target, client)),
      )
      await onEachSocket(wanted / batch, sockets, async (index) => {
        const socket = open[index % sockets]
        if (!socket || target.signal.aborted || tally.get('ShareExceeded') >= 10) return
        const answer = await requestByStranger(socket, 'irn_batchSubscribe', {
          topics: Array.from({ length: batch }, newTopic),
        })
        tally.add(answer === 'ok' ? 'topics' : answer, answer === 'ok' ? batch : 1)
      })
      for (const socket of open) socket.terminate()
      for (let turn = 0; turn < 4 && !target.signal.aborted; turn += 1) {
        const back = await openStranger(target, client)
        tally.add(
          `back: ${await requestByStranger(back, 'irn_fetchMessages', { topic: newTopic() })}`,
        )
        await wait(500)
        back.terminate()
      }
      return { did: tally.text() }
    },
  }),
}
