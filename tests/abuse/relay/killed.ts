import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WebSocket } from 'ws'
import { wait } from '@latchkey/server/waiting'
import type { Config, Scene } from '../scene.ts'
import { startProcess } from '../startProcess.ts'
import type { Target } from '../target.ts'
import { newTopic, nextId, openStranger } from './stranger.ts'

/**
 * Number of messages that are sent without waiting for answers, and number of rounds. The relay is
 * killed after it has answered some of the messages.
 */
const [messages, rounds] = [800, 3]

type Frame = {
  id: string | number
  method?: string
  result?: unknown
  params?: { data: { message: string } }
}

/** Starts a relay of the scene's own, which the scene can kill. */
async function startOwn(
  target: Target,
  folder: string,
): Promise<{ target: Target; kill: () => Promise<void> }> {
  const relay = startProcess<Config, { url: string }>('relay/serve.entry.ts', [folder])
  relay.send({ options: { shares: false } })
  target.track(() => {
    relay.stop().catch(() => {}) // a relay that cannot be stopped ends with this process
  })
  const { url } = await relay.receive(30_000)
  return { target: { ...target, url }, kill: relay.stop }
}

/** Sends messages until the relay is killed. @returns the answered messages */
async function publishUntilKilled(
  writer: WebSocket,
  topic: string,
  kill: () => Promise<void>,
): Promise<ReadonlySet<string>> {
  const open = new Map<string, string>()
  const answered = new Set<string>()
  const killed = new Promise<void>((resolve, reject) => {
    writer.on('message', (data) => {
      const { id, result }: Frame = JSON.parse(String(data))
      if (result === true) answered.add(open.get(String(id)) ?? '')
      if (answered.size === messages / 4) kill().then(resolve, reject)
    })
  })
  for (let count = 0; count < messages; count += 1) {
    const [id, message] = [nextId(), `${count} `.padEnd(560, 'x')]
    open.set(id, message)
    writer.send(
      JSON.stringify({
        id,
        jsonrpc: '2.0',
        method: 'irn_publish',
        params: { topic, message, ttl: 300, tag: 1 },
      }),
    )
  }
  await killed
  return answered
}

/** Returns all messages that the relay pushes to a new subscriber. */
async function readAll(reader: WebSocket, topic: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  reader.on('message', (data) => {
    const { id, method, params }: Frame = JSON.parse(String(data))
    if (method !== 'irn_subscription') return
    found.add(params?.data.message ?? '')
    reader.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
  })
  reader.send(
    JSON.stringify({ id: nextId(), jsonrpc: '2.0', method: 'irn_subscribe', params: { topic } }),
  )
  for (let before = -1; found.size > before; await wait(500)) before = found.size
  return found
}

export const killed: Scene = {
  name: 'killed',
  of: 'relay',
  seconds: 25,
  title: 'another relay is killed (SIGKILL) three times while it stores, and starts again',
  stage: () => ({
    async attack(target) {
      const folder = await mkdtemp(join(tmpdir(), 'latchkey-abuse-'))
      let [answers, lost] = [0, 0]
      for (let round = 0; round < rounds; round += 1) {
        const topic = newTopic()
        const first = await startOwn(target, folder)
        const answered = await publishUntilKilled(
          await openStranger(first.target),
          topic,
          first.kill,
        )
        const second = await startOwn(target, folder)
        const stored = await readAll(await openStranger(second.target), topic)
        await second.kill()
        answers += answered.size
        lost += [...answered].filter((message) => !stored.has(message)).length
      }
      await rm(folder, { recursive: true, force: true })
      return {
        did: `${answers} messages had been answered`,
        faults: lost > 0 ? [`${lost} of them were lost`] : [],
      }
    },
  }),
}
