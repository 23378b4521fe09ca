/** Words for a refusal: `rejected`, `denied` … */
const no = '(?:reject(?:ed)?|den(?:y|ied)|declined?|cancel(?:l?ed)?|refused?|dismissed|disapproved)'
/** Nouns that may stand before a word for a refusal: `Message signing rejected`. */
const nouns =
  '(?:user|transaction|tx|request|sign|signing|signature|message|connection request|approval|operation|action|authorization|method|failure|permission)'

/**
 * Patterns for a wallet's sentence that its owner declined. The sentences are in the form that
 * `plainOf` returns.
 */
const sentences = [
  new RegExp(`\\b(?:user|owner|signer|customer|you)(?: has| have)? ?(?:${no}|closed)\\b`),
  /\b(?:user|customer|you)(?: has| have)? (?:abort(?:ed)?\b(?! a request)|exited\b)/,
  /\b(?:user|customer) (?:has not|hasn't|did not|did ?n[o']t) (?:approve|confirm|accept|sign)/,
  /\b(?:reject|deni|declin|cancel|refus|dismiss|abort|clos)\w* by (?:the |its )?(?:account |wallet )?(?:user|owner|signer|customer)\b(?! agent)/,
  new RegExp(
    `^(?:the )?(?:${nouns} ){0,3}(?:(?:was|has been|is) )?${no}(?: the request)?(?: in (?:the |your )?wallet)?[.!]?$`,
  ),
  /^connection (?:rejected|declined|cancell?ed)[.!]?$/,
  /^(?:the )?(?:plugin|pop ?up|modal|window|dialog)(?: window)?(?: was)? closed[.!]?$/,
  // the codes of a Ledger device whose owner pressed the button with the cross
  /\bledger\b.*(?:6985|5501)\)/,
]

/**
 * Words of contracts, programs, bundlers and nodes. A text with such a word quotes them, so it is
 * not a refusal by the wallet's owner.
 */
const isQuoted = /revert|\bprograms?\b|simulat|\binstruction|vm exception|\buser ?op/i

/** Whether any of an error's texts quotes a contract. */
export const quotesContract = (texts: readonly string[]): boolean =>
  texts.some((text) => isQuoted.test(text))

/**
 * Whether a wallet's text means that its owner declined. It does where it is
 * - a sentence about a person who declined, or a refusal as the whole sentence,
 * - the name of an error (`UserRejectedRequestError`),
 * - or a code as a text (`USER_REJECTED`).
 *
 * "Transaction rejected: nonce too low" is no refusal by the owner.
 */
export function isDeclinedText(text: string): boolean {
  const plain = plainOf(text)
  return sentences.some((sentence) => sentence.test(plain))
}

/**
 * A text in lower case, with its words separated, without the name of an error at its beginning.
 */
function plainOf(text: string): string {
  return text
    .slice(0, 1_000)
    .replace(/’/g, "'")
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .replace(/^[\w# ]{0,30}error ?[:#] ?/, '')
    .trim()
}
