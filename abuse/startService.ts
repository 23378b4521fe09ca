import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNode } from './api/startNode.ts'
import type { Config, Scene } from './scene.ts'
import { startProcess } from './startProcess.ts'

/** The service of a scene, in a process of its own over a new folder. */
export type Service = {
  url: string
  http: string
  pid: number
  /** The folder as the service sees it, and as everybody else does. */
  folder: string
  seenFolder: string
  isAlive: () => boolean
  errors: () => string
}

/** A service that has loaded its code, or does so, and begins when it is told how. */
export type Waiting = { begin: (config: Config) => Promise<Service>; stop: () => Promise<void> }

/** Milliseconds that a service has to start. */
const startLimit = 30_000

/** Makes the relay, the API or nats-server ready. */
export async function prepareService({ of, disk }: Pick<Scene, 'of' | 'disk'>): Promise<Waiting> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-abuse-'))
  const node = of === 'api' ? await startNode(71, () => ({})) : undefined
  const child = startProcess<Config, { url: string; pid?: number }>(`${of}/serve.ts`, [folder], { before: disk === undefined ? [] : onDisk(folder, disk) })
  return {
    async begin(config) {
      child.tell({ ...config, ...(node && { honestNode: node.url }) })
      const { url, pid = child.pid } = await child.hear(startLimit)
      const seenFolder = disk === undefined ? folder : `/proc/${pid}/root${folder}`
      return { url, http: url.replace('ws:', 'http:'), pid, folder, seenFolder, isAlive: child.isAlive, errors: child.errors }
    },
    async stop() {
      await child.stop()
      await node?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A command that gives the rest of its line a folder on a disk of its own, of so many MB in memory, which nobody else sees. */
function onDisk(folder: string, megabytes: number): readonly string[] {
  return ['unshare', '--mount', '--map-root-user', 'sh', '-c', `mount -t tmpfs -o size=${megabytes}m none ${folder} && exec "$@"`, 'sh']
}
