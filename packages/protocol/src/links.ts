/**
 * Checks for links from untrusted sources: wallet lists, phones, NFTs, storage. This is the only
 * list of permitted link targets. Every link that the site did not write itself is checked here
 * before it is followed or becomes an `href`.
 */
import { walletLink } from './counts.ts'
import { readUrl } from './readUrl.ts'

/**
 * Characters that a link may not contain unescaped: spaces, control, direction and zero-width
 * characters, backslashes, which parsers read as slashes, quotes and angle brackets, and dots of
 * other scripts, which parsers read as dots.
 */
const forbidden = /[\s\p{C}\p{Z}\\"<>`\u3002\uff0e\uff61]/u

/** Hosts of this computer. */
const loopback = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether a URL has a host of this computer. */
export const isLoopback = ({ hostname }: URL): boolean => loopback.test(hostname)

/**
 * Hosts of a private network: names of one part, names that no public DNS server knows, and all IP
 * addresses.
 */
const inside =
  /^[^.]*\.?$|\.(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa|\d+|0x[0-9a-f]*)\.?$|[[\]]/

/**
 * Schemes that belong to no wallet's app: those that browsers run, open or show themselves, the
 * scheme with which a page alone decides which app opens (`intent`), and those that the system
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
 * Whether the value is the link of a page: https, or http on this computer. Its host must be in the
 * notation of browsers, without a user or a password.
 */
export function isPageLink(value: unknown): value is string {
  const url = pageIn(value)
  return url !== undefined && (url.protocol === 'https:' || loopback.test(url.hostname))
}

/**
 * Whether the value is an https link whose host name may be public, so that a page may fetch it
 * without a user's action.
 */
export function isPublicLink(value: unknown): value is string {
  const url = pageIn(value)
  return url !== undefined && url.protocol === 'https:' && !inside.test(url.hostname)
}

/** Whether the value begins a link that opens an app by its own scheme, such as `metamask://`. */
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

/** The http(s) URL of a text; undefined where a browser would read a different URL. */
function pageIn(value: unknown): URL | undefined {
  if (typeof value !== 'string' || value.length > walletLink || forbidden.test(value))
    return undefined
  const [, host] = /^https?:\/\/([^/?#@%]+?)(?::\d{1,5})?(?=[/?#]|$)/i.exec(value) ?? []
  const url = readUrl(value)
  if (!host || /^\.|\.\./.test(host) || !url) return undefined
  // a browser converts other scripts to punycode, so the host is not compared with that; a letter
  // that is converted to other letters is refused
  const isAsRead = /^[!-~]+$/.test(host)
    ? host.toLowerCase() === url.hostname
    : host.normalize('NFKC').toLowerCase() === host.toLowerCase()
  return isAsRead ? url : undefined
}
