import { createServer, type ServerResponse } from 'node:http'
import { wait } from '@latchkey/server/waiting'
import { createTestClient } from '../../services/relay/src/testing/createTestClient.ts'
import { askAgain, requestOf } from '../api/http.ts'
import { listenHere } from '../api/startNode.ts'
import { each } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { createTally } from '../tally.ts'
import { askStranger, newTopic, nextId, openStranger } from './stranger.ts'

const fetchOf = (topic: string) => `{"id":"${nextId()}","jsonrpc":"2.0","method":"irn_fetchMessages","params":{"topic":"${topic}"}}`

export const httpFlood: Scene = {
  name: 'http-flood', of: 'relay', seconds: 3, title: '60 connections `POST /rpc` as fast as they can, half of them with wrong tokens',
  stage: () => ({
    async attack(target) {
      const tally = createTally()
      const tokens = [...Array.from({ length: 4 }, () => createTestClient().token(target.url)), ...Array.from({ length: 4 }, () => createTestClient().token(target.url).slice(0, -8))]
      const topic = newTopic()
      await each(60, 60, (index) => askAgain(target, (status) => tally.add(status), () => requestOf(target, 'POST', `/rpc?auth=${tokens[index % tokens.length]}`, { body: fetchOf(topic) })))
      return { did: tally.text() }
    },
  }),
}

/** What costs the relay least to answer is counted, too. */
export const readFlood: Scene = {
  name: 'read-flood', of: 'relay', seconds: 3, title: '60 connections ask `OPTIONS /rpc`, `GET /`, `/metrics` and `/public-key` as fast as they can',
  stage: () => ({
    async attack(target) {
      const tally = createTally()
      const requests = [requestOf(target, 'OPTIONS', '/rpc', { headers: { origin: 'https://site.example', 'access-control-request-method': 'POST' } }), ...['/', '/metrics', '/public-key'].map((path) => requestOf(target, 'GET', path))]
      let turn = 0
      await each(60, 60, () => askAgain(target, (status) => tally.add(status), () => requests[(turn += 1) % requests.length] ?? Buffer.alloc(0)))
      return { did: tally.text() }
    },
  }),
  expect: (counted) => ((counted.get('latchkey_relay_refused_total{why="connects"}') ?? 0) > 0 ? [] : ['no request was refused by the quota of its address']),
}

export const httpUnread: Scene = {
  name: 'http-unread', of: 'relay', seconds: 3, title: '200 connections ask `POST /rpc` for a mailbox of 4 MB, ten times each, and do not read',
  stage: () => ({
    async attack(target) {
      const client = createTestClient()
      const topic = newTopic()
      const writer = await openStranger(target)
      for (let count = 0; count < 10; count += 1) await askStranger(writer, 'irn_publish', { topic, message: `${count}`.padEnd(400_000, 'x'), ttl: 300, tag: 1 })
      let away = 0
      const token = client.token(target.url)
      await each(200, 50, async () => {
        const socket = await target.connect().catch(() => undefined)
        if (!socket) return void (away += 1)
        socket.once('close', () => (away += 1))
        socket.pause()
        for (let times = 0; times < 8; times += 1) socket.write(requestOf(target, 'POST', `/rpc?auth=${token}`, { body: fetchOf(topic) }))
      })
      await wait(60_000, target.signal)
      return { did: `${away} of 200 sent away` }
    },
  }),
}

/** A host that takes webhooks and never answers. */
export const slowWebhooks: Scene = {
  name: 'slow-webhooks', of: 'relay', seconds: 5, title: 'a client has 64 webhooks at a host that does not answer, and is sent messages as fast as it may be',
  stage: async () => {
    const held: ServerResponse[] = []
    const { url, port } = await listenHere(createServer((_, response) => void held.push(response)))
    return {
      config: { options: { watchHosts: [`127.0.0.1:${port}`] } },
      async attack(target) {
        const client = createTestClient()
        const tally = createTally()
        const [watched, writer] = [await openStranger(target, client), await openStranger(target)]
        const topic = newTopic()
        const claims = { act: 'irn_watchRegister', sub: 'https://service.example.org', typ: 'subscriber', tag: [1], sts: ['accepted', 'queued', 'delivered'], exp: Math.floor(Date.now() / 1_000) + 86_400 }
        for (let hook = 0; hook < 64; hook += 1) tally.add(`hook ${await askStranger(watched, 'irn_watchRegister', { registerAuth: client.token(target.url, { ...claims, whu: `${url}/${hook}` }) })}`)
        await askStranger(watched, 'irn_subscribe', { topic })
        const message = () => ({ topic, message: nextId().padEnd(2_000, 'x'), ttl: 300, tag: 1 })
        const publish = async () => {
          while (!target.signal.aborted && writer.readyState === writer.OPEN) tally.add(`message ${await askStranger(writer, 'irn_batchPublish', { messages: Array.from({ length: 20 }, message) })}`)
        }
        await Promise.race([publish(), wait(60_000, target.signal)])
        return { did: `${tally.text()}, ${held.length} calls` }
      },
    }
  },
}

/** One message, and as many as one address can register to be told of it. */
export const manyWebhooks: Scene = {
  name: 'many-webhooks', of: 'relay', seconds: 7, title: '100 keys of one address have 8 webhooks each at a host that does not answer, subscribe to one topic, and messages of 500 kB come there',
  stage: async () => {
    const held: ServerResponse[] = []
    const { url, port } = await listenHere(createServer((_, response) => void held.push(response)))
    return {
      config: { options: { watchHosts: [`127.0.0.1:${port}`] } },
      async attack(target) {
        const tally = createTally()
        const topic = newTopic()
        const claims = { act: 'irn_watchRegister', sub: 'https://service.example.org', typ: 'subscriber', tag: [1], sts: ['accepted', 'queued', 'delivered'], exp: Math.floor(Date.now() / 1_000) + 86_400 }
        await each(100, 20, async () => {
          const client = createTestClient()
          const socket = await openStranger(target, client)
          const hooks = Array.from({ length: 8 }, (_, hook) => askStranger(socket, 'irn_watchRegister', { registerAuth: client.token(target.url, { ...claims, whu: `${url}/${hook}` }) }))
          for (const answer of await Promise.all(hooks)) tally.add(`hook ${answer}`)
          await askStranger(socket, 'irn_subscribe', { topic })
          socket.close()
        })
        const writer = await openStranger(target)
        const publish = async () => {
          while (!target.signal.aborted && writer.readyState === writer.OPEN) tally.add(`message ${await askStranger(writer, 'irn_publish', { topic, message: nextId().padEnd(500_000, 'x'), ttl: 300, tag: 1 })}`)
        }
        await Promise.race([publish(), wait(60_000, target.signal)])
        return { did: `${tally.text()}, ${held.length} calls` }
      },
    }
  },
}
