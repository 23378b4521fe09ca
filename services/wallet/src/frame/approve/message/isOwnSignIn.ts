import type { Network } from '../../wallet/network.ts'
import { faultOfSignIn, readSignIn } from './readSignIn.ts'

/**
 * Whether a message is a sign-in for the site's own domain, for this account and network,
 * valid now, and without resources, which could be rights. Such a message may be shown inside
 * the page of any site.
 */
export function isOwnSignIn(
  bytes: Uint8Array,
  about: {
    origin: string
    address: string
    network: Pick<Network, 'namespace' | 'reference'>
    now?: number | undefined
    here?: number
  },
): boolean {
  const read = readSignIn(textOf(bytes) ?? '')
  return typeof read === 'object' && !read.hasResources && faultOfSignIn(read, about) === undefined
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined // not text
  }
}
