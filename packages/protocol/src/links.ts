/**
 * Checks links from untrusted sources: wallet lists, phones, NFTs, storage. Only this module
 * decides which link targets are allowed. Every link that the site did not write itself is checked
 * here before it is followed or becomes an `href`.
 */
import { walletLink } from './counts.ts'
import { readUrl } from './readUrl.ts'

/**
 * Characters that a link may not contain unescaped: spaces, control, direction and zero-width
 * characters, quotes and angle brackets; backslashes, which parsers read as slashes; and dots of
 * other scripts, which parsers read as dots.
 */
const forbidden = /[\s\p{C}\p{Z}\\"<>`\u3002\uff0e\uff61]/u

/** Matches the hosts of this computer. */
const loopback = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether the host of a URL is this computer. */
export const isLoopback = ({ hostname }: URL): boolean => loopback.test(hostname)

/**
 * Matches hosts that may be in a private network: names of one part, names that no public DNS
 * server knows, and all IP addresses.
 */
const inside =
  /^[^.]*\.?$|\.(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa|\d+|0x[0-9a-f]*)\.?$|[[\]]/

/**
 * Schemes that no wallet's app can have: those that a browser runs, opens or shows itself;
 * `intent`, with which the page alone decides which app opens; and those that the operating system
 * opens itself.
 */
const refused = new RegExp(
  `^(?:${[
    'https?',
    'wss?',
    'ftps?',
    'sftp',
    'gopher',
    'javascript',
    'livescript',
    'mocha',
    'vbscript',
    'vbs',
    'data',
    'blob',
    'file',
    'filesystem',
    'about',
    'view-source',
    'jar',
    'mhtml',
    'feed',
    'urn',
    'cid',
    'mid',
    'intent',
    'android-app',
    'android-resource',
    'content',
    'market',
    'package',
    'res',
    'resource',
    'chrome.*',
    'moz-.*',
    'safari.*',
    'opera',
    'brave',
    'vivaldi',
    'wyciwyg',
    'devtools',
    'ms-.*',
    'microsoft-.*',
    'search',
    'search-ms',
    'shell',
    'ldaps?',
    'smb',
    'nfs',
    'afp',
    'ssh',
    'telnet',
    'rdp',
    'vnc',
    'x-apple.*',
    'x-safari.*',
    'x-web.*',
    'prefs',
    'app-prefs',
    'itms.*',
    'apple-.*',
    'shortcuts',
    'workflow',
    'mailto',
    'tel',
    'telprompt',
    'sms',
    'mms',
    'facetime.*',
    'callto',
  ].join('|')}):`,
  'i',
)

/**
 * Whether the value is a link to a page: https, or http on this computer. Its host must be written
 * as a browser writes it, and there must be no user or password.
 */
export function isPageLink(value: unknown): value is string {
  const url = pageIn(value)
  return url !== undefined && (url.protocol === 'https:' || loopback.test(url.hostname))
}

/**
 * Whether the value is an https link to a host that seems public. Then a page may request it
 * without a press of the visitor.
 */
export function isPublicLink(value: unknown): value is string {
  const url = pageIn(value)
  return url !== undefined && url.protocol === 'https:' && !inside.test(url.hostname)
}

/** Whether the value starts a link that opens an app by the app's own scheme: `metamask://`. */
export function isAppLink(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= walletLink &&
    /^[a-z][a-z0-9+.-]{0,63}:[!-~]*$/i.test(value) &&
    !forbidden.test(value) &&
    !value.includes('@') &&
    !refused.test(value)
  )
}

/** Parses an http(s) URL; undefined if a browser would read the text as a different URL. */
function pageIn(value: unknown): URL | undefined {
  if (typeof value !== 'string' || value.length > walletLink || forbidden.test(value))
    return undefined
  const [, host] = /^https?:\/\/([^/?#@%]+?)(?::\d{1,5})?(?=[/?#]|$)/i.exec(value) ?? []
  const url = readUrl(value)
  if (!host || /^\.|\.\./.test(host) || !url) return undefined
  // A browser converts a host in another script to punycode, so that cannot be compared. A host
  // with a letter that normalization would change is refused.
  const isAsRead = /^[!-~]+$/.test(host)
    ? host.toLowerCase() === url.hostname
    : host.normalize('NFKC').toLowerCase() === host.toLowerCase()
  return isAsRead ? url : undefined
}
