import { optionInvalid } from '../../core/options/optionInvalid.ts'

/** Checks the nonce of a content security policy. @throws KitError optionInvalid */
export function checkNonce(nonce: unknown): void {
  if (nonce === undefined || (typeof nonce === 'string' && /^[\w+/-]+=*$/.test(nonce))) return
  throw optionInvalid('nonce', 'is not valid', 'Pass the nonce of your policy, base64: "r4nd0m".')
}
