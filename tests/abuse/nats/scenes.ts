import { wait } from '@latchkey/server/waiting'
import { onEachSocket, flood, noLongerThan, until } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { hello, publication } from './stranger.ts'

const megabyte = 1024 * 1024

/**
 * The relay's scene of a slow reader, played against a server that is known for handling slow
 * readers.
 */
export const natsNotReading: Scene = {
  name: 'nats-not-reading',
  of: 'nats',
  needs: 'nats',
  seconds: 6,
  title: '300 MB are published to a subscriber that does not read',
  stage: () => ({
    async attack(target) {
      const [reader, writer] = [hello(await target.connect()), hello(await target.connect())]
      let away = false
      reader.once('close', () => (away = true))
      reader.write('SUB slow 1\r\n')
      await wait(100)
      reader.pause()
      const over = noLongerThan(4_000, target.signal)
      const sent = await flood(
        writer,
        over,
        () => publication('slow', Buffer.alloc(256_000, 'x')),
        { maxRequests: 1_170 },
      )
      await wait(1_000)
      return { did: `${sent} published, the reader was ${away ? '' : 'not '}sent away` }
    },
  }),
}

export const natsStrangers: Scene = {
  name: 'nats-strangers',
  of: 'nats',
  needs: 'nats',
  seconds: 8,
  title: '150 connections that did not say hello send 8 MB each',
  stage: () => ({
    async attack(target) {
      let away = 0
      const bytes = Buffer.alloc(8 * megabyte, 'x')
      await onEachSocket(150, 150, async () => {
        const socket = await target.connect()
        socket.once('close', () => (away += 1))
        socket.write(bytes)
      })
      await until(() => away === 150, 2_500)
      return { did: `${away} of 150 sent away` }
    },
  }),
}
