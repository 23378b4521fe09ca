import { once } from 'node:events'
import { WebSocket } from 'ws'
import { wait } from '@latchkey/server/waiting'
import type { Scene } from '../scene.ts'
import { openStranger } from './stranger.ts'
import { createTally } from '../tally.ts'

/**
 * Frames that have crashed a relay, and similar ones: members that cannot be converted to texts or
 * numbers.
 */
const frames: readonly string[] = [
  '{"id":{"toString":1},"jsonrpc":"2.0","result":1}',
  '{"id":{"valueOf":1,"toString":2},"jsonrpc":"2.0","error":{}}',
  '{"id":{"toString":{"toString":1}},"jsonrpc":"2.0","method":"irn_publish","params":{}}',
  '{"id":[{"toString":1}],"jsonrpc":"2.0","result":1}',
  '{"id":{"__proto__":null},"jsonrpc":"2.0","result":1}',
  '{"__proto__":{"id":1767600000000},"jsonrpc":"2.0","result":1}',
  '{"id":1e999,"jsonrpc":"2.0","result":1}',
  '{"id":-1,"result":1}',
  '{"id":"99999999999999999999n","result":1}',
  '{"result":1}',
  '{"error":{"toString":1}}',
  '{"id":1767600000001,"jsonrpc":{"toString":1},"method":"irn_publish"}',
  '{"id":1767600000002,"jsonrpc":"2.0","method":{"toString":1},"params":[]}',
  '{"id":1767600000003,"jsonrpc":"2.0","method":"__proto__","params":[]}',
  '{"id":1767600000004,"jsonrpc":"2.0","method":"constructor","params":{"toString":1}}',
  '{"id":1767600000005,"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":{"toString":1}}}',
  '{"id":1767600000006,"jsonrpc":"2.0","method":"irn_batchReceive","params":{"receipts":[{"topic":"","messageId":{"toString":1}}]}}',
  '{"id":1767600000007,"jsonrpc":"2.0","method":"irn_publish","params":{"length":1e9,"messages":{"length":1e9},"topics":{"length":-1}}}',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '[null]',
  '',
  ' ',
  '\u0000',
  '{',
  '{}',
  '"\\ud800"',
  'NaN',
  '[[[]]]',
]

/** The frame of 48 bytes that crashed the relay. */
export const oneFrame: Scene = {
  name: 'one-frame',
  of: 'relay',
  quick: 'short',
  seconds: 2,
  title: 'a frame of 48 bytes whose id does not become a text, and thirty like it, again and again',
  stage: () => ({
    async attack(target) {
      const tally = createTally()
      while (!target.signal.aborted) {
        const socket = await openStranger(target)
        for (const frame of frames) {
          if (socket.readyState !== WebSocket.OPEN) break
          socket.send(frame)
          tally.add('frames')
        }
        await Promise.race([once(socket, 'close'), wait(50)])
        socket.terminate()
      }
      return { did: tally.text() }
    },
  }),
}
