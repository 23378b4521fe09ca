import { writeFile, rm } from 'node:fs/promises'
import { wait } from '@latchkey/server/waiting'
import { createTestClient } from '../../../services/relay/src/testing/createTestClient.ts'
import { onEachSocket } from '../flood.ts'
import type { Scene, Stage } from '../scene.ts'
import { createTally } from '../tally.ts'
import type { Target } from '../target.ts'
import { startBreakableRedis, type BreakableRedis } from './startRedis.ts'
import { requestByStranger, newTopic, openStranger } from './stranger.ts'

/**
 * Time limits in milliseconds: until health reports the fault, and until a request fails with its
 * error.
 */
const [healthLimit, requestLimit] = [1_500, 5_500]

/** The relay's health, and how long the answer took. */
async function healthOf({ url }: Target): Promise<{ status: number; took: number }> {
  const began = performance.now()
  const response = await fetch(`${url.replace('ws:', 'http:')}/health`, {
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined)
  return { status: response?.status ?? 0, took: performance.now() - began }
}

/** Checks health and a request while a part is broken. @returns sentences about wrong behaviour */
async function lookAtBroken(
  target: Target,
  wanted: { health?: 503; answers: readonly string[] },
): Promise<{ did: string; faults: string[] }> {
  const socket = await openStranger(target).catch(() => undefined)
  const health = await healthOf(target)
  const began = performance.now()
  const answer = socket
    ? await Promise.race([
        requestByStranger(socket, 'irn_publish', {
          topic: newTopic(),
          message: 'x'.repeat(10_000),
          ttl: 300,
          tag: 1,
        }),
        wait(12_000).then(() => 'no answer in 12 s'),
      ])
    : 'not let in'
  const took = performance.now() - began
  const faults = [
    wanted.health !== undefined &&
      health.status !== wanted.health &&
      `health answered ${health.status}`,
    health.took > healthLimit && `health answered after ${Math.round(health.took)} ms`,
    !wanted.answers.includes(answer) && `a message was answered with ${answer}`,
    took > requestLimit && `a message was answered after ${Math.round(took)} ms`,
  ]
  return {
    did: `health ${health.status} after ${Math.round(health.took)} ms, a message ${answer} after ${Math.round(took)} ms`,
    faults: faults.filter((one) => one !== false),
  }
}

/** Checks that everything works again within 6 s. */
async function recoveryFaults(target: Target): Promise<readonly string[]> {
  let seen = ''
  for (const until = Date.now() + 6_000; Date.now() < until; await wait(100)) {
    const [{ status }, socket] = [
      await healthOf(target),
      await openStranger(target, createTestClient()).catch(() => undefined),
    ]
    seen = `health ${status}, a message ${socket ? await Promise.race([requestByStranger(socket, 'irn_publish', { topic: newTopic(), message: 'back', ttl: 300, tag: 1 }), wait(5_000).then(() => 'unanswered')]) : 'not taken'}`
    if (seen === 'health 200, a message ok') return []
  }
  return [`it was not well again: ${seen}`]
}

function redisThat(
  break_: (redis: BreakableRedis) => Promise<unknown>,
  repair: (redis: BreakableRedis) => Promise<unknown>,
  wanted: Parameters<typeof lookAtBroken>[1],
): () => Promise<Stage> {
  return async () => {
    const redis = await startBreakableRedis()
    return {
      config: { redis: redis.url },
      async attack(target) {
        target.track(() => redis.resume())
        await break_(redis)
        await wait(500)
        const { did, faults } = await lookAtBroken(target, wanted)
        await wait(1_000)
        await repair(redis)
        return { did, faults: [...faults, ...(await recoveryFaults(target))] }
      },
    }
  }
}

const failing = { health: 503, answers: ['StorageError'] } as const
const full = { health: 503, answers: ['StorageError', 'StoreFull'] } as const

export const redisHangs: Scene = {
  name: 'redis-hangs',
  of: 'relay',
  broken: true,
  seconds: 25,
  title: 'Redis hangs (SIGSTOP) and goes on',
  stage: redisThat(
    async (redis) => redis.hang(),
    async (redis) => redis.resume(),
    failing,
  ),
}
export const redisKilled: Scene = {
  name: 'redis-killed',
  of: 'relay',
  broken: true,
  seconds: 25,
  title: 'Redis is killed and starts again',
  stage: redisThat(
    (redis) => redis.kill(),
    (redis) => redis.restart(),
    failing,
  ),
}
export const redisFull: Scene = {
  name: 'redis-full',
  of: 'relay',
  broken: true,
  seconds: 20,
  title: 'Redis has no room left, and gets some',
  stage: redisThat(
    (redis) => redis.runCommand('config', 'set', 'maxmemory', '1'),
    (redis) => redis.runCommand('config', 'set', 'maxmemory', '0'),
    { answers: ['StorageError', 'StoreFull'] },
  ),
}

export const fullDisk: Scene = {
  name: 'full-disk',
  of: 'relay',
  broken: true,
  needs: 'mounts',
  disk: 64,
  seconds: 20,
  title: 'something else fills the disk under the store, and leaves it',
  stage: () => ({
    config: { storeBytes: 48 * 1024 * 1024 },
    async attack(target) {
      const ballast = `/proc/${target.pid}/root${target.folder}/ballast`
      const tally = createTally()
      await writeFile(ballast, Buffer.alloc(100 * 1024 * 1024)).catch(
        (error: NodeJS.ErrnoException) => tally.add(error.code ?? ''),
      )
      const socket = await openStranger(target)
      const until = Date.now() + 4_000
      while (Date.now() < until && socket.readyState === socket.OPEN)
        tally.add(
          await Promise.race([
            requestByStranger(socket, 'irn_publish', {
              topic: newTopic(),
              message: 'x'.repeat(50_000),
              ttl: 300,
              tag: 1,
            }),
            wait(6_000).then(() => 'unanswered'),
          ]),
        )
      const { did, faults } = await lookAtBroken(target, full)
      await rm(ballast)
      return {
        did: `${tally.text()}; ${did}`,
        faults: [...faults, ...(await recoveryFaults(target))],
      }
    },
  }),
}

/** Sends as many messages as one address may send, to a relay that stores them in Redis. */
export const redisBatches: Scene = {
  name: 'redis-batches',
  of: 'relay',
  seconds: 6,
  title:
    '40 keys of one address publish 500 messages each in one request, again and again; the store is Redis',
  stage: async () => {
    const redis = await startBreakableRedis()
    return {
      config: { redis: redis.url },
      async attack(target) {
        const tally = createTally()
        await onEachSocket(40, 40, async () => {
          const socket = await openStranger(target, createTestClient())
          while (!target.signal.aborted && socket.readyState === socket.OPEN) {
            const messages = Array.from({ length: 500 }, () => ({
              topic: newTopic(),
              message: 'x'.repeat(200),
              ttl: 60,
              tag: 1,
            }))
            tally.add(
              await Promise.race([
                requestByStranger(socket, 'irn_batchPublish', { messages }),
                wait(60_000, target.signal).then(() => 'cut'),
              ]),
            )
          }
        })
        return { did: tally.text() }
      },
    }
  },
}
