import { readUrl } from '@latchkey/protocol/readUrl'
import { createUrlPolicy } from '@latchkey/server/publicAddresses'

/** Settings for fetched pictures of wallets. */
export type PictureSource = {
  /**
   * URL templates with `{id}`, the wallet's id, or `{host}`, the host of its homepage; tried in
   * this order.
   */
  from: readonly string[]
  /**
   * Further hosts that may be called: hosts of homepages for templates that begin with `{host}`,
   * and targets of redirects.
   */
  hosts: readonly string[]
  /**
   * Hosts, `host` or `host:port`, inside the operator's own network. They may be called over http,
   * on any port and address.
   */
  internal: readonly string[]
}

/** The data of a wallet that determines its picture's URL. */
export type Pictured = { id: string; homepage?: string | undefined }

/**
 * Makes the function that lists the URLs of a wallet's picture, all of them on hosts that the
 * operator has named.
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
 * Makes the check of every called URL: whether the operator has named its host. The connection
 * checks whether the address is public. A public host may not redirect into the operator's own
 * network, where its server would choose path and query.
 */
export function createHostCheck({ from, hosts, internal }: PictureSource): HostCheck {
  const own = from.flatMap((template) =>
    hostDepends(template) ? [] : [readUrl(template)?.host ?? ''],
  )
  const named = new Set([...own, ...hosts].map((host) => host.toLowerCase()))
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

/** Whether an operator may set this URL: it has a placeholder, and its host may be called. */
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

/** Whether an id is safe as a part of a path: it leads to no other folder. */
const isPart = (id: string) => !/^\.*$/.test(id) && !/\p{Cs}/u.test(id)
