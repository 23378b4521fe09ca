import { signInFormsOf } from '../chains/signInForms.ts'
import { isNetworkId, parseNetworkId } from '../caip.ts'
import { chainOf } from '../chains/registry.ts'
import type { Namespace } from '../chains/registry.ts'
import { chainOfText, textOfChain } from './chainOfText.ts'
import { isAccountAddress } from './isAccountAddress.ts'
import { check, resourcesLabel, signInLabels } from './readSignInText.ts'
import { SignInError } from './SignInError.ts'
import { grammar, signInLength, signInResources } from './signInFields.ts'
import type { SignInMessage } from './signInMessage.ts'

/**
 * Returns the text that a wallet signs, in the form of the network's own standard. `parseSignIn`
 * reads the same values from it.
 * @throws SignInError which names a field that is malformed, too long or missing
 */
export function formatSignIn(message: SignInMessage): string {
  const namespace = namespaceOf(message)
  checkFields(message, namespace)
  const { scheme, domain, accountAddress, statement, resources } = message
  const { name } = chainOf(namespace)
  const signIn = signInFormsOf(namespace)
  const head = `${scheme === undefined ? '' : `${scheme}://`}${domain} wants you to sign in with your ${name} account:\n${accountAddress}`
  const values = { ...message, chainId: textOfChain(message.chainId) }
  const lines = signInLabels.flatMap(([field, label]) =>
    values[field] === undefined ? [] : [`${label}${values[field]}`],
  )
  const list =
    resources === undefined ? [] : [resourcesLabel, ...resources.map((uri) => `- ${uri}`)]
  const before = statement === undefined ? (signIn.isSparse ? '' : '\n') : `\n\n${statement}`
  const text = [`${head}${before}\n`, ...lines, ...list].join('\n')
  if (text.length > signInLength) throw new SignInError('text', 'long')
  return text
}

function namespaceOf({ chainId }: SignInMessage): Namespace {
  if (!isNetworkId(chainId)) throw new SignInError('chainId', 'malformed')
  return parseNetworkId(chainId).namespace
}

function checkFields(message: SignInMessage, namespace: Namespace): void {
  for (const field of [
    'scheme',
    'domain',
    'statement',
    'uri',
    'version',
    'nonce',
    'issuedAt',
    'expirationTime',
    'notBefore',
    'requestId',
  ] as const) {
    const value: unknown = message[field]
    if (value !== undefined) check(field, textIn(field, value), grammar[field])
    else if (['domain', 'uri', 'version', 'nonce', 'issuedAt'].includes(field))
      throw new SignInError(field, 'missing')
  }
  const { chain, isSparse } = signInFormsOf(namespace)
  if (!isAccountAddress(textIn('accountAddress', message.accountAddress), namespace))
    throw new SignInError('accountAddress', 'malformed')
  // no two ids may have the same text
  check('chainId', textOfChain(message.chainId), {
    is: (text) => chain.test(text) && chainOfText(text, namespace) === message.chainId,
    longest: 48,
  })
  if ((message.resources?.length ?? 0) > signInResources) throw new SignInError('resources', 'long')
  message.resources?.forEach((uri) =>
    check('resources', textIn('resources', uri), grammar.resources),
  )
  // on Solana fields are optional, so a statement that looks like a field would be read as one
  if (
    isSparse &&
    message.statement !== undefined &&
    [...signInLabels.map(([, label]) => label), resourcesLabel].some((label) =>
      message.statement?.startsWith(label),
    )
  )
    throw new SignInError('statement', 'malformed')
}

/**
 * Returns the value if it is text. A value of another type, from code without types, is refused.
 */
function textIn(field: SignInError['field'], value: unknown): string {
  if (typeof value !== 'string') throw new SignInError(field, 'malformed')
  return value
}
