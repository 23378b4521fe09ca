import { wait } from '@latchkey/server/waiting'
import { createTestClient } from '../../../services/relay/src/testing/createTestClient.ts'
import { atRate, onEachSocket, writeUntilOver } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { rawFrame } from './rawFrame.ts'
import { newTopic, nextId, openStranger, streamOf } from './stranger.ts'

/** Characters of a message. */
const size = 64_000
const filling = 'x'.repeat(size)

/** Returns frames that publish new messages. The topic changes after every hundred. */
function publications(): () => Buffer {
  let topic = newTopic()
  let count = 0
  return () => {
    count += 1
    if (count % 100 === 0) topic = newTopic()
    return rawFrame(
      `{"id":"${nextId()}","jsonrpc":"2.0","method":"irn_publish","params":{"topic":"${topic}","message":"${count}${filling}","ttl":2592000,"tag":1}}`,
    )
  }
}

/** Bytes a second: the rate that an earlier test reached, and the rate of a line of 1 Gbit/s. */
const rates = { seen: 40_000_000, line: 125_000_000 }

/**
 * Publishers with `keys` keys and several sockets of each key. `rate`: bytes a second of all
 * sockets together.
 */
function publishersOf(keys: number, socketsOfKey: number, rate: number): Scene['stage'] {
  return () => ({
    async attack(target) {
      let sent = 0
      let away = 0
      const begin = Date.now()
      const next = atRate(rate, publications())
      const clients = Array.from({ length: keys }, () => createTestClient())
      const floods: Promise<unknown>[] = []
      await onEachSocket(keys * socketsOfKey, 20, async (index) => {
        const client = clients[index % keys]
        if (!client || target.signal.aborted) return
        const socket = await openStranger(target, client).catch(() => undefined)
        if (!socket) return void (away += 1)
        socket.once('close', () => (away += 1))
        floods.push(writeUntilOver(streamOf(socket), target.signal, next, () => (sent += 1)))
      })
      await Promise.race([Promise.all(floods), wait(9_000)])
      return {
        did: `${Math.round((sent * size) / 1_000_000 / ((Date.now() - begin) / 1_000))} MB a second sent, ${away} sockets sent away`,
      }
    },
  })
}

export const fortySockets: Scene = {
  name: 'forty-sockets',
  of: 'relay',
  seconds: 4,
  title: 'one client over 40 sockets publishes 40 MB a second, to be kept for 30 days',
  stage: publishersOf(1, 40, rates.seen),
}
export const thousandKeys: Scene = {
  name: 'thousand-keys',
  of: 'relay',
  seconds: 6,
  title: 'the same from one address with 1,000 keys',
  stage: publishersOf(1_000, 1, rates.seen),
}
export const wholeLine: Scene = {
  name: 'whole-line',
  of: 'relay',
  seconds: 4,
  title: 'the same with 100 keys at 1 Gbit/s',
  stage: publishersOf(100, 1, rates.line),
}

/** Shows that a nearly full store first refuses the client that has the most bytes in it. */
export const nearlyFull: Scene = {
  name: 'nearly-full',
  of: 'relay',
  seconds: 6,
  title: '16 keys of one address fill a store of 16 MB',
  stage: async () => ({
    config: { storeBytes: 16 * 1024 * 1024 },
    ...(await publishersOf(16, 2, rates.seen)()),
  }),
  expect: (counted) =>
    [...counted].some(([name, count]) => /StoreFull|ShareExceeded/.test(name) && count > 0)
      ? []
      : ['nobody was refused by the store'],
}
