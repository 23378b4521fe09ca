import { signInFormsOf } from '../chains/signInForms.ts'
import { namespaceNames, namespaces } from '../namespace.ts'
import type { SignInForms } from '../chains/signInForms.ts'
import type { Namespace } from '../namespace.ts'
import { SignInError } from './SignInError.ts'
import { grammar, signInLength, signInResources } from './signInFields.ts'
import type { Grammar } from './signInFields.ts'

/**
 * The values of a sign-in message as its text has them. On Solana everything after the address may
 * be missing; elsewhere only the optional fields.
 */
export type SignInText = {
  namespace: Namespace
  scheme?: string
  domain: string
  address: string
  statement?: string
  uri?: string
  version?: string
  /** As in the text: `1`, `mainnet`. */
  chainId?: string
  nonce?: string
  issuedAt?: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  resources?: readonly string[]
  /**
   * Whether a missing statement leaves one empty line instead of two. That is the form of Solana;
   * some libraries also use it on other chains.
   */
  isCompact: boolean
}

/** The labels of a message's lines, by field, in their order. EIP-4361, CAIP-122 */
export const signInLabels = [
  ['uri', 'URI: '],
  ['version', 'Version: '],
  ['chainId', 'Chain ID: '],
  ['nonce', 'Nonce: '],
  ['issuedAt', 'Issued At: '],
  ['expirationTime', 'Expiration Time: '],
  ['notBefore', 'Not Before: '],
  ['requestId', 'Request ID: '],
] as const

/** The line that stands above the resources. */
export const resourcesLabel = 'Resources:'

type LineField = (typeof signInLabels)[number][0]
const required: readonly string[] = [
  'uri',
  'version',
  'chainId',
  'nonce',
  'issuedAt',
] satisfies LineField[]

const head = new RegExp(
  String.raw`^(?:(?<scheme>[^ ]*?)://)?(?<domain>[^ ]*) wants you to sign in with your (?<chain>${Object.values(namespaceNames).join('|')}) account:$`,
)

/**
 * Reads the text of a sign-in message by the complete grammar.
 * @throws SignInError which names the field
 */
export function readSignInText(text: string): SignInText {
  if (text.length > signInLength) throw new SignInError('text', 'long')
  const [first = '', address = '', ...rest] = text.split('\n')
  const { scheme, domain = '', chain } = head.exec(first)?.groups ?? {}
  const namespace = namespaces.find((one) => namespaceNames[one] === chain)
  if (!namespace) throw new SignInError('text', 'malformed')
  const signIn = signInFormsOf(namespace)
  if (scheme !== undefined) check('scheme', scheme, grammar.scheme)
  check('domain', domain, grammar.domain)
  check('accountAddress', address, {
    is: (value) => signIn.address.test(value),
    longest: 128,
  })
  const { statement, isCompact, lines } = readStatement(rest, signIn)
  return {
    namespace,
    ...(scheme !== undefined && { scheme }),
    domain,
    address,
    ...(statement !== undefined && { statement: check('statement', statement, grammar.statement) }),
    ...readLines(lines, signIn),
    isCompact,
  }
}

/** Splits the lines after the address into the statement and the lines of the fields. */
function readStatement(
  rest: readonly string[],
  { isSparse }: SignInForms,
): { statement?: string; isCompact: boolean; lines: readonly string[] } {
  if (isSparse && rest.length === 0) return { isCompact: true, lines: [] }
  const [empty, second, third] = rest
  if (empty !== '' || second === undefined) throw new SignInError('text', 'malformed')
  if (second === '') return { isCompact: false, lines: someLines(rest.slice(2)) }
  // on Solana fields are optional, so a line that looks like a field is a field
  const isField =
    signInLabels.some(([, label]) => second.startsWith(label)) || second === resourcesLabel
  if (isSparse && !isField && third === undefined)
    return { statement: second, isCompact: true, lines: [] }
  const isStatement = third === '' && !(isSparse && isField)
  if (!isField && !isStatement) throw new SignInError('statement', 'malformed')
  return isStatement
    ? { statement: second, isCompact: false, lines: someLines(rest.slice(3)) }
    : { isCompact: true, lines: rest.slice(1) }
}

function someLines(lines: readonly string[]): readonly string[] {
  if (lines.length === 0) throw new SignInError('text', 'malformed')
  return lines
}

function readLines(
  lines: readonly string[],
  { chain, isSparse }: SignInForms,
): Partial<SignInText> {
  const left = [...lines]
  const found: Partial<Record<LineField, string>> = {}
  for (const [field, label] of signInLabels) {
    const line = left[0]
    if (line?.startsWith(label)) {
      const form =
        field === 'chainId'
          ? { is: (value: string) => chain.test(value), longest: 48 }
          : grammar[field]
      found[field] = check(field, line.slice(label.length), form)
      left.shift()
    } else if (!isSparse && required.includes(field)) throw new SignInError(field, 'missing')
  }
  const hasResources = left[0] === resourcesLabel
  if (hasResources) left.shift()
  if (!hasResources && left.length > 0) throw new SignInError('text', 'malformed')
  if (left.length > signInResources) throw new SignInError('resources', 'long')
  const resources = left.map((line) =>
    check('resources', line.startsWith('- ') ? line.slice(2) : '', grammar.resources),
  )
  return { ...found, ...(hasResources && { resources }) }
}

/** Returns the value if it fits its grammar. @throws SignInError */
export function check(
  field: SignInError['field'],
  value: string,
  { is, longest }: Grammar,
): string {
  if (value.length > longest) throw new SignInError(field, 'long')
  if (!is(value)) throw new SignInError(field, value === '' ? 'missing' : 'malformed')
  return value
}
