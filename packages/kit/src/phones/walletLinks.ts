/** Where a wallet's app is reached: its own scheme (`metamask://`) and an https address that opens it too. */
export type WalletLinks = { native?: string; universal?: string }

/**
 * The link that hands a pairing to a wallet's app: `…wc?uri=`, native first unless `prefer` says otherwise.
 * Source: WalletConnect v2 mobile linking. Undefined for a wallet without links, or with one that is no app's.
 */
export function pairingLink(links: WalletLinks, uri: string, prefer: 'native' | 'universal' = 'native'): string | undefined {
  const query = `wc?uri=${encodeURIComponent(uri)}`
  const native = nativeBase(links.native)
  const universal = universalBase(links.universal)
  const [first, second] = prefer === 'native' ? [native, universal] : [universal, native]
  const base = first ?? second
  return base && base + query
}

/** The link that brings a wallet's app to the front for a request that it got over the relay. */
export function requestLink(links: WalletLinks, topic: string): string | undefined {
  const base = nativeBase(links.native) ?? universalBase(links.universal)
  return base && `${base}wc?requestId=0&sessionTopic=${topic}`
}

/**
 * The link that opens a page in a wallet's own browser, by the beginning that the catalogue gives for it: `…/dapp/` takes the page
 * without its scheme, everything else takes it whole, with the site as `ref` where it stands in the path. Undefined without one.
 */
export function browserLink(base: string | undefined, page: string): string | undefined {
  if (!base || !/^https?:\/\/[^\s/]/i.test(base)) return undefined
  if (base.endsWith('/dapp/')) return base + page.replace(/^https?:\/\//, '')
  return base + encodeURIComponent(page) + (base.endsWith('/') ? `?ref=${encodeURIComponent(new URL(page).origin)}` : '')
}

/** Whether two wallets' links lead to one app: by the scheme, or by the host of the https address. */
export function isSameApp(one: WalletLinks, other: WalletLinks): boolean {
  const scheme = ({ native }: WalletLinks) => nativeBase(native)?.split(':')[0]
  const host = ({ universal = '' }: WalletLinks) => (universalBase(universal) ? new URL(universal).host : undefined)
  return [scheme, host].some((placeOf) => placeOf(one) !== undefined && placeOf(one)?.toLowerCase() === placeOf(other)?.toLowerCase())
}

function nativeBase(link: string | undefined): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(link ?? '')?.[1]?.toLowerCase()
  // what a browser runs or opens by itself is no app
  if (!link || !scheme || ['http', 'https', 'javascript', 'data', 'blob', 'file', 'about', 'vbscript', 'view-source'].includes(scheme)) return undefined
  return link.includes('://') ? `${link.replace(/\/+$/, '')}/`.replace(/:\/$/, '://') : `${scheme}://`
}

function universalBase(link: string | undefined): string | undefined {
  if (!link || !URL.canParse(link) || !/^https?:$/.test(new URL(link).protocol)) return undefined
  return `${link.replace(/\/+$/, '')}/`
}
