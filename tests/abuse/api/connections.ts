import type { Socket } from 'node:net'
import { wait } from '@latchkey/server/waiting'
import { onEachSocket } from '../flood.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../target.ts'
import { attackedChain } from './chains.ts'
import { requestOf } from './http.ts'
import { withNode } from './requests.ts'
import { written } from './startNode.ts'

/** Bytes of one large answer. */
const large = 9_900_000
const filling = 'a'.repeat(large)

/** One of an attacker's addresses. */
const addressOf = (index: number, addresses: number) => `127.0.0.${2 + (index % addresses)}`

/**
 * Opens connections from `addresses` addresses, requests large answers on them, and does not read
 * the answers.
 */
function answersUnreadOf(addresses: number): Scene['stage'] {
  return withNode(
    () => ({
      eth_getLogs: (_, { id }, response) => {
        response.setHeader('content-type', 'application/json')
        response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":"0x${filling}"}`)
        return written
      },
    }),
    async (target) => {
      const request = requestOf(target, 'POST', `/v1?chainId=${attackedChain}`, {
        body: '{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{}]}',
      })
      let away = 0
      await onEachSocket(250, 50, async (index) => {
        const socket = await target.connect(addressOf(index, addresses)).catch(() => undefined)
        if (!socket) return void (away += 1)
        socket.once('close', () => (away += 1))
        socket.pause()
        for (let times = 0; times < 3; times += 1) socket.write(request)
      })
      await wait(60_000, target.signal)
      return { did: `${away} sent away` }
    },
  )
}

export const answersUnread: Scene = {
  name: 'answers-unread',
  of: 'api',
  quick: 'short',
  seconds: 4,
  title: '250 connections ask a node for 9.9 MB each and do not read',
  stage: answersUnreadOf(1),
}
/**
 * Two addresses use all the bytes that the API allows for unread answers. The API has to make room
 * for an address that uses little.
 */
export const answersOfTwo: Scene = {
  name: 'answers-of-two',
  of: 'api',
  seconds: 4,
  title: 'the same from two addresses, which have all the bytes that there are',
  stage: answersUnreadOf(2),
}
export const answersOfMany: Scene = {
  name: 'answers-of-many',
  of: 'api',
  seconds: 4,
  title: 'the same from 50 addresses',
  stage: answersUnreadOf(50),
}

/**
 * Opens `count` connections from two addresses, and calls `begin` for each. The connections stay
 * open until the attack ends: a closed connection is opened again.
 */
async function occupy(
  target: Target,
  count: number,
  begin: (socket: Socket) => void,
): Promise<{ did: string }> {
  let away = 0
  await onEachSocket(count, count, async (index) => {
    while (!target.signal.aborted) {
      const socket = await target.connect(addressOf(index, 2)).catch(() => undefined)
      if (socket && !socket.destroyed) {
        begin(socket)
        await new Promise<void>((resolve) => {
          socket.once('close', () => resolve())
          target.signal.addEventListener('abort', () => resolve(), { once: true })
        })
      }
      if (!target.signal.aborted) away += 1
      await wait(500, target.signal)
    }
  })
  return { did: `${away} sent away` }
}

export const connectionsOfTwo: Scene = {
  name: 'connections-of-two',
  of: 'api',
  seconds: 4,
  title:
    'two addresses open 3,000 connections and open each again that is closed; 1,200 of one and 1,500 in all are allowed',
  stage: () => ({
    config: { options: { limits: { connections: { each: 1_200, all: 1_500 } } } },
    attack: (target) => occupy(target, 3_000, () => {}),
  }),
}
export const requestsOfTwo: Scene = {
  name: 'requests-of-two',
  of: 'api',
  seconds: 4,
  title:
    'two addresses ask a node that does not answer, 300 times at once; 100 of one and 120 in all are allowed',
  stage: async () => {
    const stage = await withNode(
      () => ({ eth_call: () => written }),
      (target) =>
        occupy(target, 300, (socket) => {
          socket.resume()
          socket.write(
            requestOf(target, 'POST', `/v1?chainId=${attackedChain}`, {
              body: '{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{},"latest"]}',
              headers: { connection: 'close' },
            }),
          )
        }),
    )()
    return {
      ...stage,
      config: {
        options: { ...stage.config?.options, limits: { requests: { each: 100, all: 120 } } },
      },
    }
  },
}

/** Connections that never finish a request. */
export const slowConnections: Scene = {
  name: 'slow-connections',
  of: 'api',
  seconds: 4,
  title: '2,000 connections that send a request a byte at a time',
  stage: () => ({
    async attack(target) {
      const open: Socket[] = []
      let away = 0
      const text = `${requestOf(target, 'POST', '/v1/fungible/price', { headers: { 'content-length': '100000' } }).toString()}`
      await onEachSocket(2_000, 100, async () => {
        const socket = await target.connect().catch(() => undefined)
        if (!socket) return void (away += 1)
        socket.once('close', () => (away += 1))
        open.push(socket)
      })
      for (let turn = 0; !target.signal.aborted; turn += 1) {
        for (const socket of open)
          if (!socket.destroyed) socket.write(text[turn % text.length] ?? ' ')
        await wait(500)
      }
      return { did: `${away} sent away` }
    },
  }),
}
