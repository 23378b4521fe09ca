import { wait } from '@latchkey/server/waiting'
import { createTestClient } from '../../../services/relay/src/testing/createTestClient.ts'
import { onEachSocket } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { rawFrame } from './rawFrame.ts'
import { openStranger, streamOf } from './stranger.ts'

const [sockets, announced, part] = [500, 8 * 1024 * 1024, 64 * 1024]

/** Sockets of `addresses` addresses that begin frames and never finish them. */
function partialFramesOf(addresses: number): Scene['stage'] {
  return () => ({
    async attack(target) {
      const clients = Array.from({ length: 20 }, () => createTestClient())
      const head = rawFrame('', { announced })
      const bytes = Buffer.alloc(part, 'x')
      let away = 0
      await onEachSocket(sockets, 50, async (index) => {
        const socket = await openStranger(target, clients[index % clients.length], {
          localAddress: `127.0.0.${2 + (index % addresses)}`,
        }).catch(() => undefined)
        if (!socket) return void (away += 1)
        socket.once('close', () => (away += 1))
        const stream = streamOf(socket)
        stream.write(head)
        const beat = setInterval(
          () => stream.destroyed || stream.writableNeedDrain || stream.write(bytes),
          100,
        )
        target.track(() => clearInterval(beat))
      })
      await wait(60_000, target.signal)
      return { did: `${away} of ${sockets} sent away` }
    },
  })
}

/** Attacks the memory that the relay has for incomplete frames. */
export const partialFrames: Scene = {
  name: 'partial-frames',
  of: 'relay',
  seconds: 3,
  title: '500 sockets announce frames of 8 MB and send 640 kB a second of them',
  stage: partialFramesOf(1),
}
export const manyAddresses: Scene = {
  name: 'many-addresses',
  of: 'relay',
  seconds: 4,
  title: 'the same from 50 addresses',
  stage: partialFramesOf(50),
}
