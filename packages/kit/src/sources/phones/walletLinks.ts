import { isAppLink, isPageLink } from '@latchkey/protocol/links'
import { readUrl } from '@latchkey/protocol/readUrl'

/**
 * The links that open a wallet's app. `native` has the app's own scheme (`metamask://`); some
 * wallets put an https URL there. `universal` is an https URL.
 */
export type WalletLinks = { native?: string; universal?: string }

/**
 * The link that hands a pairing to a wallet's app: `…wc?uri=`. It is made from the link that
 * `prefer` names, or from the other link if that one is missing. Source: WalletConnect v2 mobile
 * linking. Undefined for a wallet without links, and for links that open no app.
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

/**
 * The link that brings a wallet's app to the front for a request that it received over the relay.
 */
export function requestLink(links: WalletLinks, topic: string): string | undefined {
  const base = nativeBase(links.native) ?? universalOf(links)
  return base && linkTo(base, `requestId=0&sessionTopic=${topic}`)
}

/**
 * The link that opens a page in a wallet's own browser. `base` is the beginning of the link, from
 * the catalogue. After a base that ends with `…/dapp/`, the page follows without its scheme. After
 * any other base, the whole page follows; if it is in the path, the site is added as `ref`.
 * Undefined without a base, and if the link would lead to another host than the base.
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
 * Whether the links of two wallets open the same app: by the scheme, or by the host of the https
 * URL.
 */
export function isSameApp(a: WalletLinks, b: WalletLinks): boolean {
  const scheme = ({ native }: WalletLinks) => nativeBase(native)?.split(':')[0]
  const host = (links: WalletLinks) => {
    const base = universalOf(links)
    return base && new URL(base).host
  }
  return [scheme, host].some(
    (placeOf) =>
      placeOf(a) !== undefined && placeOf(a)?.toLowerCase() === placeOf(b)?.toLowerCase(),
  )
}

/**
 * Appends `wc` to the path of a base, before its query and fragment, and adds `call` to the query.
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
