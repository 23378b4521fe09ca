import { wait } from '@latchkey/server/waiting'
import { createTestClient } from '../../../services/relay/src/testing/createTestClient.ts'
import { flood } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { opcodes, rawFrame } from './rawFrame.ts'
import { nextId, openStranger, streamOf } from './stranger.ts'

type Options = { sockets: number; clients?: number; reads?: boolean; begin?: Buffer }

/**
 * A flood: sockets send frames of one kind as fast as they can. A disconnected socket connects
 * again.
 */
function floodOf(
  next: () => Buffer,
  { sockets, clients = 4, reads = true, begin }: Options,
): Scene['stage'] {
  return () => ({
    async attack(target) {
      const keys = Array.from({ length: clients }, () => createTestClient())
      let [sent, away] = [0, 0]
      await Promise.all(
        Array.from({ length: sockets }, async (_, index) => {
          while (!target.signal.aborted) {
            const socket = await openStranger(target, keys[index % clients]).catch(() => undefined)
            if (!socket) {
              away += 1
              await wait(100)
              continue
            }
            const stream = streamOf(socket)
            if (!reads) stream.pause()
            if (begin) stream.write(begin)
            sent += await flood(stream, target.signal, next)
            if (stream.destroyed) away += 1
            socket.terminate()
          }
        }),
      )
      return { did: `${sent.toLocaleString('en')} writes, sent away ${away} times` }
    },
  })
}

/** Several frames that are sent in one write. */
const many = (
  count: number,
  createFrame: () => string | Buffer,
  options?: Parameters<typeof rawFrame>[1],
) => Buffer.concat(Array.from({ length: count }, () => rawFrame(createFrame(), options)))
const always = (bytes: Buffer) => () => bytes

/** Values of 4 MB that are costly to parse: deep, numerous, escaped, or one long number. */
const large: readonly string[] = [
  '['.repeat(4_000_000),
  `${'{"a":'.repeat(700_000)}`,
  `[${'{},'.repeat(1_300_000)}{}]`,
  `"${'\\u0041'.repeat(600_000)}"`,
  `{"id":${'9'.repeat(4_000_000)},"result":1}`,
  `{${Array.from({ length: 300_000 }, (_, index) => `"${index}":0`).join()}}`,
  `{"id":1767600000000,"jsonrpc":"2.0","method":"irn_batchSubscribe","params":{"topics":[${'0,'.repeat(1_900_000)}0]}}`,
]
let turn = 0

export const acknowledgements: Scene = {
  name: 'acknowledgements',
  of: 'relay',
  seconds: 3,
  title: '8 sockets acknowledge what was never pushed, as fast as they can',
  stage: floodOf(() => many(100, () => `{"id":${nextId()},"jsonrpc":"2.0","result":true}`), {
    sockets: 8,
  }),
}
export const malformed: Scene = {
  name: 'malformed',
  of: 'relay',
  seconds: 3,
  title: '8 sockets send frames that are no JSON, as fast as they can',
  stage: floodOf(always(many(100, () => '{"id":1767600000000,"jsonrpc"')), { sockets: 8 }),
}
export const largeJson: Scene = {
  name: 'large-json',
  of: 'relay',
  quick: 'short',
  seconds: 3,
  title: '8 sockets send JSON of 4 MB, deep, numerous, escaped',
  stage: floodOf(() => rawFrame(large[(turn += 1) % large.length] ?? ''), { sockets: 8 }),
}
export const pings: Scene = {
  name: 'pings',
  of: 'relay',
  seconds: 3,
  title: '8 sockets send pings of 125 bytes as fast as they can and do not read',
  stage: floodOf(always(many(50, () => Buffer.alloc(125), { opcode: opcodes.ping })), {
    sockets: 8,
    reads: false,
  }),
}
export const tinyFragments: Scene = {
  name: 'tiny-fragments',
  of: 'relay',
  seconds: 3,
  title: '8 sockets send one message in fragments of a byte that never ends',
  stage: floodOf(always(many(2_000, () => 'x', { opcode: opcodes.continuation, fin: false })), {
    sockets: 8,
    begin: rawFrame('x', { fin: false }),
  }),
}
export const errorsUnread: Scene = {
  name: 'errors-unread',
  of: 'relay',
  seconds: 3,
  title: '8 sockets ask what is refused and do not read the refusals',
  stage: floodOf(
    () => many(100, () => `{"id":${nextId()},"jsonrpc":"2.0","method":"irn_nothing","params":{}}`),
    { sockets: 8, clients: 8, reads: false },
  ),
}
