import type { Socket } from 'node:net'
import { wait } from '@latchkey/server/waiting'
import { each } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { attackedChain } from './chains.ts'
import { requestOf } from './http.ts'
import { withNode } from './requests.ts'
import { written } from './startNode.ts'

/** Bytes of one large answer. */
const large = 9_900_000
const filling = 'a'.repeat(large)

/** Those who ask for much and do not read. */
export const answersUnread: Scene = {
  name: 'answers-unread', of: 'api', quick: true, seconds: 4, title: '250 connections ask a node for 9.9 MB each and do not read',
  stage: withNode(() => ({
    eth_getLogs: (_, { id }, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":"0x${filling}"}`)
      return written
    },
  }), async (target) => {
    const request = requestOf(target, 'POST', `/v1?chainId=${attackedChain}`, { body: '{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{}]}' })
    let away = 0
    await each(250, 50, async () => {
      const socket = await target.connect().catch(() => undefined)
      if (!socket) return void (away += 1)
      socket.once('close', () => (away += 1))
      socket.pause()
      for (let times = 0; times < 3; times += 1) socket.write(request)
    })
    await wait(60_000, target.signal)
    return { did: `${away} sent away` }
  }),
}

/** Connections that do not come to the end of a request. */
export const slowConnections: Scene = {
  name: 'slow-connections', of: 'api', seconds: 4, title: '2,000 connections that send a request a byte at a time',
  stage: () => ({
    async attack(target) {
      const open: Socket[] = []
      let away = 0
      const text = `${requestOf(target, 'POST', '/v1/fungible/price', { headers: { 'content-length': '100000' } }).toString()}`
      await each(2_000, 100, async () => {
        const socket = await target.connect().catch(() => undefined)
        if (!socket) return void (away += 1)
        socket.once('close', () => (away += 1))
        open.push(socket)
      })
      for (let turn = 0; !target.signal.aborted; turn += 1) {
        for (const socket of open) if (!socket.destroyed) socket.write(text[turn % text.length] ?? ' ')
        await wait(500)
      }
      return { did: `${away} sent away` }
    },
  }),
}
