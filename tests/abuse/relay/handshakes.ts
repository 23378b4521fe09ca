import type { Socket } from 'node:net'
import { wait } from '@latchkey/server/waiting'
import { createTestClient } from '../../../services/relay/src/testing/createTestClient.ts'
import { onEachSocket } from '../flood.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../target.ts'
import { openUnseen } from './stranger.ts'

/** Number of connections, and how many of them are opened at the same time. */
const [sockets, width] = [5_000, 100]

/** Opens more sockets than one address may have. */
export const socketFlood: Scene = {
  name: 'socket-flood',
  of: 'relay',
  seconds: 10,
  title: '5,000 sockets of 50 keys from one address, at once and held open',
  stage: () => ({
    async attack(target) {
      const tokens = Array.from({ length: 50 }, () => createTestClient().token(target.url))
      let [open, away] = [0, 0]
      await onEachSocket(sockets, width, async (index) => {
        if (target.signal.aborted) return
        const socket = openUnseen(target, tokens[index % tokens.length] ?? '')
        socket.once('open', () => (open += 1))
        socket.once('close', () => (away += 1))
        await new Promise((resolve) => socket.once('upgrade', resolve).once('close', resolve))
      })
      await wait(500)
      return { did: `${open} were opened, ${away} of ${sockets} sent away` }
    },
  }),
}

/**
 * Opens `count` connections without finishing their handshakes, and calls `write` for each
 * connection every 500 ms.
 */
function halfOpen(
  count: number,
  write: (socket: Socket, turn: number) => void,
): (target: Target) => Promise<{ did: string }> {
  return async (target) => {
    const open: Socket[] = []
    let refused = 0
    await onEachSocket(count, 100, async () => {
      if (target.signal.aborted) return
      const socket = await target.connect().catch(() => undefined)
      if (!socket) return void (refused += 1)
      socket.once('close', () => (refused += 1))
      open.push(socket)
    })
    for (let turn = 0; !target.signal.aborted; turn += 1) {
      for (const socket of open) if (!socket.destroyed) write(socket, turn)
      await wait(500)
    }
    return { did: `${refused} of ${count} sent away` }
  }
}

const opening =
  'GET /?auth=x HTTP/1.1\r\nHost: relay\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-Long: '

export const silentConnections: Scene = {
  name: 'silent-connections',
  of: 'relay',
  seconds: 3,
  title: '2,500 connections that say nothing',
  stage: () => ({ attack: halfOpen(2_500, () => {}) }),
}
export const slowOpenings: Scene = {
  name: 'slow-openings',
  of: 'relay',
  seconds: 3,
  title: '2,500 that send their handshake a byte at a time',
  stage: () => ({
    attack: halfOpen(
      2_500,
      (socket, turn) => void socket.write(opening[turn % opening.length] ?? 'x'),
    ),
  }),
}
