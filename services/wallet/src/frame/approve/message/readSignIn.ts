import { chainOf } from '@latchkey/protocol/chains/registry'
import { signInFormsOf } from '@latchkey/protocol/chains/signInForms'
import { isEmbeddedNamespace } from '@latchkey/protocol/namespace'
import type { EmbeddedNamespace } from '@latchkey/protocol/namespace'
import { readUrl } from '@latchkey/protocol/readUrl'
import { chainOfText } from '@latchkey/protocol/signIn/chainOfText'
import { readInstant } from '@latchkey/protocol/signIn/readInstant'
import { readSignInText } from '@latchkey/protocol/signIn/readSignInText'
import type { SignInText } from '@latchkey/protocol/signIn/readSignInText'
import { SignInError } from '@latchkey/protocol/signIn/SignInError'
import type { Network } from '../../wallet/network.ts'
import { looksLikeField, looksLikeSignIn } from './looksLikeSignIn.ts'

/**
 * The fields of a sign-in message that matter to the visitor. EIP-4361, CAIP-122, Sign In With
 * Solana
 */
export type SignIn = {
  namespace: EmbeddedNamespace
  /** The scheme of the site, where the message has one: `https`. */
  scheme?: string
  domain: string
  address: string
  statement?: string
  /** Only sign-ins on Solana may lack `uri` and `chainId`. */
  uri?: string
  chainId?: string
  hasResources: boolean
  /** Milliseconds since 1970. */
  expiresAt?: number
  beginsAt?: number
}

/**
 * Why a sign-in needs a warning.
 * - `domain`, `uri`: the sign-in is for another site
 * - `chain`: the sign-in names another network
 * - `time`: the sign-in has expired or is not valid yet
 */
export type SignInFault = 'domain' | 'uri' | 'address' | 'chain' | 'time' | 'malformed'

/** Milliseconds by which the site's clock may be ahead. */
const clockTolerance = 5 * 60_000

/**
 * Reads a sign-in message by its whole grammar, to the end. The result is `malformed` if a field is
 * repeated. It is also `malformed` if the text only resembles a sign-in, because a visitor or a lax
 * parser may accept such a text.
 * @returns undefined for a message that is no sign-in
 */
export function readSignIn(text: string): SignIn | 'malformed' | undefined {
  if (!looksLikeSignIn(text)) return undefined
  const read = textOrFault(text)
  if (!read) return 'malformed'
  const { scheme, domain, address, statement, uri, namespace } = read
  // A statement that looks like a field or like another sign-in could deceive the visitor.
  if (statement !== undefined && (looksLikeField(statement) || looksLikeSignIn(statement)))
    return 'malformed'
  const expiresAt = readInstant(read.expirationTime ?? '')
  const beginsAt = readInstant(read.notBefore ?? '')
  return {
    namespace,
    domain,
    address,
    hasResources: read.resources !== undefined,
    ...(scheme !== undefined && { scheme }),
    ...(statement !== undefined && { statement }),
    ...(uri !== undefined && { uri }),
    ...(read.chainId !== undefined && { chainId: read.chainId }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(beginsAt !== undefined && { beginsAt }),
  }
}

/** The message, read by the grammar of each namespace of this wallet. */
function textOrFault(text: string): (SignInText & { namespace: SignIn['namespace'] }) | undefined {
  try {
    const { namespace, ...rest } = readSignInText(text)
    return isEmbeddedNamespace(namespace) ? { ...rest, namespace } : undefined
  } catch (error) {
    if (error instanceof SignInError) return undefined
    throw error
  }
}

/**
 * The worst fault of a sign-in for the requesting site and the signing account. EIP-4361:
 * wallets compare the domain with the origin
 */
export function faultOfSignIn(
  signIn: SignIn | 'malformed',
  {
    origin,
    address,
    network,
    now = Date.now(),
    here = now,
  }: {
    origin: string
    address: string
    network: Pick<
      Network,
      'namespace' | 'reference'
    > /** The server's time, milliseconds since 1970. @default the browser's */
    now?: number | undefined
    /** The time of the browser, if it differs from the server's time in `now`. */
    here?: number
  },
): SignInFault | undefined {
  if (signIn === 'malformed') return 'malformed'
  const site = new URL(origin)
  if (
    signIn.domain !== site.host ||
    (signIn.scheme !== undefined && `${signIn.scheme}:` !== site.protocol)
  )
    return 'domain'
  if (signIn.uri !== undefined && !isPlainlyAt(signIn.uri, origin)) return 'uri'
  const keyOf = chainOf(signIn.namespace).addressKey
  if (keyOf(signIn.address) !== keyOf(address)) return 'address'
  // an Ethereum `address` has the checksum of EIP-55, which the standard requires: another spelling
  // of the same address is malformed
  if (signInFormsOf(signIn.namespace).isCaseChecksum && signIn.address !== address)
    return 'malformed'
  if (signIn.chainId !== undefined && !isOn(signIn.namespace, signIn.chainId, network))
    return 'chain'
  const { beginsAt = -Infinity, expiresAt = Infinity } = signIn
  // a site without a server uses the visitor's clock, which may be wrong
  const isWrongAt = (time: number) => expiresAt <= time || beginsAt > time + clockTolerance
  return isWrongAt(now) && isWrongAt(here) ? 'time' : undefined
}

/** The fault of a sign-in now, by the clocks of the server and of this browser. */
export const faultNow = (
  signIn: SignIn | 'malformed',
  about: Omit<Parameters<typeof faultOfSignIn>[1], 'now' | 'here'>,
  { now }: { now?: () => number },
): SignInFault | undefined => faultOfSignIn(signIn, { ...about, now: now?.(), here: Date.now() })

/**
 * Whether a URI belongs to the origin for every parser and every visitor. A visitor may read
 * `https://bank.example@shop.example` as the bank. So the URI has to begin with the origin, letter
 * by letter, and nothing before the path may be escaped.
 */
function isPlainlyAt(uri: string, origin: string): boolean {
  return (
    uri.startsWith(origin) &&
    /^[/?#]?$/.test(uri.charAt(origin.length)) &&
    readUrl(uri)?.origin === origin
  )
}

function isOn(
  namespace: SignIn['namespace'],
  chainId: string,
  network: Pick<Network, 'namespace' | 'reference'>,
): boolean {
  return chainOfText(chainId, namespace) === `${network.namespace}:${network.reference}`
}
