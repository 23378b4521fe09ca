import { createServer, type ServerResponse } from 'node:http'
import type { WebSocket } from 'ws'
import { wait } from '@latchkey/server/waiting'
import {
  createTestClient,
  type TestClient,
} from '../../../services/relay/src/testing/createTestClient.ts'
import { listenHere } from '../api/startNode.ts'
import { onEachSocket } from '../flood.ts'
import type { Scene, Stage } from '../scene.ts'
import { createTally } from '../tally.ts'
import type { Target } from '../target.ts'
import { requestByStranger, newTopic, nextId, openStranger } from './stranger.ts'

const claims = () => ({
  act: 'irn_watchRegister',
  sub: 'https://service.example.org',
  typ: 'subscriber',
  tag: [1],
  sts: ['accepted', 'queued', 'delivered'],
  exp: Math.floor(Date.now() / 1_000) + 86_400,
})

type Tally = ReturnType<typeof createTally>
/** `register` registers webhooks for a client; `flood` publishes until the attack is over. */
type Tools = {
  tally: Tally
  topic: string
  register: (socket: WebSocket, client: TestClient, hooks: number) => Promise<void>
  flood: (method: string, params: () => object) => Promise<void>
}

/** An attack with a host that accepts webhooks and never answers them. */
function atSilentHost(
  attack: (target: Target, tools: Tools) => Promise<void>,
): () => Promise<Stage> {
  return async () => {
    const openResponses: ServerResponse[] = []
    const { url, port } = await listenHere(
      createServer((_, response) => void openResponses.push(response)),
    )
    return {
      config: { options: { watchHosts: [`127.0.0.1:${port}`] } },
      async attack(target) {
        const tally = createTally()
        await attack(target, {
          tally,
          topic: newTopic(),
          async register(socket, client, hooks) {
            const answers = await Promise.all(
              Array.from({ length: hooks }, (_, hook) =>
                requestByStranger(socket, 'irn_watchRegister', {
                  registerAuth: client.token(target.url, { ...claims(), whu: `${url}/${hook}` }),
                }),
              ),
            )
            for (const answer of answers) tally.add(`hook ${answer}`)
          },
          async flood(method, params) {
            const writer = await openStranger(target)
            const publish = async () => {
              while (!target.signal.aborted && writer.readyState === writer.OPEN)
                tally.add(`message ${await requestByStranger(writer, method, params())}`)
            }
            await Promise.race([publish(), wait(60_000, target.signal)])
          },
        })
        return { did: `${tally.text()}, ${openResponses.length} calls` }
      },
    }
  }
}

export const slowWebhooks: Scene = {
  name: 'slow-webhooks',
  of: 'relay',
  seconds: 5,
  title:
    'a client has 64 webhooks at a host that does not answer, and is sent messages as fast as it may be',
  stage: atSilentHost(async (target, { topic, register, flood }) => {
    const client = createTestClient()
    const watched = await openStranger(target, client)
    await register(watched, client, 64)
    await requestByStranger(watched, 'irn_subscribe', { topic })
    await flood('irn_batchPublish', () => ({
      messages: Array.from({ length: 20 }, () => ({
        topic,
        message: nextId().padEnd(2_000, 'x'),
        ttl: 300,
        tag: 1,
      })),
    }))
  }),
}

/** One message, with the max number of webhooks that one address can register. */
export const manyWebhooks: Scene = {
  name: 'many-webhooks',
  of: 'relay',
  seconds: 7,
  title:
    '100 keys of one address have 8 webhooks each at a host that does not answer, subscribe to one topic, and messages of 500 kB come there',
  stage: atSilentHost(async (target, { topic, register, flood }) => {
    await onEachSocket(100, 20, async () => {
      const client = createTestClient()
      const socket = await openStranger(target, client)
      await register(socket, client, 8)
      await requestByStranger(socket, 'irn_subscribe', { topic })
      socket.close()
    })
    await flood('irn_publish', () => ({
      topic,
      message: nextId().padEnd(500_000, 'x'),
      ttl: 300,
      tag: 1,
    }))
  }),
}
