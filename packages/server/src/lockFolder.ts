import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  link,
  open,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
  type FileHandle,
} from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { BorderError, readJson, readShape } from '@latchkey/protocol/border'
import { socketPath } from './socketPath.ts'
import { wait } from './waiting.ts'

/** Thrown if another process has locked the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/**
 * The content of a lock: its holder. `socket`: whether the holder listens at `lock.<id>` in the
 * folder. `kernel` identifies one boot of one machine. `pid` and `started` distinguish a process
 * from a later one with the same number.
 */
const holder = v.object({
  id: v.pipe(v.string(), v.uuid()),
  kernel: v.string(),
  socket: v.boolean(),
  pid: v.number(),
  started: v.optional(v.string()),
})
type Holder = v.InferOutput<typeof holder>

/**
 * If several processes lock a folder at once, it is decided after this many milliseconds which of
 * them has the lock.
 */
const settling = 250

const fileLimits = { bytes: 4_096, depth: 2, values: 32 }

export type LockOptions = {
  /**
   * `sign`: the milliseconds between two signs of life. `silence`: after this many milliseconds
   * without a sign, a holder on another machine counts as ended.
   */
  life?: { sign: number; silence: number }
  /**
   * Called if another process took the folder while this process was suspended for `silence` or
   * longer.
   */
  onLost?: () => void
}

/**
 * Locks a folder against other processes, until the returned function is called or this process
 * ends in any way.
 *
 * The holder listens on a socket inside the folder. Every process on this machine can connect to
 * it, even from another container, and a suspended holder still has its socket. Between two
 * machines, or if the folder's file system has no sockets, signs of life decide: a process that
 * finds another's lock waits 10 s for one. If the file system caches file times for longer than
 * that, as NFS may, two machines cannot lock a folder safely.
 * @throws FolderInUseError; the system's error if the folder cannot be written or the lock cannot
 *   be read
 */
export async function lockFolder(
  folder: string,
  { life = { sign: 2_000, silence: 10_000 }, onLost = () => {} }: LockOptions = {},
): Promise<() => Promise<void>> {
  const file = join(folder, 'lock')
  const id = randomUUID()
  const directory = await open(folder)
  const place: Place = { folder, directory, life }
  const socket = await listenIn(place, id)
  try {
    await acquire(
      file,
      {
        id,
        kernel: kernel(),
        socket: socket !== undefined,
        pid: process.pid,
        started: startOf(process.pid),
      },
      place,
    )
    await keepRoom(file)
  } catch (error) {
    await unlisten(socket, directory)
    throw error
  }
  let sign: Promise<unknown> | undefined
  const living = setInterval(() => {
    // Only one sign at a time, because with a hanging folder each blocks a thread of this process.
    // An error is ignored: the program that uses the folder notices it, too.
    sign ??= giveSign(file, id)
      .then(
        (isOurs) => isOurs || lose(),
        () => {},
      )
      .finally(() => (sign = undefined))
  }, life.sign)
  living.unref()
  let isGivenBack = false
  const lose = () => {
    clearInterval(living)
    if (!isGivenBack) onLost()
  }
  return async () => {
    isGivenBack = true
    clearInterval(living)
    if ((await read(file))?.id === id) await rm(file, { force: true })
    await unlisten(socket, directory)
  }
}

type Place = { folder: string; directory: FileHandle; life: { sign: number; silence: number } }

async function acquire(file: string, self: Holder, place: Place): Promise<void> {
  for (let isContended = false; ; isContended = true) {
    if (await write(file, self)) {
      if (!isContended) return
      // another process may have found the same ended holder, and removed our lock by mistake
      await wait(settling)
      if ((await read(file))?.id === self.id) return
      continue
    }
    const found = await read(file)
    if (found && (await isAlive(found, file, place)))
      throw new FolderInUseError(
        `${place.folder} is in use by another process (${found.pid}): stop that process, or name another folder`,
      )
    await take(file, found)
  }
}

/** Gives a sign of life. It resolves to whether this process still has the lock. */
async function giveSign(file: string, id: string): Promise<boolean> {
  if ((await read(file))?.id !== id) return false
  await utimes(file, new Date(), new Date())
  return true
}

/** Listens in the folder. It resolves to undefined if sockets are impossible there. */
function listenIn(place: Place, id: string): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((connection) => connection.destroy())
    server.unref()
    server.once('error', () => resolve(undefined))
    server.listen(pathIn(place, id), () => resolve(server))
  })
}

const pathIn = (place: Place, id: string) => socketPath({ ...place, name: `lock.${id}` })

