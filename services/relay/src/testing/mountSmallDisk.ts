import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small file system that a test can fill. */
export type SmallDisk = {
  folder: string
  /** Fills the disk. */
  fill: () => Promise<void>
  /** Frees the disk again. */
  free: () => Promise<void>
  end: () => Promise<void>
}

const inNamespace = ['--user', '--map-root-user', '--mount', '--fork', '--kill-child']

/** Whether this machine allows a process to mount in its own namespace. */
export const canMount =
  spawnSync('unshare', [...inNamespace, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

/**
 * Mounts a small file system in memory. Only one child process has it; the test reaches it through
 * that process.
 */
export async function mountSmallDisk(bytes: number): Promise<SmallDisk> {
  const script = `mount -t tmpfs -o size=${bytes} tmpfs ${tmpdir()} && echo $$ && exec cat`
  const child = spawn('unshare', [...inNamespace, 'sh', '-c', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  // the shell is a child of `unshare`, because `unshare` forks
  const inside = spawnSync('pgrep', ['-P', `${child.pid}`], { encoding: 'utf8' }).stdout.trim()
  const folder = `/proc/${inside}/root${tmpdir()}`
  const filler = join(folder, 'filler')
  return {
    folder,
    async fill() {
      const file = await open(filler, 'w')
      try {
        for (;;) await file.writeFile(Buffer.alloc(4_096))
      } catch {
        await file.close() // the disk is full
      }
    },
    free: () => rm(filler),
    async end() {
      const gone = once(child, 'exit')
      child.stdin.end()
      await gone
    },
  }
}
