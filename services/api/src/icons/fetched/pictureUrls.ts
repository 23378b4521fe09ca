import { readUrl } from '@latchkey/protocol/readUrl'
import { createUrlPolicy } from '@latchkey/server/publicAddresses'

/** Where pictures of wallets may be fetched. */
export type PictureSource = {
  /**
   * Templates of URLs, tried in this order. They contain `{id}`, the wallet's id, or `{host}`, the
   * host of its homepage.
   */
  from: readonly string[]
  /**
   * Further hosts that may be called: hosts of homepages, for templates that begin with `{host}`,
   * and targets of redirects.
   */
  hosts: readonly string[]
  /**
   * Hosts (`host` or `host:port`) in the operator's own network. They may be called over http, at
   * any port and address.
   */
  internal: readonly string[]
}

/** The data of a wallet that determine the URLs of its picture. */
export type Pictured = { id: string; homepage?: string | undefined }

/**
 * Makes the function that lists the URLs at which a wallet's picture may be. All of them are on
 * hosts that the operator has named.
 */
export function createPictureUrls(source: PictureSource): (wallet: Pictured) => URL[] {
  const may = createHostCheck(source)
  return ({ id, homepage }) => {
    if (!isPart(id)) return []
    const host = homepage === undefined ? '' : (readUrl(homepage)?.hostname ?? '')
    return source.from.flatMap((template) => {
      if (template.includes('{host}') && host === '') return []
      const url = readUrl(
        template.replaceAll('{id}', () => encodeURIComponent(id)).replaceAll('{host}', () => host),
      )
      return url && may(url) ? [url] : []
    })
  }
}

/** Whether a URL may be called. `from`: the URL that redirects to it. */
export type HostCheck = (url: URL, from?: URL) => boolean

/**
 * Makes the check of every URL before it is called: whether the operator has named its host.
 * Whether its address is public is checked when it is connected. A public host may not redirect
 * into the operator's own network, because its server would then choose path and query there.
 */
export function createHostCheck({ from, hosts, internal }: PictureSource): HostCheck {
  const own = from.flatMap((template) =>
    hostDepends(template) ? [] : [readUrl(template)?.host ?? ''],
  )
  const named = new Set([...own, ...hosts].map((host) => host.toLowerCase())) // no address: a host
  const gate = createUrlPolicy(internal)
  return (url, before) => {
    const reach = gate(url)
    const isInside = before === undefined || gate(before) === 'named'
    return (
      /^https?:$/.test(url.protocol) &&
      ((reach === 'named' && isInside) || (reach === 'public' && named.has(url.host)))
    )
  }
}

/** Whether an operator may set this template: it has a placeholder, and its host may be called. */
export function isPictureUrl(
  template: string,
  { hosts, internal }: Omit<PictureSource, 'from'>,
): boolean {
  if (
    !/\{(?:id|host)\}/.test(template) ||
    (hostDepends(template) && !/^https?:\/\/\{host\}[/:]/.test(template))
  )
    return false
  const tried = hostDepends(template) ? [...hosts, ...internal] : ['host.example']
  return tried.some((host) => {
    const url = readUrl(template.replaceAll('{id}', 'id').replaceAll('{host}', host))
    return url !== undefined && createHostCheck({ from: [template], hosts, internal })(url)
  })
}

const hostDepends = (template: string) => /^[^:]*:\/\/[^/?#]*\{/.test(template)

/** Whether an id can be a part of a path: it must not lead to another folder. */
const isPart = (id: string) => !/^\.*$/.test(id) && !/\p{Cs}/u.test(id)
