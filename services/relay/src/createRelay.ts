import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createAdmit } from './auth/admit.ts'
import { causesOf } from '@latchkey/server/causesOf'
import { answerHttp } from './http/answerHttp.ts'
import { nameOf, openPort, type ListenOptions } from '@latchkey/server/openPort'
import { parseOptions, type RelayOptions } from './options.ts'
import { createService } from './service.ts'
import { createEntrance } from './socket/createEntrance.ts'
import { within } from '@latchkey/server/waiting'

/** A relay. */
export type Relay = {
  /** Opens a port, by default on this machine only. @throws the socket's error when the port is taken and `fallback` is off */
  listen: (options: ListenOptions) => Promise<{ url: string; port: number }>
  /** Takes nobody in any more, answers what runs for up to `drain` milliseconds (by default 5000), and sends everybody away. */
  close: (options?: { drain?: number }) => Promise<void>
}

/** Milliseconds in which a client has to have sent its HTTP request. */
const requestLimit = 30_000
/** Milliseconds that running HTTP requests have when the relay closes. */
const httpDrain = 1_000

/**
 * The relay over a store.
 * @throws OptionError which names the option that is wrong
 */
export function createRelay(options: RelayOptions): Relay {
  const service = createService(parseOptions(options))
  const admit = createAdmit({ ...service.options, now: service.now })
  const entrance = createEntrance(service, admit)
  const door = { admit, buckets: new Map(), isDraining: () => draining }
  const servers: Server[] = []
  let draining = false

  /** A defect of ours ends one connection, never the process. */
  async function guard(work: Promise<void>, { socket }: IncomingMessage): Promise<void> {
    try {
      await work
    } catch (error) {
      service.log('error', 'failed', { error: causesOf(error) })
      socket.destroy()
    }
  }

  return {
    async listen({ port, host = '127.0.0.1', fallback = false }) {
      await service.watch?.start()
      const server = createServer({ requestTimeout: requestLimit, headersTimeout: requestLimit })
      server.on('request', (request, response) => void guard(answerHttp(service, door, request, response), request))
      server.on('upgrade', (request, stream, head) => void guard(entrance.enter(request, stream, head), request))
      const taken = await openPort(server, { port, host, fallback })
      servers.push(server)
      return { url: `ws://${nameOf(host)}:${taken}`, port: taken }
    },
    async close({ drain = 5_000 } = {}) {
      draining = true
      const closed = servers.splice(0).map((server) => closeServer(server))
      await entrance.close(drain)
      await within(httpDrain, Promise.all(closed))
      await service.watch?.close()
    },
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
}
