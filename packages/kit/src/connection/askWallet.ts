import { kitError } from '../core/errors.ts'
import type { Connector, Link, SourceConnect } from '../core/connectorSource.ts'
import type { Kit } from '../core/kit.ts'
import { linkOf } from '../core/linkOf.ts'
import { setCurrent, takeLinks } from './links.ts'
import { sourceOf } from './sessions.ts'

/**
 * Connects a wallet over its source and makes it the current one; one that is connected already is asked nothing, unless its connector leads to
 * many. An answer that comes after the abort is undone, or goes to a later attempt with the same connector.
 * @returns the link in the namespace of the connector, else the first; `onLink` is told it before the session says so
 * @throws KitError requestAborted, and what the source throws
 */
export async function askWallet(kit: Kit, connector: Connector, asked: SourceConnect & { signal: AbortSignal }, onLink: (link: Link) => void): Promise<Link> {
  const { connectorId, namespace, signal } = asked
  const { attempts, leaving } = kit.context.links
  const known = linkOf(kit, namespace, connectorId)
  // a site's own way to phones knows one at a time, which stays
  const another = known && connectorId === connector.id ? kit.context.sources.ofMany(connector) : undefined
  const source = another ?? sourceOf(kit, asked)
  if (known && !another && !asked.login) {
    onLink(known)
    setCurrent(kit, namespace, connectorId)
    return known
  }
  await leaving.get(connector.id)
  if (signal.aborted) throw kitError('requestAborted', { cause: signal.reason })
  return new Promise<Link>((resolve, reject) => {
    const settle = (links: readonly Link[]) => {
      if (attempts.get(connector.id) === settle) attempts.delete(connector.id)
      const link = links.find((one) => one.namespace === namespace) ?? links[0]
      if (!link) return reject(kitError('providerDisconnected'))
      onLink(link)
      takeLinks(kit, links)
      for (const one of links) setCurrent(kit, one.namespace, one.connectorId)
      resolve(link)
    }
    const fail = (error: unknown) => {
      if (attempts.get(connector.id) === settle) attempts.delete(connector.id)
      reject(error as Error) // of whatever kind
    }
    signal.addEventListener('abort', () => fail(kitError('requestAborted', { cause: signal.reason })), { once: true })
    attempts.set(connector.id, settle)
    source.connect(asked).then((links) => {
      if (!signal.aborted) return settle(links)
      const later = attempts.get(connector.id)
      if (later) return later(links)
      for (const link of links) undo(link)
    }, fail)
  })
}

/** Nobody waits for this wallet any more: it is told that it is not wanted. */
function undo(link: Link): void {
  link.close()
  link.disconnect().catch(() => {}) // it was never shown, so nobody is told that it could not be told
}
