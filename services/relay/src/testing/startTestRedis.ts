import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findRedis, redisHowTo } from '../../../../scripts/redis.mjs'

/**
 * A Redis that a test started. `stop` ends it, and deletes its folder. It also ends with this
 * process.
 */
export type TestRedis = {
  url: string
  port: number
  /** Runs a command with `redis-cli`. */
  ask: (...command: string[]) => Promise<string>
  /** Suspends, continues or kills the server. */
  signal: (signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') => void
  stop: () => Promise<void>
}

const endWithParent = fileURLToPath(
  new URL('../../../../devnet/src/endWithParent.mjs', import.meta.url),
)
/** Milliseconds for one command, such as the command that creates a cluster. */
const clusterLimit = 30_000

/** Starts a real Redis without persistence. @throws when Redis is not installed */
export async function startTestRedis({
  port,
  cluster = false,
}: {
  port?: number
  cluster?: boolean
} = {}): Promise<TestRedis> {
  const program = findRedis()
  if (!program) throw new Error(`There is no redis-server. ${redisHowTo}`)
  const taken = port ?? (await freePort())
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-redis-'))
  const flags = [
    '--port',
    `${taken}`,
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
  ]
  const inCluster = cluster
    ? [
        '--cluster-enabled',
        'yes',
        '--cluster-node-timeout',
        '2000',
        '--cluster-port',
        `${await freePort()}`,
      ]
    : []
  const child = spawn(process.execPath, [endWithParent, program, ...flags, ...inCluster], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.stdin.end()
    await gone
    await rm(folder, { recursive: true, force: true })
  }
  for await (const line of createInterface(child.stdout))
    if (line.includes('Ready to accept connections')) break
  child.stdout.resume()
  const pid = Number(
    /^process_id:(\d+)/m.exec(await askCli('-p', `${taken}`, 'INFO', 'server'))?.[1],
  ) // the server is a grandchild of this process
  if (child.exitCode !== null) throw new Error('redis-server did not start')
  return {
    url: `redis://127.0.0.1:${taken}`,
    port: taken,
    ask: (...command) => askCli('-p', `${taken}`, ...command),
    signal: (signal) => void process.kill(pid, signal),
    stop,
  }
}

/** Starts three masters that share the slots, each with a replica if `replicas` is 1. */
export async function startTestCluster({ replicas = 0 }: { replicas?: 0 | 1 } = {}): Promise<{
  urls: readonly string[]
  nodes: readonly TestRedis[]
  stop: () => Promise<void>
}> {
  const nodes = await Promise.all(
    Array.from({ length: 3 * (1 + replicas) }, () => startTestRedis({ cluster: true })),
  )
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())))
  try {
    await askCli(
      '--cluster',
      'create',
      ...nodes.map(({ port }) => `127.0.0.1:${port}`),
      '--cluster-replicas',
      `${replicas}`,
      '--cluster-yes',
    )
    for (const { ask } of nodes) {
      while (!(await ask('cluster', 'info')).includes('cluster_state:ok')) await setTimeout(50)
      while ((await ask('info', 'replication')).includes('master_link_status:down'))
        await setTimeout(50)
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { urls: nodes.map(({ url }) => url), nodes, stop }
}

async function askCli(...args: string[]): Promise<string> {
  const cli = join(dirname(findRedis() ?? ''), 'redis-cli')
  return (await promisify(execFile)(cli, args, { timeout: clusterLimit })).stdout
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = server.address()
        server.close(() =>
          typeof address === 'object' && address
            ? resolve(address.port)
            : reject(new Error('no port')),
        )
      })
  })
}