async function unlisten(socket: Server | undefined, directory: FileHandle): Promise<void> {
  if (socket) await new Promise((resolve) => socket.close(resolve)) // `close` also removes its file
  await directory.close()
}

/**
 * Writes the lock. It resolves to false if there already was one. On a full disk it uses the room
 * that `keepRoom` has reserved.
 */
async function write(file: string, self: Holder): Promise<boolean> {
  try {
    return await writeWhole(file, self)
  } catch (error) {
    if (!isCode(error, 'ENOSPC', 'EDQUOT')) throw error
    await rm(roomOf(file), { force: true })
    return writeWhole(file, self)
  }
}

const roomOf = (file: string) => `${file}.room`

/**
 * Reserves room on the disk for a lock, so that the next process can start even if the disk is
 * full. The reserving file has the maximum size of a lock.
 */
async function keepRoom(file: string): Promise<void> {
  // undefined if there is no such file
  const found = await stat(roomOf(file)).catch(() => undefined)
  if (found?.size !== fileLimits.bytes)
    // an error is ignored: there is no room at the moment
    await writeFile(roomOf(file), Buffer.alloc(fileLimits.bytes, ' ')).catch(() => {})
}

/** Creates the file completely or not at all, because other processes may read it at any time. */
async function writeWhole(file: string, self: Holder): Promise<boolean> {
  const whole = `${file}.${self.id}.new`
  try {
    await writeFile(whole, JSON.stringify(self), { flag: 'wx' })
    await link(whole, file)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(whole, { force: true })
  }
}

/**
 * Reads the lock. It is undefined if the file is missing, or was not written by this code.
 * @throws the system's error if the file cannot be read
 */
async function read(file: string): Promise<Holder | undefined> {
  try {
    return readShape(holder, readJson(await readFile(file), fileLimits))
  } catch (error) {
    if (error instanceof BorderError || isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const isCode = (error: unknown, ...codes: readonly string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

async function isAlive(
  { id, kernel: of, socket, pid, started }: Holder,
  file: string,
  place: Place,
): Promise<boolean> {
  if (of === kernel()) {
    const answer = socket ? await probe(pathIn(place, id)) : 'unknown'
    if (answer !== 'unknown') return answer === 'alive'
    if (started !== undefined && startOf(pid) === started) return true
  }
  return givesSigns(file, place)
}

/** Connects to a holder's socket. `ended`: the socket's file exists, but no process listens. */
function probe(path: string): Promise<'alive' | 'ended' | 'unknown'> {
  return new Promise((resolve) => {
    const connection = connect(path)
    connection.once('connect', () => {
      connection.destroy()
      resolve('alive')
    })
    // EAGAIN: the holder is suspended and has many connections; other errors are about the folder
    connection.once('error', (error) =>
      resolve(
        isCode(error, 'ECONNREFUSED') ? 'ended' : isCode(error, 'EAGAIN') ? 'alive' : 'unknown',
      ),
    )
  })
}

/** Whether the time of the lock's file changes. Only a change counts, because clocks differ. */
async function givesSigns(file: string, { life }: Place): Promise<boolean> {
  const timeOf = () =>
    stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
  const before = await timeOf()
  for (let waited = 0; waited < life.silence; waited += life.sign / 2) {
    await wait(life.sign / 2)
    const now = await timeOf()
    if (now !== before) return now !== undefined
  }
  return false
}

/**
 * Removes the lock of an ended holder. If that removed a newer lock instead, the newer lock is
 * restored.
 */
async function take(file: string, ended: Holder | undefined): Promise<void> {
  if ((await read(file))?.id !== ended?.id) return // another process has removed it first
  const aside = `${file}.${randomUUID()}.old`
  try {
    await rename(file, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return // another process has removed it first
    throw error
  }
  try {
    const taken = await read(aside)
    if (taken && taken.id !== ended?.id) await link(aside, file)
  } catch (error) {
    // a third process has written its own lock; the owner of the removed lock will check again
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    await rm(aside, { force: true })
  }
  if (ended) await rm(join(file, '..', `lock.${ended.id}`), { force: true })
}

/**
 * Returns a text that identifies one boot of one machine, or only the machine if the boot is
 * unknown. Source: Linux, random(4)
 */
function kernel(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
  } catch {
    return hostname()
  }
}

/**
 * Returns when a process started, counted from the boot. It is undefined for a missing process, and
 * if the system does not report it.
 */
function startOf(pid: number): string | undefined {
  try {
    // The file contains "pid (name) state ppid …"; the 22nd field is the start. A name may contain
    // spaces and brackets.
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[19]
  } catch {
    return undefined
  }
}
