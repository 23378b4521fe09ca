import { kitError } from '../core/errors.ts'
import type { Connector, Link, SourceConnect } from '../core/connectorSource.ts'
import type { Kit } from '../core/kit.ts'
import { linkOf } from '../core/linkOf.ts'
import { setCurrent, takeLinks } from './links.ts'
import { sourceOf } from './sessions.ts'

/**
 * Connects a wallet over its source and makes it the current one. A wallet that is connected
 * already gets no request, unless its connector leads to many. An answer that arrives after the
 * abort is undone, or passed to a later attempt with the same connector.
 * @returns the link in the namespace of the connector, else the first; `onLink` gets it before the
 *   session changes
 * @throws KitError requestAborted, and what the source throws
 */
export async function askWallet(
  kit: Kit,
  connector: Connector,
  asked: SourceConnect & { signal: AbortSignal },
  onLink: (link: Link) => void,
): Promise<Link> {
  const { connectorId, namespace, signal } = asked
  const { attempts, leaving } = kit.context.links
  const known = linkOf(kit, namespace, connectorId)
  // the site's own connector for phones holds one phone at a time, and that one stays
  const another =
    known && connectorId === connector.id ? kit.context.sources.ofMany(connector) : undefined
  const source = another ?? sourceOf(kit, asked)
  if (known && !another && !asked.login) {
    onLink(known)
    setCurrent(kit, namespace, connectorId)
    return known
  }
  await leaving.get(connector.id)
  if (signal.aborted) throw kitError('requestAborted', { cause: signal.reason })
  return new Promise<Link>((resolve, reject) => {
    let isOver = false
    const end = () => {
      isOver = true
      if (attempts.get(connector.id) === settle) attempts.delete(connector.id)
    }
    const settle = (links: readonly Link[]) => {
      end()
      const link = links.find((one) => one.namespace === namespace) ?? links[0]
      if (!link) return reject(kitError('providerDisconnected'))
      onLink(link)
      takeLinks(kit, links)
      for (const one of links) setCurrent(kit, one.namespace, one.connectorId)
      resolve(link)
    }
    const fail = (error: unknown) => {
      end()
      reject(error as Error) // of any type
    }
    signal.addEventListener(
      'abort',
      () => fail(kitError('requestAborted', { cause: signal.reason })),
      { once: true },
    )
    attempts.set(connector.id, settle)
    const take = (links: readonly Link[]) => {
      if (!isOver) return settle(links)
      const later = signal.aborted ? attempts.get(connector.id) : undefined
      if (later) return later(links)
      for (const link of links) letGo(kit, link)
    }
    const ask = async () => take(await source.connect(asked))
    ask().catch(fail)
  })
}

/**
 * Tells a wallet whose attempt has ended to disconnect, unless it is connected by another answer.
 */
function letGo(kit: Kit, link: Link): void {
  const held = linkOf(kit, link.namespace, link.connectorId)
  if (held === link) return
  link.close()
  // it was never shown, so a failure to reach it is not reported
  if (!held) link.disconnect().catch(() => {})
}
