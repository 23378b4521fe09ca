import { wait } from '@latchkey/server/waiting'
import type { Scene } from '../scene.ts'
import { requestByStranger, newTopic, openStranger, requestText, streamOf } from './stranger.ts'
import { createTally } from '../tally.ts'

/** Characters of a message, number of messages, and number of fetches. */
const [size, messages, fetches] = [400_000, 10, 2_900]

/** One socket fetches a full mailbox and does not read the answers. */
export const fullMailbox: Scene = {
  name: 'full-mailbox',
  of: 'relay',
  quick: 'short',
  seconds: 5,
  title: 'one socket asks 2,900 times for a mailbox of 4 MB and does not read',
  stage: () => ({
    async attack(target) {
      const tally = createTally()
      const topic = newTopic()
      const [reader, writer] = [await openStranger(target), await openStranger(target)]
      for (let count = 0; count < messages; count += 1)
        tally.add(
          await requestByStranger(writer, 'irn_publish', {
            topic,
            message: `${count}`.padEnd(size, 'x'),
            ttl: 300,
            tag: 1,
          }),
        )
      streamOf(reader).pause()
      for (let count = 0; count < fetches; count += 1)
        reader.send(requestText('irn_fetchMessages', { topic }))
      await wait(target.quick ? 2_000 : 3_000)
      return { did: `${tally.text()}, then ${fetches} fetches` }
    },
  }),
}
