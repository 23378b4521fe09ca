import type { Namespace } from '@latchkey/protocol/namespace'
import * as times from '@latchkey/protocol/times'
import type { Link } from '../core/connectorSource.ts'
import { kitError } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import { linkOf } from '../core/linkOf.ts'
import { connectionsOf, disconnected } from '../core/session.ts'
import type { Connection } from '../core/session.ts'
import { withLimit } from '../core/withLimit.ts'
import { takeLinks } from './links.ts'
import { sourceOf } from './sessions.ts'

/**
 * Takes one wallet up again without asking anybody, within 10 s. Undefined when it lets this site in no more, is connected already, or is
 * there under another name; null when it did not answer: that says nothing about it.
 */
export async function silentReconnect(kit: Kit, namespace: Namespace, connectorId: string, signal?: AbortSignal): Promise<Connection | undefined | null> {
  if (linkOf(kit, namespace, connectorId)) return undefined
  try {
    const links = await restore(kit, namespace, connectorId, signal)
    if (!links.some((link) => link.namespace === namespace)) return undefined
    return connectionsOf(kit.getState().sessions[namespace] ?? disconnected).find((one) => one.connectorId === connectorId)
  } catch {
    return null // nobody asked for it, so nobody is told that it failed
  }
}

/** Restores what one connection had, once at a time, as every namespace and every tab may ask for it. */
function restore(kit: Kit, namespace: Namespace, connectorId: string, signal: AbortSignal | undefined): Promise<readonly Link[]> {
  const { restoring } = kit.context.links
  const source = sourceOf(kit, { connectorId, namespace })
  const key = source.isMany ? connectorId : `${namespace} ${connectorId}`
  const known = restoring.get(key)
  if (known) return known
  const end = () => {
    if (restoring.get(key) === mine) restoring.delete(key)
  }
  const task = async (limited: AbortSignal) => {
    const links = await source.restore({ connectorId, namespace, signal: limited })
    const fresh = limited.aborted ? [] : links.filter((link) => !isHeld(kit, link))
    for (const link of links) if (!fresh.includes(link) && linkOf(kit, link.namespace, link.connectorId) !== link) link.close()
    takeLinks(kit, fresh)
    return fresh
  }
  const mine: Promise<readonly Link[]> = withLimit(task, { ms: times.reconnect, clock: kit.context.clock, signal, onTimeout: () => kitError('walletTimeout') }).finally(end)
  restoring.set(key, mine)
  signal?.addEventListener('abort', end, { once: true })
  return mine
}

/** A second name of a provider that is connected, or the same connection once more. */
function isHeld(kit: Kit, link: Link): boolean {
  return [...kit.context.links.all.values()].some(({ link: other }) => other.namespace === link.namespace && (other.connectorId === link.connectorId || other.provider === link.provider))
}
