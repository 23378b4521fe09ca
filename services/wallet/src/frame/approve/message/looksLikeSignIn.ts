import { hidden } from '../cleanName.ts'

/**
 * Letters of other scripts, digits and symbols that look like one of `abc…`. Characters that look
 * alike in only one font are left out. Unicode UTS 39
 */
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  ѕ: 's',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  т: 't',
  ԝ: 'w',
  у: 'y',
  х: 'x',
  г: 'r',
  п: 'n',
  и: 'u',
  м: 'm',
  в: 'b',
  н: 'h',
  α: 'a',
  β: 'b',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  γ: 'y',
  η: 'n',
  ω: 'w',
  σ: 'o',
  ɑ: 'a',
  ɡ: 'g',
  ı: 'i',
  ɩ: 'i',
  ʏ: 'y',
  ᴏ: 'o',
  ѡ: 'w',
  ո: 'n',
  ս: 'u',
  օ: 'o',
  ց: 'g',
  ꭵ: 'i',
  ⅰ: 'i',
  '0': 'o',
  '1': 'i',
  l: 'i',
  '|': 'i',
  '!': 'i',
  '5': 's',
  $: 's',
  '@': 'a',
  '3': 'e',
  '4': 'a',
  '7': 't',
}

/**
 * The text as a person perceives it: only its letters, without marks, with look-alikes
 * replaced.
 */
function skeletonOf(text: string): string {
  const letters = [...text.normalize('NFKD').replace(hidden, '').toLowerCase()].map(
    (letter) => lookalikes[letter] ?? letter,
  )
  return letters.join('').replace(/[^a-z]/g, '')
}

/** The sentence of every sign-in, and its variants. EIP-4361, CAIP-122 */
const heads = [
  'wants you to sign in',
  'wants you to signin',
  'wants you to log in',
  'wants you to login',
  'asks you to sign in',
  'wants you to authenticate',
].map(skeletonOf)
const labels = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
  'Resources',
].map(skeletonOf)
/** Number of fields that make a text without the sentence count as a sign-in. */
const enoughFields = 3
/**
 * Maximum of characters that are checked. No reader accepts a longer text as a sign-in.
 */
const maxLength = 65_536

/**
 * Whether a person or a lax reader would take a text for a sign-in. That includes unusual
 * spaces, letters of other scripts, and a missing first line.
 */
export function looksLikeSignIn(text: string): boolean {
  const start = text.slice(0, maxLength)
  const skeleton = skeletonOf(start)
  if (heads.some((head) => skeleton.includes(head))) return true
  const fields = new Set(start.split(/[\n\r\v\f\u0085\u2028\u2029]+/).map(labelOf))
  fields.delete(undefined)
  return fields.size >= enoughFields
}

/** Whether a line starts like a field of a sign-in. */
export const looksLikeField = (line: string): boolean => labelOf(line) !== undefined

function labelOf(line: string): string | undefined {
  const [, name] = /^([^:：]{1,40})[:：]/u.exec(line.normalize('NFKC')) ?? []
  const skeleton = name === undefined ? undefined : skeletonOf(name)
  return labels.find((label) => label === skeleton)
}
