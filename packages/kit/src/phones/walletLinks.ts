import { isAppLink, isPageLink } from '@latchkey/protocol/links'
import { readUrl } from '@latchkey/protocol/readUrl'

/**
 * The links of a wallet's app: its own scheme (`metamask://`), in place of which some wallets name
 * an https address, and an https address that opens it too.
 */
export type WalletLinks = { native?: string; universal?: string }

/**
 * The link that hands a pairing to a wallet's app: `…wc?uri=`, native first unless `prefer` says
 * otherwise. Source: WalletConnect v2 mobile linking. Undefined for a wallet without links, or
 * whose link opens no app.
 */
export function pairingLink(
  links: WalletLinks,
  uri: string,
  prefer: 'native' | 'universal' = 'native',
): string | undefined {
  const call = `uri=${encodeURIComponent(uri)}`
  const native = nativeBase(links.native)
  const universal = universalOf(links)
  const [first, second] = prefer === 'native' ? [native, universal] : [universal, native]
  const base = first ?? second
  return base && linkTo(base, call)
}

/** The link that brings a wallet's app to the front for a request that it got over the relay. */
export function requestLink(links: WalletLinks, topic: string): string | undefined {
  const base = nativeBase(links.native) ?? universalOf(links)
  return base && linkTo(base, `requestId=0&sessionTopic=${topic}`)
}

/**
 * The link that opens a page in a wallet's own browser, from the beginning that the catalogue
 * gives: `…/dapp/` takes the page without its scheme, any other the whole page, with the site as
 * `ref` where it is in the path. Undefined without a beginning, and where the link would lead to
 * another host than the beginning names.
 */
export function browserLink(base: string | undefined, page: string): string | undefined {
  if (!isPageLink(base)) return undefined
  const link = base.endsWith('/dapp/')
    ? base + page.replace(/^https?:\/\//, '')
    : base +
      encodeURIComponent(page) +
      (base.endsWith('/') ? `?ref=${encodeURIComponent(new URL(page).origin)}` : '')
  return readUrl(link)?.host === new URL(base).host ? link : undefined
}

/**
 * Whether two wallets' links open the same app: by the scheme, or by the host of the https address.
 */
export function isSameApp(one: WalletLinks, other: WalletLinks): boolean {
  const scheme = ({ native }: WalletLinks) => nativeBase(native)?.split(':')[0]
  const host = (links: WalletLinks) => {
    const base = universalOf(links)
    return base && new URL(base).host
  }
  return [scheme, host].some(
    (placeOf) =>
      placeOf(one) !== undefined && placeOf(one)?.toLowerCase() === placeOf(other)?.toLowerCase(),
  )
}

/**
 * The link to `wc` below a base: its path grows, and a query or a fragment that the base has stays
 * behind the path.
 */
function linkTo(base: string, call: string): string {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)\??([^#]*)(.*)$/.exec(base) ?? []
  const grown = `${path.replace(/\/+$/, '')}/`.replace(/:\/$/, '://')
  return `${grown}wc?${query}${query && '&'}${call}${fragment}`
}

function nativeBase(link: string | undefined): string | undefined {
  if (!isAppLink(link)) return undefined
  return link.includes('://') ? link : `${link.slice(0, link.indexOf(':')).toLowerCase()}://`
}

const universalOf = ({ native, universal }: WalletLinks): string | undefined =>
  [universal, native].find(isPageLink)
