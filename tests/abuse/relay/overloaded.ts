import { once } from 'node:events'
import type { Socket } from 'node:net'
import { wait } from '@latchkey/server/waiting'
import { createTestClient } from '../../../services/relay/src/testing/createTestClient.ts'
import { onEachSocket, flood, noLongerThan } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { createTally } from '../tally.ts'
import type { Target } from '../target.ts'
import { rawFrame } from './rawFrame.ts'
import {
  requestByStranger,
  newTopic,
  openStranger,
  openUnseen,
  requestText,
  streamOf,
} from './stranger.ts'

/**
 * Number of sockets that load the relay, of frames in one write, and of new sockets at the same
 * time.
 */
const [busy, frames, newcomers] = [16, 2_000, 10]
/** Milliseconds until a new socket is admitted after the load has ended. */
const patience = 5_000
const costly = Buffer.concat(
  Array.from({ length: frames }, () => rawFrame('{"id":1767600000000,"jsonrpc"')),
)

/** Tries to open a socket. @returns the code with which the relay closed it, or `let in` */
async function tryToConnect(target: Target, token: string): Promise<string> {
  const socket = openUnseen(target, token)
  socket.once('open', () => socket.send(requestText('irn_fetchMessages', { topic: newTopic() })))
  const ends = [
    once(socket, 'close').then(([code]) => `${code}`),
    once(socket, 'message').then(() => 'let in'),
    wait(patience).then(() => 'not answered'),
  ]
  // `once` also rejects when the socket has an error: the relay has cut the connection
  const became = await Promise.race(ends.map((end) => end.catch(() => 'cut')))
  socket.terminate()
  return became
}

/**
 * Opens a connection and ignores the answers. It tries again while the relay refuses sockets
 * because of another load.
 */
async function openBusy(target: Target): Promise<Socket> {
  for (;;) {
    const socket = await openStranger(target)
    if ((await requestByStranger(socket, 'irn_fetchMessages', { topic: newTopic() })) === 'ok')
      return streamOf(socket).removeAllListeners('data').resume()
    target.signal.throwIfAborted()
    await wait(100)
  }
}

/** Requests health until the attack is over. @returns the statuses other than 200 */
async function watchHealth({ url }: Target, signal: AbortSignal): Promise<readonly string[]> {
  const wrong = new Set<string>()
  while (!signal.aborted) {
    const status = await fetch(`${url.replace('ws:', 'http:')}/health`, {
      signal: AbortSignal.timeout(patience),
    }).then(
      (response) => `${response.status}`,
      () => 'nothing',
    )
    if (status !== '200') wrong.add(`health answered ${status} under load`)
    await wait(100)
  }
  return [...wrong]
}

/**
 * While the relay is overloaded, it refuses new sockets and serves the open sockets. When the load
 * has ended, it admits new sockets.
 */
export const overloadedRelay: Scene = {
  name: 'overloaded',
  of: 'relay',
  seconds: 10,
  title:
    '16 sockets without quotas keep a relay busy that may be 5 ms late, and new sockets come: while it is late they are sent away with 1013',
  stage: () => ({
    config: { options: { overload: 5, shares: false } },
    async attack(target) {
      const [tally, token] = [createTally(), createTestClient().token(target.url)]
      const streams = await Promise.all(Array.from({ length: busy }, () => openBusy(target)))
      const load = noLongerThan(3_000, target.signal)
      const floods = Promise.all(streams.map((stream) => flood(stream, load, () => costly)))
      const health = watchHealth(target, load)
      await wait(500) // waits until the load has an effect
      await onEachSocket(newcomers, newcomers, async () => {
        while (!load.aborted) tally.add(await tryToConnect(target, token))
      })
      await floods
      for (const stream of streams) stream.destroy()
      let after = ''
      for (
        const until = Date.now() + patience;
        after !== 'let in' && Date.now() < until;
        await wait(100)
      )
        after = await tryToConnect(target, token)
      const faults = [
        ...(await health),
        tally.get('1013') === 0 && 'no new socket was closed with 1013',
        after !== 'let in' && `after the load a new socket was ${after}`,
      ]
      return {
        did: `new sockets: ${tally.text()}`,
        faults: faults.filter((one) => typeof one === 'string'),
      }
    },
  }),
  expect: (counted) =>
    (counted.get('latchkey_relay_refused_total{why="overloaded"}') ?? 0) > 0
      ? []
      : ['nobody was refused for the load'],
}
