import { isDamaged } from '@latchkey/server/db/folderState'
import packageJson from '../../package.json' with { type: 'json' }
import { allProbes } from '../probes/allProbes.ts'
import { runProbes, type Finding, type Found } from '../probes/probe.ts'
import type { Fault, Faults } from '../server/createFaults.ts'
import type { PartName, Parts } from '../server/startParts.ts'
import type { Settings } from '../settings/readSettings.ts'

/**
 * The state of the program.
 * - `starting`: the port is open, but not every service answers yet.
 * - `draining`: the program is about to end.
 */
export type Condition = 'starting' | 'running' | 'draining'

/** The state of a service, as operators see it. */
export type PartStatus = Finding & { name: PartName; url: string }
/** Whether the services answer. */
export type Ready = {
  ready: boolean
  condition: Condition
  parts: Readonly<Record<string, 'ok' | 'starting' | 'store failed'>>
}
/** The full status for operators. Times are in milliseconds since 1970. */
export type Status = {
  version: string
  node: string
  startedAt: number
  at: number
  memoryBytes: number
  condition: Condition
  parts: readonly PartStatus[]
  found: readonly Found[]
  faults: readonly Fault[]
}

/**
 * Milliseconds for which the results of probes are cached. Without the cache every request for the
 * status would call nodes and mail servers.
 */
const lifetime = 10_000

export type StatusParts = {
  settings: Settings
  parts: Parts
  faults: Faults
  now: () => number
  startedAt: number
  instance: string
  condition: () => Condition
}

/** Makes the reader of the state of the services, and of everything that they need. */
export function createStatus({
  settings,
  parts,
  faults,
  now,
  startedAt,
  instance,
  condition,
}: StatusParts) {
  const probes = allProbes(settings, instance)
  let last: { at: number; found: Promise<readonly Found[]> } | undefined

  const urls: Readonly<Record<PartName, string>> = {
    api: `${settings.checked.url}/v1`,
    relay: `${settings.checked.url.replace(/^http/, 'ws')}/relay`,
    wallet: settings.checked.wallet?.url ?? '',
    sandbox: settings.checked.sandbox?.publicUrl ?? '',
  }

  function find(): Promise<readonly Found[]> {
    if (last && performance.now() - last.at < lifetime) return last.found
    last = { at: performance.now(), found: runProbes(probes, new AbortController().signal) }
    return last.found
  }

  return {
    async ready(): Promise<Ready> {
      const states = await Promise.all(
        parts.names.map(async (name) => {
          const part = parts.running[name]
          return [
            name,
            part ? ((await part.fault()) === undefined ? 'ok' : 'store failed') : 'starting',
          ] as const
        }),
      )
      return {
        ready: condition() === 'running' && states.every(([, state]) => state === 'ok'),
        condition: condition(),
        parts: Object.fromEntries(states),
      }
    },
    async status(): Promise<Status> {
      const [states, found] = await Promise.all([
        Promise.all(parts.names.map((name) => partStatus(parts, name, urls[name]))),
        find(),
      ])
      return {
        version: packageJson.version,
        node: process.version,
        startedAt,
        at: now(),
        memoryBytes: process.memoryUsage.rss(),
        condition: condition(),
        parts: states,
        found,
        faults: faults.list(),
      }
    },
  }
}

/**
 * The state of one service.
 * @param url the public address of the service
 */
async function partStatus(parts: Parts, name: PartName, url: string): Promise<PartStatus> {
  const part = parts.running[name]
  const fault = await part?.fault()
  const rest = { name, url }
  if (!part) return { ...rest, state: 'warning', said: 'is starting' }
  // the text about a damaged store already says what to do
  if (fault !== undefined && isDamaged(fault)) return { ...rest, state: 'failed', said: fault }
  if (fault !== undefined)
    return {
      ...rest,
      state: 'failed',
      said: fault,
      advice:
        'Look at its store below, and at the log: the service works again by itself when the store does',
    }
  const odd =
    name === 'api'
      ? Object.entries(parts.indexes()).filter(([, state]) => state !== 'complete')
      : []
  if (odd.length > 0)
    return {
      ...rest,
      state: 'warning',
      said: odd.map(([network, state]) => `${network}: ${state}`).join(', '),
      advice:
        'Histories are incomplete until their index has caught up; if it does not, look at the nodes below',
    }
  return { ...rest, state: 'ok', said: 'answers, and its store does' }
}
