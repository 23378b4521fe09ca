import { causesOf } from '@latchkey/server/causesOf'
import { addressKey } from '@latchkey/server/clientAddress'
import { serve, type Listening } from '@latchkey/server/serve'
import { createShares } from '@latchkey/server/shares'
import { wait } from '@latchkey/server/waiting'
import type { Settings } from '../settings/readSettings.ts'
import { createFaults } from './createFaults.ts'
import { Dispatcher } from './dispatcher.ts'
import { createHosts } from './hosts.ts'
import { createLog, type Line, type Log } from './log.ts'
import { createOperatorPages } from './operatorPages.ts'
import { createParts, type Parts } from './startParts.ts'
import { startControl } from '../backup/control.ts'
import { createMetrics } from './metrics.ts'
import type { Condition } from '../status/readStatus.ts'

/** All services at one port. */
export type Serve = {
  /**
   * Opens the port and starts the services. If it throws, no service runs.
   * @throws FolderInUseError, FolderError, the socket's error, or another error with which a
   *   service failed to start
   */
  listen: () => Promise<Listening>
  /**
   * Answers "not ready" at `/ready`, finishes running requests, and ends.
   * @throws the first failure, after everything has ended
   */
  close: () => Promise<void>
}

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
  const connections = connectionsOf(checked)
  const metrics = createMetrics(() => connections.all)
  let condition: Condition = 'starting'
  let server: Listening | undefined
  let endControl = async () => {}
  const context = { settings, parts, faults, metrics, now, startedAt: now() }
  const pages = createOperatorPages({ ...context, condition: () => condition })

  const defect = (error: unknown) => {
    metrics.defects.add()
    log.say('error', 'failed', { error: causesOf(error) })
  }

  const dispatcher = new Dispatcher({ hostOf, parts, pages, metrics })

  return {
    async listen() {
      server = await serve({
        ...settings.where,
        answer: (request, response) => dispatcher.answer(request, response),
        upgrade: (request, stream, head) => dispatcher.upgrade(request, stream, head),
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
      endControl = await openControl(settings.folder, parts, { log, onFailure: defect })
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
      // the stores close last, because requests may still need them
      const ended = await Promise.allSettled([parts.close(how)])
      for (const each of [...closed, ...ended]) if (each.status === 'rejected') throw each.reason
      log.say('info', 'ended')
    },
  }
}

/**
 * Listens for `latchkey-serve backup`, where the data are in a folder. @returns the function that
 * stops listening
 */
async function openControl(
  folder: string | undefined,
  parts: Parts,
  { log, onFailure }: { log: Log; onFailure: (error: unknown) => void },
): Promise<() => Promise<void>> {
  try {
    if (folder !== undefined) return await startControl(folder, parts, onFailure)
  } catch (error) {
    log.say('warn', 'no backups while this runs', { error: causesOf(error) })
  }
  return async () => {}
}

/**
 * The limits of open connections. Behind a proxy every connection comes from the proxy's address,
 * so the limit per address does not apply.
 */
const connectionsOf = ({ trustProxy, connections: { each, all } }: Settings['checked']) =>
  createShares({ each: trustProxy > 0 ? Infinity : each, all })
