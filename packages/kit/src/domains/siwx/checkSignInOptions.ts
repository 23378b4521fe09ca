import { readUrl } from '@latchkey/protocol/readUrl'
import { isUri } from '@latchkey/protocol/signIn/uri'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import type { SignInOptions } from './message.lazy.ts'

/**
 * The allowed characters and length of a statement. The characters are those of EIP-4361 (ABNF of
 * `statement`), the maximum length that of `createSiwxServer`.
 */
const statementForm = /^[A-Za-z\d\-._~:/?#[\]@!$&'()*+,;= ]{1,2048}$/
const tenYears = 3.2e11
/** A path on the page's own origin. */
const pathForm = /^\/(?![/\\])[^?#\s\\]*$/
/** A whole URL: origin and path. */
const urlForm = /^https?:\/\/[^/?#\s\\@]+(\/[^?#\s\\]*)?$/i
const flags = ['required', 'signOutOnDisconnect'] as const

/**
 * Checks the site's options for signing in, because no wallet can sign a message with invalid
 * values.
 * @throws KitError optionInvalid
 */
export function checkSignInOptions({ url, ...options }: SignInOptions & { url?: string }): void {
  const { statement, resources, lifetime } = options
  if (statement !== undefined && !(typeof statement === 'string' && statementForm.test(statement)))
    throw optionInvalid(
      'siwx.statement',
      'has characters that the standard of such messages does not know',
      "Pass one line of English letters, digits, spaces and -._~:/?#[]@!$&'()*+,;=, of 2,048 characters at most.",
    )
  if (
    resources !== undefined &&
    !(
      Array.isArray(resources) &&
      resources.length <= 100 &&
      resources.every((uri) => typeof uri === 'string' && uri.length <= 2_048 && isUri(uri))
    )
  )
    throw optionInvalid(
      'siwx.resources',
      'is not valid',
      'Pass a list of at most 100 URIs: ["https://example.org/terms"].',
    )
  if (
    lifetime !== undefined &&
    !(typeof lifetime === 'number' && lifetime >= 1_000 && lifetime <= tenYears)
  )
    throw optionInvalid(
      'siwx.lifetime',
      'is not valid',
      'Pass milliseconds: a second to ten years.',
    )
  for (const name of flags)
    if (options[name] !== undefined && typeof options[name] !== 'boolean')
      throw optionInvalid(`siwx.${name}`, 'is not valid', 'Pass true or false.')
  if (url !== undefined && !(typeof url === 'string' && (pathForm.test(url) || isOwn(url))))
    throw optionInvalid(
      'siwx.url',
      'is not a place of this site',
      'Pass "/siwx", or where else createSiwxServer answers on the page\'s own origin: its cookie goes nowhere else. A rewrite of your site can lead there.',
    )
}

/**
 * Whether a URL has the page's own origin. True on a server, where the page's origin is unknown.
 */
function isOwn(url: string): boolean {
  const origin = urlForm.test(url) ? readUrl(url)?.origin : undefined
  return origin !== undefined && origin === (globalThis.location?.origin ?? origin)
}
