import type { Part } from '@latchkey/server/part'
import type { HostKind } from './hosts.ts'
import { firstOf } from './pathOf.ts'
import type { PartName } from './startParts.ts'

/** The operator's pages by path. `/health` and `/ready` are public. */
const operatorPages = {
  '/health': 'health',
  '/ready': 'ready',
  '/metrics': 'metrics',
  '/status': 'status',
  '/status.json': 'statusJson',
} as const
export type OperatorPage = (typeof operatorPages)[keyof typeof operatorPages]

/**
 * Where a request goes. `url` is its path inside the service, where that differs from its path
 * here.
 */
export type Target =
  | { kind: 'part'; part: Part; url?: string }
  | { kind: 'operator'; page: OperatorPage }
  | { kind: 'refused'; status: 400 | 404 | 421 | 503; text: string }

export type TargetRequest = {
  host: HostKind
  /** The result of `pathOf`; undefined for a path that it refuses. */
  path: string | undefined
  isUpgrade: boolean
  /** The services that the settings name. `running` has those that have started. */
  names: readonly PartName[]
  running: Partial<Record<PartName, Part>>
}

/** Paths at which the relay accepts WebSockets. */
const sockets = new Set(['/', '/relay', '/relay/'])

/**
 * Chooses what answers a request. First come the operator's pages, of which the e-mail wallet's
 * host has only `/health` and `/ready`. Then the host decides: the e-mail wallet answers at its own
 * host only, and no other service answers there. Then the path decides. Except for upgrades, a
 * service gets only paths whose first segment is in its `segments`.
 */
export function targetOf({ host, path, isUpgrade, names, running }: TargetRequest): Target {
  if (path === undefined)
    return {
      kind: 'refused',
      status: 400,
      text: 'This address can be read in several ways: send it without dots, empty parts and backslashes',
    }
  const page =
    !isUpgrade && Object.hasOwn(operatorPages, path)
      ? operatorPages[path as keyof typeof operatorPages]
      : undefined // `path` is a key here
  if (page && (host !== 'wallet' || page === 'health' || page === 'ready'))
    return { kind: 'operator', page }
  if (host === 'other')
    return {
      kind: 'refused',
      status: 421,
      text: 'Nothing is served under this name: see url and wallet.url in the settings',
    }
  const wanted =
    host === 'wallet' ? walletTarget(path, isUpgrade) : publicTarget(path, isUpgrade, running)
  if (!wanted || !names.includes(wanted.name))
    return { kind: 'refused', status: 404, text: 'There is nothing at this address' }
  const part = running[wanted.name]
  if (!part)
    return { kind: 'refused', status: 503, text: 'The service is starting: try again soon' }
  if (!isUpgrade && !part.segments.has(firstOf(wanted.url ?? path)))
    return { kind: 'refused', status: 404, text: 'There is nothing at this address' }
  return { kind: 'part', part, ...(wanted.url !== undefined && { url: wanted.url }) }
}

const walletTarget = (
  _: string,
  isUpgrade: boolean,
): { name: PartName; url?: string } | undefined => (isUpgrade ? undefined : { name: 'wallet' })

function publicTarget(
  path: string,
  isUpgrade: boolean,
  { relay }: TargetRequest['running'],
): { name: PartName; url?: string } | undefined {
  if (isUpgrade) return sockets.has(path) ? { name: 'relay' } : undefined
  if (path.startsWith('/relay/')) return { name: 'relay', url: path.slice('/relay'.length) }
  return relay?.segments.has(firstOf(path)) ? { name: 'relay' } : { name: 'api' }
}
