import type { Socket } from 'node:net'
import { wait } from '@latchkey/server/waiting'
import { onEachSocket } from '../flood.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../target.ts'
import { addressAt } from './codes.ts'

/**
 * Milliseconds after which a connection without a whole request has to be closed: when it is idle,
 * and when it is slow. They include one interval between two checks of the service.
 */
const closed = { silent: 14_000, slow: 14_000 }

/**
 * Opens `count` connections from ten addresses, and returns how many are still open at the end.
 * @param write called for each connection twice a second
 */
async function hold(
  target: Target,
  {
    count,
    limit,
    write,
  }: { count: number; limit: number; write: (socket: Socket, turn: number) => void },
) {
  const open = new Set<Socket>()
  await onEachSocket(count, 100, async (index) => {
    const socket = await target.connect(addressAt(index % 10)).catch(() => undefined)
    if (!socket) return
    open.add(socket)
    // `resume` reads all bytes, because unread bytes would keep the socket open
    socket.once('close', () => open.delete(socket)).resume()
  })
  const began = performance.now()
  const opened = open.size
  for (let turn = 0; !target.signal.aborted && performance.now() - began < limit; turn += 1) {
    open.forEach((socket) => write(socket, turn))
    await wait(500, target.signal)
  }
  const isWhole = performance.now() - began >= limit
  return {
    did: `${opened - open.size} of ${opened} closed`,
    faults:
      isWhole && open.size > 0
        ? [`${open.size} of ${opened} connections are open after ${limit / 1_000} s`]
        : [],
  }
}

/** Connections that send nothing. */
export const silentSockets: Scene = {
  name: 'silent-sockets',
  of: 'wallet',
  seconds: 18,
  title: '1,000 connections of ten addresses never send a byte; all of them are closed after 14 s',
  stage: () => ({
    attack: (target) => hold(target, { count: 1_000, limit: closed.silent, write: () => {} }),
  }),
}

/** Connections with requests that never end. */
export const slowRequests: Scene = {
  name: 'slow-requests',
  of: 'wallet',
  seconds: 18,
  title:
    '1,300 connections of ten addresses send a request a byte at a time; all of them are closed after 14 s',
  stage: () => ({
    attack(target) {
      const text = `POST /v1/email HTTP/1.1\r\nhost: ${target.host}:${target.port}\r\nx-filling: ${'x'.repeat(1_000)}`
      return hold(target, {
        count: 1_300,
        limit: closed.slow,
        write: (socket, turn) => void socket.write(text[turn % text.length] ?? 'x'),
      })
    },
  }),
}
