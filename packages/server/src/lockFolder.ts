import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, open, readFile, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import * as v from 'valibot'
import { readJson, readShape } from '@latchkey/protocol/border'
import { wait } from './waiting.ts'

/** Another process has the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/**
 * Who holds a folder. `socket` says that the holder listens at `lock.<id>` in it; `kernel` tells one boot of one machine from
 * every other; `pid` and `started` tell a process from a later one with the same number.
 */
const holder = v.object({ id: v.pipe(v.string(), v.uuid()), kernel: v.string(), socket: v.boolean(), pid: v.number(), started: v.optional(v.string()) })
type Holder = v.InferOutput<typeof holder>

const fileLimits = { bytes: 4_096, depth: 2, values: 32 }
/** Milliseconds between two signs of life, and without one after which a holder on another machine has ended. */
const life = { sign: 2_000, silence: 10_000 }

/**
 * Keeps other processes out of a folder until the returned function is called or this process is gone, however it ends.
 *
 * The holder listens on a socket inside the folder: whoever shares the folder on this machine can ask it, from any container. On
 * another machine, or where the folder's file system has no sockets, its signs of life count: a start over somebody else's lock
 * waits 10 s for one. A file system that caches times longer than that, as NFS may, cannot be held safely by two machines.
 * @throws FolderInUseError; the system's error where the folder cannot be written
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'lock')
  const id = randomUUID()
  const directory = await open(folder)
  const socket = await listenIn(directory, id)
  try {
    const self: Holder = { id, kernel: kernel(), socket: socket !== undefined, pid: process.pid, started: startOf(process.pid) }
    while (!(await write(file, self))) {
      const found = await read(file)
      if (found && (await isAlive(found, file, directory))) throw new FolderInUseError(`${folder} is in use by another process (${found.pid})`)
      await take(file, found)
    }
  } catch (error) {
    await unlisten(socket, directory)
    await rm(join(folder, `lock.${id}`), { force: true })
    throw error
  }
  const living = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), life.sign) // a folder that is gone or full is noticed by its owner
  living.unref()
  return async () => {
    clearInterval(living)
    await rm(file, { force: true })
    await unlisten(socket, directory)
  }
}

/** Listens in the folder by its descriptor: the path of a socket may have only 107 bytes. Undefined where there can be no socket. */
function listenIn(directory: FileHandle, id: string): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((asking) => asking.destroy())
    server.unref()
    server.once('error', () => resolve(undefined))
    server.listen(pathIn(directory, id), () => resolve(server))
  })
}

const pathIn = (directory: FileHandle, id: string) => `/proc/self/fd/${directory.fd}/lock.${id}`

async function unlisten(socket: Server | undefined, directory: FileHandle): Promise<void> {
  if (socket) await new Promise((resolve) => socket.close(resolve)) // takes its file out
  await directory.close()
}

/** Says whether there was no such file. It comes whole or not at all: others read it at any moment. */
async function write(file: string, self: Holder): Promise<boolean> {
  const whole = `${file}.${self.id}.new`
  try {
    const handle = await open(whole, 'wx')
    await handle.writeFile(JSON.stringify(self))
    await handle.close()
    await link(whole, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(whole, { force: true })
  }
}

/** Undefined for a file that is gone, or that no process of ours wrote. */
async function read(file: string): Promise<Holder | undefined> {
  try {
    return readShape(holder, readJson(await readFile(file), fileLimits))
  } catch {
    return undefined // its file is taken away like that of a process that has ended
  }
}

async function isAlive({ id, kernel: of, socket, pid, started }: Holder, file: string, directory: FileHandle): Promise<boolean> {
  if (socket && of === kernel()) return answers(pathIn(directory, id))
  if (of === kernel() && started !== undefined && startOf(pid) === started) return true
  return givesSigns(file)
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = connect(path)
    asking.once('connect', () => {
      asking.destroy()
      resolve(true)
    })
    asking.once('error', () => resolve(false)) // nobody listens: the process has ended
  })
}

/** Clocks of two machines differ, so only a change counts. */
async function givesSigns(file: string): Promise<boolean> {
  const timeOf = () => stat(file).then(({ mtimeMs }) => mtimeMs, () => undefined)
  const before = await timeOf()
  for (let waited = 0; waited < life.silence; waited += life.sign / 2) {
    await wait(life.sign / 2)
    const now = await timeOf()
    if (now !== before) return now !== undefined
  }
  return false
}

/** Takes the file of a holder that has ended away, and puts back what meanwhile came in its place. */
async function take(file: string, ended: Holder | undefined): Promise<void> {
  const aside = `${file}.${randomUUID()}.old`
  try {
    await rename(file, aside)
  } catch {
    return // somebody else took it
  }
  const taken = await read(aside)
  if (taken && taken.id !== ended?.id) await link(aside, file).catch(() => {}) // a third one was faster still
  await rm(aside, { force: true })
  if (ended) await rm(join(file, '..', `lock.${ended.id}`), { force: true })
}

/** One boot of one machine. Source: Linux, random(4); empty where there is none, as on other systems. */
function kernel(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
  } catch {
    return ''
  }
}

/** When a process began, counted from the boot. Undefined where the system does not say, and for no process. */
function startOf(pid: number): string | undefined {
  try {
    // "pid (name) state ppid …", the 22nd is the start; a name may hold spaces and brackets
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[19]
  } catch {
    return undefined
  }
}
