import { readUrl } from '@latchkey/protocol/readUrl'
import type { Network } from '../../wallet/network.ts'

/** A sign-in message, as far as it matters to the visitor. EIP-4361, CAIP-122, Sign In With Solana */
export type SignIn = {
  namespace: 'eip155' | 'solana'
  /** Of the site, where the message names one: `https`. */
  scheme?: string
  domain: string
  address: string
  statement?: string
  /** Absent only on Solana, as is `chainId`. */
  uri?: string
  chainId?: string
  hasResources: boolean
  /** Milliseconds since 1970. */
  expiresAt?: number
  beginsAt?: number
}

/** Why a sign-in must not be signed without thought. `domain`, `uri`: it is for another site. `chain`: it names another network. `time`: it is over, or not yet begun. */
export type SignInFault = 'domain' | 'uri' | 'address' | 'chain' | 'time' | 'malformed'

const scheme = String.raw`[A-Za-z][A-Za-z\d+.\-]*`
const uri = String.raw`${scheme}:[A-Za-z\d\-._~:/?#\[\]@!$&'()*+,;=%]*`
const statement = String.raw`[A-Za-z\d\-._~:/?#\[\]@!$&'()*+,;= ]+`
const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+\-]\d\d:\d\d)`

const headOf = (chain: string, address: string) => String.raw`^(?:(?<scheme>${scheme})://)?(?<domain>[A-Za-z\d.\-:\[\]]+) wants you to sign in with your ${chain} account:\n(?<address>${address})`
const maybe = (line: string) => `(?:\\n${line})?`
const uriLine = `URI: (?<uri>${uri})`
const nonceLine = String.raw`Nonce: [A-Za-z\d]{8,}`
const timeLine = `Issued At: ${time}`
const end = [`Expiration Time: (?<expires>${time})`, `Not Before: (?<begins>${time})`, String.raw`Request ID: [A-Za-z\d\-._~!$&'()*+,;=:@%]*`, String.raw`(?<resources>Resources:(?:\n- ${uri})*)`].map(maybe).join('') + '$'

/** A message without a statement has one empty line before its URI, or two, as libraries differ. */
const ethereum = new RegExp(String.raw`${headOf('Ethereum', '0x[0-9a-fA-F]{40}')}\n(?:\n(?<statement>${statement})\n|\n)?\n${uriLine}\nVersion: 1\nChain ID: (?<chainId>\d+)\n${nonceLine}\n${timeLine}${end}`)
/** On Solana every line behind the address may be missing. */
const solanaLines = [uriLine, 'Version: 1', String.raw`Chain ID: (?<chainId>[A-Za-z\d:\-]+)`, nonceLine, timeLine].map(maybe).join('')
const solana = new RegExp(String.raw`${headOf('Solana', '[1-9A-HJ-NP-Za-km-z]{32,44}')}(?:\n\n(?!(?:URI|Version|Chain ID|Nonce|Issued At|Expiration Time|Not Before|Request ID|Resources):)(?<statement>${statement})|\n(?=\n\n))?(?:\n(?=\n.)${solanaLines}${end}|$)`)

/** Milliseconds by which the site's clock may be ahead. */
const clockTolerance = 5 * 60_000

/** The names that Solana's networks have in sign-ins, by their CAIP-2 reference. */
const solanaNames: Record<string, string> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHScCKQ3z': 'testnet',
}

/**
 * Reads a sign-in message by its whole grammar, to the end. `malformed`: it says that it is a sign-in, without having exactly the form of one.
 * @returns undefined for a message that is none
 */
export function readSignIn(text: string): SignIn | 'malformed' | undefined {
  // also with odd spaces and letters, which a visitor reads as the same
  if (!/wants\s+you\s+to\s+sign\s+in\s+with/i.test(text.normalize('NFKC'))) return undefined
  const onEthereum = ethereum.exec(text)?.groups
  const parts: Record<string, string | undefined> | undefined = onEthereum ?? solana.exec(text)?.groups
  if (!parts || (parts['uri'] !== undefined && !readUrl(parts['uri']))) return 'malformed'
  const { domain = '', address = '', resources, expires, begins } = parts
  const times = { ...(expires !== undefined && { expiresAt: Date.parse(expires) }), ...(begins !== undefined && { beginsAt: Date.parse(begins) }) }
  // a day that no month has
  if (Object.values(times).some(Number.isNaN)) return 'malformed'
  const rest = Object.fromEntries(['scheme', 'statement', 'uri', 'chainId'].flatMap((name) => (parts[name] === undefined ? [] : [[name, parts[name]]])))
  return { ...rest, ...times, namespace: onEthereum ? 'eip155' : 'solana', domain, address, hasResources: resources !== undefined }
}

/** What is wrong with a sign-in for the site that asks and the account that signs; the worst first. EIP-4361: wallets compare the domain with the origin */
export function faultOfSignIn(signIn: SignIn | 'malformed', { origin, address, network, now = Date.now() }: { origin: string; address: string; network: Pick<Network, 'namespace' | 'reference'>; /** Milliseconds since 1970. */ now?: number }): SignInFault | undefined {
  if (signIn === 'malformed') return 'malformed'
  const site = new URL(origin)
  if (signIn.domain !== site.host || (signIn.scheme !== undefined && `${signIn.scheme}:` !== site.protocol)) return 'domain'
  if (signIn.uri !== undefined && readUrl(signIn.uri)?.origin !== origin) return 'uri'
  const isOwn = signIn.namespace === 'eip155' ? signIn.address.toLowerCase() === address.toLowerCase() : signIn.address === address
  if (!isOwn) return 'address'
  if (signIn.chainId !== undefined && !isOn(signIn.namespace, signIn.chainId, network)) return 'chain'
  const { beginsAt = -Infinity, expiresAt = Infinity } = signIn
  return expiresAt <= now || beginsAt > now + clockTolerance ? 'time' : undefined
}

function isOn(namespace: string, chainId: string, network: Pick<Network, 'namespace' | 'reference'>): boolean {
  if (namespace !== network.namespace) return false
  if (namespace === 'eip155') return chainId === network.reference
  const name = chainId.replace(/^solana:/, '')
  return name === network.reference || name === solanaNames[network.reference]
}
