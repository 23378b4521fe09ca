import { rm, writeFile } from 'node:fs/promises'
import { wait } from '@latchkey/server/waiting'
import type { Scene, Stage } from '../scene.ts'
import type { Target } from '../target.ts'
import { attackedChain, attackedNumber, chainAt } from './chains.ts'
import { createMadeChain } from './madeChain.ts'
import { startBreakablePostgres } from './startPostgres.ts'
import { startNode } from './startNode.ts'

/**
 * Time limits in milliseconds: until health reports the fault, until a request is answered, and
 * until everything works again.
 */
const [healthLimit, requestLimit, patience] = [1_500, 5_000, 10_000]
/** Number of blocks of the chain before and after the database breaks. */
const [before, after] = [20, 30]

/**
 * Sends one request. `took`: milliseconds until its answer; the status is 0 when there was none.
 */
async function requestPath(
  { url }: Target,
  path: string,
): Promise<{ status: number; text: string; took: number }> {
  const began = performance.now()
  const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(12_000) }).then(
    async (response) => ({ status: response.status, text: await response.text() }),
    () => ({ status: 0, text: '' }),
  )
  return { ...answer, took: performance.now() - began }
}

/** The API's answer about the account's history: a status, and the number of payments. */
async function historyOf(target: Target): Promise<string> {
  const { status, text } = await requestPath(
    target,
    `/v1/account/${createMadeChain(1).sender}/history?chainId=${attackedChain}`,
  )
  return status === 200
    ? `200 with ${(JSON.parse(text) as { data: unknown[] }).data.length} payments`
    : `${status}` // the API answers histories in this form
}

/**
 * Waits until the health is good and the history has `payments` payments. @returns a sentence when
 * that takes too long
 */
async function becomes(target: Target, payments: number): Promise<readonly string[]> {
  let seen = ''
  for (const until = Date.now() + patience; Date.now() < until; await wait(100)) {
    seen = `health ${(await requestPath(target, '/health')).status}, history ${await historyOf(target)}`
    if (seen === `health 200, history 200 with ${payments} payments`) return []
  }
  return [`it was not well: ${seen}, where there are ${payments}`]
}

type Part = {
  database?: string
  break: (target: Target) => Promise<unknown>
  repair: (target: Target) => Promise<unknown>
  end?: () => void
}

/**
 * The API's database fails while the API indexes a growing chain, and is repaired later.
 */
function databaseThat(start: () => Promise<Part>): () => Promise<Stage> {
  return async () => {
    const part = await start()
    let blocks = before
    const node = await startNode(attackedNumber, () => createMadeChain(blocks).answers)
    return {
      config: {
        ...(part.database !== undefined && { database: part.database }),
        options: { chains: [chainAt(attackedChain, [node.url], { index: { pollEvery: 200 } })] },
      },
      async attack(target) {
        if (part.end) target.track(part.end)
        const faults = [...(await becomes(target, before))]
        await part.break(target)
        blocks = after
        await wait(500)
        const health = await requestPath(target, '/health')
        const began = performance.now()
        const [history, nfts] = await Promise.all([
          historyOf(target),
          requestPath(
            target,
            `/v1/account/${createMadeChain(1).sender}/nfts?chainId=${attackedChain}`,
          ),
        ])
        const took = performance.now() - began
        await wait(1_000)
        const alive = await requestPath(target, '/v1/supported-chains')
        await part.repair(target)
        const wrong = [
          health.status !== 503 && `health answered ${health.status}`,
          health.took > healthLimit && `health answered after ${Math.round(health.took)} ms`,
          history !== '503' &&
            history !== `200 with ${before} payments` &&
            `a history was answered with ${history}`,
          ![200, 503].includes(nfts.status) && `NFTs were answered with ${nfts.status}`,
          took > requestLimit && `both were answered after ${Math.round(took)} ms`,
          alive.status !== 200 && `what needs no database was answered with ${alive.status}`,
        ]
        const back = performance.now()
        faults.push(...wrong.filter((one) => one !== false), ...(await becomes(target, after)))
        return {
          did: `health 503 after ${Math.round(health.took)} ms (${health.text}), history ${history}, NFTs ${nfts.status} after ${Math.round(took)} ms; well again after ${((performance.now() - back) / 1_000).toFixed(1)} s`,
          faults,
        }
      },
    }
  }
}

const scene = { of: 'api', broken: true, warm: 2, seconds: 35 } as const

export const apiFullDisk: Scene = {
  ...scene,
  name: 'api-full-disk',
  needs: 'mounts',
  disk: 200,
  title: 'something else fills the disk under the index, and leaves it',
  stage: databaseThat(async () => {
    const ballastAt = ({ pid, folder }: Target) => `/proc/${pid}/root${folder}/ballast`
    return {
      break: (target) =>
        // writes until the disk is full, and then fails
        writeFile(ballastAt(target), Buffer.alloc(200 * 1024 * 1024)).catch(() => {}),
      repair: (target) => rm(ballastAt(target)),
    }
  }),
}
export const postgresHangs: Scene = {
  ...scene,
  name: 'postgres-hangs',
  needs: 'postgres',
  title: 'PostgreSQL hangs (SIGSTOP) and goes on',
  stage: databaseThat(async () => {
    const postgres = await startBreakablePostgres()
    return {
      database: postgres.url,
      break: async () => postgres.hang(),
      repair: async () => postgres.resume(),
      end: postgres.resume,
    }
  }),
}
export const postgresKilled: Scene = {
  ...scene,
  name: 'postgres-killed',
  needs: 'postgres',
  title: 'PostgreSQL is killed and starts again',
  stage: databaseThat(async () => {
    const postgres = await startBreakablePostgres()
    return { database: postgres.url, break: postgres.kill, repair: postgres.restart }
  }),
}
