import { chmod, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { createServer, request, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { codeOf } from '@latchkey/server/causesOf'
import { socketPath } from '@latchkey/server/socketPath'
import type { Parts } from '../server/startParts.ts'
import { writeArchive } from './archive.ts'

/**
 * The name of the socket in the folder of the store. Only the user of this program may open the
 * socket; that user can read the stored files anyway.
 */
const name = 'control'

/** Prefix of the folders with copies that a backup is sending. */
const copying = '.backup-'

/** The name of the trailer that confirms a complete archive. */
const complete = 'latchkey-complete'

/** Milliseconds within which a request has to arrive, and between two checks for late requests. */
const requestLimit = {
  requestTimeout: 30_000,
  headersTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
}
/**
 * Milliseconds after which a client that reads nothing is disconnected: until then the copies of
 * the stores use disk space, and no other backup can start.
 */
const readerLimit = 60_000

/**
 * Listens for commands of the same user on this machine.
 * @returns the function that stops listening
 * @throws the system's error
 */
export async function startControl(
  folder: string,
  parts: Pick<Parts, 'names' | 'running'>,
  onFailure: (error: unknown) => void,
  { patience = readerLimit }: { patience?: number } = {},
): Promise<() => Promise<void>> {
  // A killed process has left these copies. No other process uses them, because this process has
  // locked the services' folders.
  for (const file of await readdir(folder))
    if (file.startsWith(copying)) await rm(join(folder, file), { recursive: true, force: true })
  await rm(join(folder, name), { force: true })
  let isBusy = false
  const server = createServer(requestLimit, (incoming, response) => {
    incoming.resume()
    if (incoming.method !== 'POST' || incoming.url !== '/backup')
      return void response.writeHead(404).end()
    if (isBusy) return void response.writeHead(409).end()
    isBusy = true
    response.writeHead(200, { trailer: complete })
    sendBackup(folder, parts, response, patience)
      .then(
        () => response.end(),
        (error: unknown) => {
          onFailure(error)
          response.destroy()
        },
      )
      .finally(() => (isBusy = false))
      .catch(onFailure)
  })
  const directory = await open(folder)
  try {
    await listen(server, socketPath({ folder, directory, name }))
    await chmod(join(folder, name), 0o600)
  } catch (error) {
    server.close()
    await directory.close()
    throw error
  }
  return async () => {
    server.closeAllConnections()
    // also deletes the socket's file, whose path depends on `directory`
    await new Promise((resolve) => server.close(resolve))
    await directory.close()
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) =>
    server.once('error', reject).listen(path, () => resolve()),
  )
}

/**
 * Copies every service's store at one point in time, and then sends the copies. The services pause
 * only while the stores are copied.
 */
async function sendBackup(
  folder: string,
  parts: Pick<Parts, 'names' | 'running'>,
  response: ServerResponse,
  patience: number,
): Promise<void> {
  const copies = await mkdtemp(join(folder, copying))
  try {
    const copied = await Promise.all(
      parts.names.map(async (name) =>
        (await parts.running[name]?.snapshot(join(copies, name)))
          ? [[name, join(copies, name)] as const]
          : [],
      ),
    )
    response.setTimeout(patience, () => response.destroy())
    await writeArchive(Object.fromEntries(copied.flat()), response)
    response.addTrailers({ [complete]: 'yes' })
  } finally {
    await rm(copies, { recursive: true, force: true })
  }
}

/**
 * Requests a backup from the running program, and hands its archive to `take`.
 * @returns undefined where no program listens
 * @throws when the archive ends too early
 */
export async function requestBackup(
  folder: string,
  take: (archive: NodeJS.ReadableStream) => Promise<void>,
): Promise<true | undefined> {
  const directory = await open(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (!directory) return undefined
  try {
    return await sendRequest(socketPath({ folder, directory, name }), take)
  } finally {
    await directory.close()
  }
}

function sendRequest(
  socket: string,
  take: (archive: NodeJS.ReadableStream) => Promise<void>,
): Promise<true | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath: socket, path: '/backup', method: 'POST' }, (answer) => {
      if (answer.statusCode !== 200)
        return reject(
          new Error(
            answer.statusCode === 409
              ? 'Another backup is being made'
              : `The program answered ${answer.statusCode}`,
          ),
        )
      take(answer).then(
        () =>
          answer.trailers[complete] === 'yes'
            ? resolve(true)
            : reject(new Error('The backup broke off')),
        reject,
      )
    })
    outgoing
      .on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ENOENT' || error.code === 'ECONNREFUSED'
          ? resolve(undefined)
          : reject(error),
      )
      .end()
  })
}
