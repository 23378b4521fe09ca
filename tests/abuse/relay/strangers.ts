import { once } from 'node:events'
import { wait } from '@latchkey/server/waiting'
import { until } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { opcodes, rawFrame } from './rawFrame.ts'
import { openUnseen, streamOf } from './stranger.ts'

/** The frame that each socket sends. */
const frame = rawFrame(Buffer.alloc(8 * 1024 * 1024, 'x'), { opcode: opcodes.binary })

/** Sockets without a token that send 8 MB each. */
function strangersOf(count: number): Scene['stage'] {
  return () => ({
    async attack(target) {
      let away = 0
      await Promise.all(
        Array.from({ length: count }, async () => {
          const socket = openUnseen(target, '')
          socket.once('close', () => (away += 1))
          await Promise.race([once(socket, 'open'), once(socket, 'close'), wait(5_000)])
          if (socket.readyState === socket.OPEN) streamOf(socket).write(frame)
        }),
      )
      await until(() => away === count, 2_500)
      return { did: `${away} of ${count} sent away` }
    },
  })
}

export const strangers: Scene = {
  name: 'strangers',
  of: 'relay',
  quick: 'short',
  seconds: 10,
  title: '150 sockets without a token send 8 MB each',
  stage: strangersOf(150),
}
export const manyStrangers: Scene = {
  name: 'many-strangers',
  of: 'relay',
  seconds: 15,
  title: '600 sockets without a token send 8 MB each',
  stage: strangersOf(600),
}
