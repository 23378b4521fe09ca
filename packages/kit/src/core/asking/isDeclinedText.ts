/** Words for no: `rejected`, `denied` … */
const no = '(?:reject(?:ed)?|den(?:y|ied)|declined?|cancel(?:l?ed)?|refused?|dismissed|disapproved)'
/** A word for no at the end of a list of nouns: `Message signing rejected`. */
const nouns =
  '(?:user|transaction|tx|request|sign|signing|signature|message|connection request|approval|operation|action|authorization|method|failure|permission)'

/** Sentences of wallets whose owner declined, in the form of `plainOf`. */
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
  // its codes for the button with the cross
  /\bledger\b.*(?:6985|5501)\)/,
]

/**
 * Words of contracts, programs, bundlers and nodes: what they quote is not said by the wallet's
 * owner.
 */
const isQuoted = /revert|\bprograms?\b|simulat|\binstruction|vm exception|\buser ?op/i

/** Whether any of an error's texts quotes a contract. */
export const quotesContract = (texts: readonly string[]): boolean =>
  texts.some((text) => isQuoted.test(text))

/**
 * Whether a wallet says by a sentence, by an error's name (`UserRejectedRequestError`), or by a
 * code that is a text (`USER_REJECTED`), that its owner declined: a person who did so, or no as the
 * whole sentence. "Transaction rejected: nonce too low" is no such sentence.
 */
export function isDeclinedText(text: string): boolean {
  const plain = plainOf(text)
  return sentences.some((sentence) => sentence.test(plain))
}

/** A text in small letters, with its words apart, without the name of an error before it. */
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
