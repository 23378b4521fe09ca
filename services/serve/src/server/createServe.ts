import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { causesOf } from '@latchkey/server/causesOf'
import { addressKey } from '@latchkey/server/clientAddress'
import { createMeters } from '@latchkey/server/metrics'
import type { Part } from '@latchkey/server/part'
import { send, serve, type Listening } from '@latchkey/server/serve'
import { createShares } from '@latchkey/server/shares'
import { wait } from '@latchkey/server/waiting'
import type { Settings } from '../settings/readSettings.ts'
import { createFaults } from './createFaults.ts'
import { createHosts } from './hosts.ts'
import { createLog, type Line } from './log.ts'
import { createOperatorPages } from './operatorPages.ts'
import { pathOf } from './pathOf.ts'
import { createParts } from './startParts.ts'
import { targetOf, type Target } from './targetOf.ts'
import { startControl } from '../backup/control.ts'

/** All services at one port. */
export type Serve = {
  /**
   * Opens the port and starts the services.
   * @throws SettingsError, FolderInUseError, FolderError, the socket's error; then nothing runs
   */
  listen: () => Promise<Listening>
  /**
   * Reports "not ready", answers running requests, and ends.
   * @throws the first failure, after everything has ended
   */
  close: () => Promise<void>
}

/**
 * - `starting`: the port is open, and not every service answers yet.
 * - `draining`: the program ends.
 */
export type Condition = 'starting' | 'running' | 'draining'

/**
 * Puts the services of the settings behind one port.
 * @param write receives the lines of the log
 */
export function createServe(
  settings: Settings,
  { write, now = Date.now }: { write: (line: Line) => void; now?: () => number },
): Serve {
  const { checked } = settings
  const faults = createFaults(now)
  const log = createLog({ write, faults, now })
  const parts = createParts(settings, log)
  const hostOf = createHosts({ url: checked.url, walletUrl: checked.wallet?.url })
  const connections = createShares({
    each: checked.trustProxy > 0 ? Infinity : checked.connections.each,
    all: checked.connections.all,
  })
  const metrics = createMetrics(() => connections.all)
  let condition: Condition = 'starting'
  let server: Listening | undefined
  let endControl = async () => {}
  const startedAt = now()
  const pages = createOperatorPages({
    settings,
    parts,
    faults,
    metrics,
    now,
    startedAt,
    condition: () => condition,
  })

  const defect = (error: unknown) => {
    metrics.defects.add()
    log.say('error', 'failed', { error: causesOf(error) })
  }

  function find(request: IncomingMessage, isUpgrade: boolean): Target {
    const path = pathOf(request.url)
    const target = targetOf({
      host: hostOf(request),
      path,
      isUpgrade,
      names: parts.names,
      running: parts.running,
    })
    if (target.kind === 'refused') metrics.refused({ why: String(target.status) }).add()
    return target
  }

  /** Passes a request to a service. The service's own handler counts the errors of its work. */
  async function pass(part: Part, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      part.onDefect(error)
      throw error
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = find(request, false)
    if (target.kind === 'refused') return refuse(request, response, target)
    if (target.kind === 'operator') return pages.answer(target.page, request, response)
    if (target.url !== undefined)
      request.url = target.url + (request.url ?? '').slice((pathOf(request.url) ?? '').length)
    return pass(target.part, () => target.part.answer(request, response))
  }

  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const target = find(request, true)
    const enter = target.kind === 'part' ? target.part.upgrade : undefined
    if (target.kind === 'part' && enter)
      return pass(target.part, () => enter(request, stream, head))
    stream.on('error', () => {}) // the client may be gone
    const status = target.kind === 'refused' ? target.status : 404
    stream.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    )
  }

  return {
    async listen() {
      server = await serve({
        ...settings.where,
        answer,
        upgrade,
        connections,
        addressOf: (socket) => addressKey(socket.remoteAddress ?? '') ?? '',
        onDefect: defect,
        onRefused: (why) => metrics.refused({ why }).add(),
      })
      log.say('info', 'listening', { url: server.url, parts: parts.names })
      try {
        await parts.start(server.url)
      } catch (error) {
        await server.close({ drain: 0 })
        throw error
      }
      if (settings.folder !== undefined)
        endControl =
          (await startControl(settings.folder, parts, defect).catch((error: unknown) =>
            log.say('warn', 'no backups while this runs', { error: causesOf(error) }),
          )) ?? endControl
      if (condition === 'starting') condition = 'running'
      log.say('info', 'running')
      return server
    },
    async close() {
      condition = 'draining'
      log.say('info', 'draining')
      await wait(checked.drain.delay)
      const how = { drain: checked.drain.limit }
      const closed = await Promise.allSettled([server?.close(how), parts.drain(how)])
      await endControl()
      // requests need their stores to the end
      const ended = await Promise.allSettled([parts.close(how)])
      for (const each of [...closed, ...ended]) if (each.status === 'rejected') throw each.reason
      log.say('info', 'ended')
    },
  }
}

/** Reason codes for clients of the wallet. */
const codes = {
  400: 'invalidRequest',
  404: 'notFound',
  421: 'originRefused',
  503: 'unavailable',
} as const

/**
 * A refusal in the shapes of API and wallet, so that the clients of both can read it. Every site
 * may read it.
 */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, text }: Extract<Target, { kind: 'refused' }>,
): void {
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('access-control-allow-origin', '*')
  if (status === 503) response.setHeader('retry-after', '2')
  const body = JSON.stringify({
    error: codes[status],
    status: 'FAILED',
    reasons: [{ field: '', name: '', description: text }],
  })
  send(response, status, request.method === 'HEAD' ? '' : body)
}

/** The program's own metrics, besides those of its services. */
function createMetrics(openConnections: () => number) {
  const { meter, reading, text } = createMeters()
  reading('latchkey_serve_connections', 'Open connections.', openConnections)
  reading('latchkey_serve_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss())
  return {
    defects: meter('latchkey_serve_defects_total', 'Requests that ended by a defect.', 'counter')(),
    refused: meter(
      'latchkey_serve_refused_total',
      'Requests and connections refused before they reached a service, by status or limit.',
      'counter',
    ),
    ready: meter(
      'latchkey_serve_ready',
      '1 for each service that answers and whose store does.',
      'gauge',
    ),
    text,
  }
}

export type ServeMetrics = ReturnType<typeof createMetrics>
