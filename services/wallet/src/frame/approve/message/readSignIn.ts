/** A sign-in message (EIP-4361), as far as it matters to the visitor. */
export type SignIn = { domain: string; address: string; statement?: string; uri?: string; chainId?: string; expires?: string }

/** Why a sign-in must not be signed without thought. `domain`: it is for another site. */
export type SignInFault = 'domain' | 'address' | 'malformed'

const head = /^(?:[a-z][a-z\d+.-]*:\/\/)?([^\s/?#@]+) wants you to sign in with your Ethereum account:\n(0x[0-9a-fA-F]{40})\n/
const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm')

/**
 * Reads a sign-in message. `malformed`: it says that it is one, without having the form.
 * @returns undefined for a message that is none
 */
export function readSignIn(text: string): SignIn | 'malformed' | undefined {
  // also with odd spaces and letters, which a visitor reads as the same
  if (!/wants\s+you\s+to\s+sign\s+in\s+with/i.test(text.normalize('NFKC'))) return undefined
  const match = head.exec(text)
  const [uri, version, chainId, nonce] = ['URI', 'Version', 'Chain ID', 'Nonce'].map((name) => field(name).exec(text)?.[1])
  if (!match || uri === undefined || version !== '1' || chainId === undefined || nonce === undefined) return 'malformed'
  const [whole, domain = '', address = ''] = match
  const statement = /^\n([^\n]+)\n\n?URI: /.exec(text.slice(whole.length))?.[1]
  const expires = field('Expiration Time').exec(text)?.[1]
  return { domain, address, uri, chainId, ...(statement !== undefined && { statement }), ...(expires !== undefined && { expires }) }
}

/** What is wrong with a sign-in for the site that asks and the account that signs. EIP-4361: wallets compare the domain with the origin */
export function faultOfSignIn(signIn: SignIn | 'malformed', { origin, address }: { origin: string; address: string }): SignInFault | undefined {
  if (signIn === 'malformed') return 'malformed'
  if (signIn.domain !== new URL(origin).host) return 'domain'
  return signIn.address.toLowerCase() === address.toLowerCase() ? undefined : 'address'
}
