import { kitError } from '../core/errors/errors.ts'
import type { Connector, Link, SourceConnectParameters } from '../core/contracts/connectorSource.ts'
import type { Kit } from '../core/kit/kit.ts'
import { linkOf } from '../core/accounts/linkOf.ts'
import { setCurrent, takeLinks } from './links.ts'
import { sourceOf } from './sessions.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Connects a wallet by its source, and makes it the current one. A wallet that is connected already
 * gets no request, unless its connector leads to many wallets. An answer after the abort is undone,
 * or passed to a later attempt with the same connector.
 * @returns the link in the namespace of the connector, else the first; `onLink` gets it before the
 *   session changes
 * @throws KitError requestAborted, and the source's errors
 */
export async function requestConnection(
  kit: Kit,
  connector: Connector,
  parameters: SourceConnectParameters & { signal: AbortSignal },
  onLink: (link: Link) => void,
): Promise<Link> {
  const { connectorId, namespace, signal } = parameters
  const { attempts, disconnecting } = contextOf(kit).links
  const known = linkOf(kit, namespace, connectorId)
  // the site's own connector for phones has one phone at a time, which stays connected
  const additionalSource =
    known && connectorId === connector.id ? contextOf(kit).sources.ofMany(connector) : undefined
  const source = additionalSource ?? sourceOf(kit, parameters)
  if (known && !additionalSource && !parameters.login) {
    onLink(known)
    setCurrent(kit, namespace, connectorId)
    return known
  }
  await disconnecting.get(connector.id)
  if (signal.aborted) throw kitError('requestAborted', { cause: signal.reason })
  return new Promise<Link>((resolve, reject) => {
    let isEnded = false
    const end = () => {
      isEnded = true
      if (attempts.get(connector.id) === settle) attempts.delete(connector.id)
    }
    const settle = (links: readonly Link[]) => {
      end()
      const link = links.find((granted) => granted.namespace === namespace) ?? links[0]
      if (!link) return reject(kitError('providerDisconnected'))
      onLink(link)
      takeLinks(kit, links)
      for (const granted of links) setCurrent(kit, granted.namespace, granted.connectorId)
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
    const handleLinks = (links: readonly Link[]) => {
      if (!isEnded) return settle(links)
      const laterAttempt = signal.aborted ? attempts.get(connector.id) : undefined
      if (laterAttempt) return laterAttempt(links)
      for (const link of links) discard(kit, link)
    }
    const ask = async () => handleLinks(await source.connect(parameters))
    ask().catch(fail)
  })
}

/** Disconnects a wallet whose attempt has ended, unless it is connected by another answer. */
function discard(kit: Kit, link: Link): void {
  const current = linkOf(kit, link.namespace, link.connectorId)
  if (current === link) return
  link.close()
  // it was never shown, so a failure is not reported
  if (!current) link.disconnect().catch(() => {})
}
