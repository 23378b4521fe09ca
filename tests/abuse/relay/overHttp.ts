import { wait } from '@latchkey/server/waiting'
import { createTestClient } from '../../../services/relay/src/testing/createTestClient.ts'
import { askAgain, requestOf } from '../api/http.ts'
import { onEachSocket } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { createTally } from '../tally.ts'
import { requestByStranger, newTopic, nextId, openStranger } from './stranger.ts'

const fetchOf = (topic: string) =>
  `{"id":"${nextId()}","jsonrpc":"2.0","method":"irn_fetchMessages","params":{"topic":"${topic}"}}`

export const httpFlood: Scene = {
  name: 'http-flood',
  of: 'relay',
  seconds: 3,
  title: '60 connections `POST /rpc` as fast as they can, half of them with wrong tokens',
  stage: () => ({
    async attack(target) {
      const tally = createTally()
      const tokens = [
        ...Array.from({ length: 4 }, () => createTestClient().token(target.url)),
        ...Array.from({ length: 4 }, () => createTestClient().token(target.url).slice(0, -8)),
      ]
      const topic = newTopic()
      await onEachSocket(60, 60, (index) =>
        askAgain(
          target,
          (status) => tally.add(status),
          () =>
            requestOf(target, 'POST', `/rpc?auth=${tokens[index % tokens.length]}`, {
              body: fetchOf(topic),
            }),
        ),
      )
      return { did: tally.text() }
    },
  }),
}

/** Shows that the cheapest requests count against the rate limit, too. */
export const readFlood: Scene = {
  name: 'read-flood',
  of: 'relay',
  seconds: 3,
  title:
    '60 connections ask `OPTIONS /rpc`, `GET /`, `/metrics` and `/public-key` as fast as they can',
  stage: () => ({
    async attack(target) {
      const tally = createTally()
      const requests = [
        requestOf(target, 'OPTIONS', '/rpc', {
          headers: { origin: 'https://site.example', 'access-control-request-method': 'POST' },
        }),
        ...['/', '/metrics', '/public-key'].map((path) => requestOf(target, 'GET', path)),
      ]
      let turn = 0
      await onEachSocket(60, 60, () =>
        askAgain(
          target,
          (status) => tally.add(status),
          () => requests[(turn += 1) % requests.length] ?? Buffer.alloc(0),
        ),
      )
      return { did: tally.text() }
    },
  }),
  expect: (counted) =>
    (counted.get('latchkey_relay_refused_total{why="connects"}') ?? 0) > 0
      ? []
      : ['no request was refused by the quota of its address'],
}

export const httpUnread: Scene = {
  name: 'http-unread',
  of: 'relay',
  seconds: 3,
  title: '200 connections ask `POST /rpc` for a mailbox of 4 MB, ten times each, and do not read',
  stage: () => ({
    async attack(target) {
      const client = createTestClient()
      const topic = newTopic()
      const writer = await openStranger(target)
      for (let count = 0; count < 10; count += 1)
        await requestByStranger(writer, 'irn_publish', {
          topic,
          message: `${count}`.padEnd(400_000, 'x'),
          ttl: 300,
          tag: 1,
        })
      let away = 0
      const token = client.token(target.url)
      await onEachSocket(200, 50, async () => {
        const socket = await target.connect().catch(() => undefined)
        if (!socket) return void (away += 1)
        socket.once('close', () => (away += 1))
        socket.pause()
        for (let times = 0; times < 8; times += 1)
          socket.write(requestOf(target, 'POST', `/rpc?auth=${token}`, { body: fetchOf(topic) }))
      })
      await wait(60_000, target.signal)
      return { did: `${away} of 200 sent away` }
    },
  }),
}
