import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNode } from './api/startNode.ts'
import type { Config, Scene } from './scene.ts'
import { startProcess } from './startProcess.ts'

/** The service of a scene, in its own process, with a new folder. */
export type Service = {
  url: string
  http: string
  pid: number
  /** The folder's path for the service, and for other processes. */
  folder: string
  seenFolder: string
  isAlive: () => boolean
  errors: () => string
}

/** A service that is loading its code, or has loaded it. It starts when it gets its options. */
export type Waiting = { begin: (config: Config) => Promise<Service>; stop: () => Promise<void> }

/**
 * Time limit for the start of a service or an attacker, enough for a busy machine. Milliseconds.
 */
export const startLimit = 60_000

/** Prepares the process of the relay, the API, the wallet or nats-server. */
export async function prepareService({ of, disk }: Pick<Scene, 'of' | 'disk'>): Promise<Waiting> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-abuse-'))
  const node = of === 'api' || of === 'wallet' ? await startNode(71, () => ({})) : undefined
  const child = startProcess<Config, { url: string; pid?: number }>(
    `${of}/serve.entry.ts`,
    [folder],
    {
      before: disk === undefined ? [] : onDisk(folder, disk),
    },
  )
  return {
    async begin(config) {
      child.send({ ...config, ...(node && { honestNode: node.url }) })
      const { url, pid = child.pid } = await child.receive(startLimit)
      const seenFolder = disk === undefined ? folder : `/proc/${pid}/root${folder}`
      return {
        url,
        http: url.replace('ws:', 'http:'),
        pid,
        folder,
        seenFolder,
        isAlive: child.isAlive,
        errors: child.errors,
      }
    },
    async stop() {
      await child.stop()
      await node?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * A command prefix that gives the command a folder on its own disk of `megabytes` MB in memory. No
 * other process sees that disk.
 */
function onDisk(folder: string, megabytes: number): readonly string[] {
  return [
    'unshare',
    '--mount',
    '--map-root-user',
    'sh',
    '-c',
    `mount -t tmpfs -o size=${megabytes}m none ${folder} && exec "$@"`,
    'sh',
  ]
}
