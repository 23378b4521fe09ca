import { createAddressOf } from './auth/addressOf.ts'
import { createAdmit } from './auth/admit.ts'
import { watchLoopDelay } from '@latchkey/server/loopDelay'
import type { ListenOptions } from '@latchkey/server/openPort'
import type { Part } from '@latchkey/server/part'
import { serve, type Listening } from '@latchkey/server/serve'
import { inTime } from '@latchkey/server/waiting'
import { answerHttp, healthLimit, paths } from './http/answerHttp.ts'
import { createTurnsOf } from './turnsOf.ts'
import { parseOptions, type RelayOptions } from './options.ts'
import { createService, defect, type Service } from './service.ts'
import { Entrance } from './socket/entrance.ts'

/** A relay. */
export type Relay = {
  /**
   * Opens a port, by default on this machine only.
   * @throws the socket's error when the port is taken and `fallback` is off
   */
  listen: (options: ListenOptions) => Promise<{ url: string; port: number }>
  /**
   * Starts without a port of its own, for a server that forwards requests and upgrades to the
   * relay.
   */
  attach: () => Promise<Part>
  /**
   * Admits no more clients, answers running requests for up to `drain` milliseconds (by default
   * 5000), and closes all sockets.
   */
  close: (options?: { drain?: number }) => Promise<void>
}

/** Milliseconds that running HTTP requests get when the relay closes. */
const httpDrain = 1_000

/**
 * Makes a relay that uses the store of the options.
 * @throws OptionError that names the wrong option
 */
export function createRelay(options: RelayOptions): Relay {
  const service = createService(parseOptions(options))
  const {
    metrics,
    shares,
    options: { trustProxy, overload, slow },
  } = service
  const admit = createAdmit({ ...service.options, now: service.now })
  const addressOf = createAddressOf(trustProxy, () =>
    service.log('warn', 'behind a proxy', {
      reason: 'X-Forwarded-For came and no proxy is trusted, see LATCHKEY_TRUST_PROXY',
    }),
  )
  const loop = watchLoopDelay(
    overload || Infinity,
    (late) => metrics.late.set(late / 1_000),
    service.options.clock?.steady,
  )
  const entrance = new Entrance(service, admit, { addressOf, isOverloaded: loop.isOverloaded })
  const context = {
    admit,
    addressOf,
    turnsOf: createTurnsOf(),
    isOverloaded: loop.isOverloaded,
    isDraining: () => draining,
  }
  const servers: Listening[] = []
  let draining = false

  const answers = {
    answer: (request, response) => answerHttp(service, context, request, response),
    upgrade: (request, stream, head) => entrance.enter(request, stream, head),
    onDefect: (error) => defect(service, error),
  } satisfies Partial<Part>

  return {
    async listen(where) {
      await service.watch?.start()
      const server = await serve({
        ...where,
        ...answers,
        connections: shares.connections,
        onRefused: (reason) => metrics.refused(reason).add(),
        writeLimit: slow,
      })
      servers.push(server)
      return { url: server.url.replace('http:', 'ws:'), port: server.port }
    },
    async attach() {
      await service.watch?.start()
      return { ...answers, ...stateOf(service) }
    },
    async close({ drain = 5_000 } = {}) {
      draining = true
      const closed = servers.splice(0).map((server) => server.close({ drain: httpDrain }))
      await entrance.close(drain)
      await Promise.all(closed)
      await service.watch?.close()
      loop.close()
    },
  }
}

/** The state of the relay, for the server that owns its port. */
function stateOf({
  store,
  metrics,
}: Service): Pick<Part, 'segments' | 'fault' | 'snapshot' | 'metrics'> {
  // whoever opened the store logs its errors
  const isHealthy = () => inTime(healthLimit, store.isHealthy()).catch(() => false)
  return {
    segments: paths,
    fault: async () =>
      (await isHealthy()) ? undefined : 'The store does not answer, or cannot store',
    snapshot: async (folder) => (await store.snapshot?.(folder)) !== undefined,
    metrics: metrics.text,
  }
}
