/**
 * The grammar of each value in a sign-in message: its form, and its max length. Sources: EIP-4361
 * (ABNF), RFC 3986, RFC 3339, CAIP-122
 */
import { readInstant } from './readInstant.ts'
import { isSiteHost, isUri } from './uri.ts'

/** Max characters of a whole message. */
export const signInLength = 32_768
/** Max resources of a message. */
export const signInResources = 100

/** The form of a value, and its max length in characters. */
export type Grammar = { is: (text: string) => boolean; longest: number }

const like = (form: RegExp) => (text: string) => form.test(text)
const time: Grammar = { is: (text) => readInstant(text) !== undefined, longest: 40 }

/** The grammar of the values that are the same in all namespaces. */
export const grammar = {
  scheme: { is: like(/^[A-Za-z][A-Za-z\d+.-]*$/), longest: 32 },
  domain: { is: isSiteHost, longest: 260 },
  statement: { is: like(/^[A-Za-z\d\-._~:/?#[\]@!$&'()*+,;= ]+$/), longest: 2_048 },
  uri: { is: isUri, longest: 2_048 },
  version: { is: (text) => text === '1', longest: 1 },
  nonce: { is: like(/^[A-Za-z\d]{8,}$/), longest: 128 },
  issuedAt: time,
  expirationTime: time,
  notBefore: time,
  requestId: { is: like(/^(?:[A-Za-z\d\-._~!$&'()*+,;=:@]|%[\dA-Fa-f]{2})*$/), longest: 256 },
  /** One resource. It may be long, because it can be a permission in base64 (ERC-5573). */
  resources: { is: isUri, longest: 16_384 },
} as const satisfies Record<string, Grammar>
