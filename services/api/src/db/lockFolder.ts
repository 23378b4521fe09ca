import { readFileSync } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Another process has its database in the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/** Who holds a folder. `started` tells a process from a later one with the same number, where the system says it. */
type Holder = { pid: number; started: string | undefined }

/**
 * Keeps other processes out of a folder until the returned function is called or this process is gone, however it ends.
 * @throws FolderInUseError
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'lock')
  const self: Holder = { pid: process.pid, started: startOf(process.pid) }
  for (;;) {
    if (await write(file, self)) return () => rm(file, { force: true })
    const holder = await read(file)
    if (holder && isAlive(holder)) throw new FolderInUseError(`${folder} is in use by process ${holder.pid}`)
    await rm(file, { force: true }) // whoever wrote it has ended
  }
}

/** Says whether there was no such file. */
async function write(file: string, holder: Holder): Promise<boolean> {
  try {
    const handle = await open(file, 'wx')
    await handle.writeFile(JSON.stringify(holder))
    await handle.close()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function read(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined // half a file, or none any more, is nobody's
  }
}

function isAlive({ pid, started }: Holder): boolean {
  if (started !== undefined) return startOf(pid) === started
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch {
    return false // there is no such process
  }
}

/** When a process began, counted from a boot that no other has. Undefined where the system has no `/proc`. */
function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    // "pid (name) state ppid …", the 22nd is the start; a name may hold spaces and brackets
    return `${boot} ${readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[19]}`
  } catch {
    return undefined // no such system, or no such process
  }
}
