import type { AccountTransaction, Hex, Transfer } from '../chainIndex/chainIndex.ts'

/** Receivers of one token in one transaction from which on it was handed out to strangers. */
const many = 10

const domain = /https?:|www\.|(?<![\p{L}\d])t\.me\/|(?<![\p{L}\d-])[\p{L}\d-]{2,}\.\p{L}{2,}/iu
const bait = /\b(?:claim|rewards?|airdrops?|vouchers?|bonus|giveaway|visit)\b/i

/** Whether a name of a token or a collection leads to a site, or promises something. */
export function isLure(...names: readonly string[]): boolean {
  return names.some((name) => domain.test(name) || bait.test(name))
}

/** The same of what an NFT calls itself, which may well be a domain name. */
export function isBait(name: string): boolean {
  return bait.test(name) || /https?:|www\./i.test(name)
}

/** Cyrillic and Greek capitals, and what they are taken for. */
const twins = new Map(Object.entries({ А: 'A', В: 'B', Е: 'E', К: 'K', М: 'M', Н: 'H', О: 'O', Р: 'P', С: 'C', Т: 'T', У: 'Y', Х: 'X', Ѕ: 'S', І: 'I', Ј: 'J', Α: 'A', Β: 'B', Ε: 'E', Ζ: 'Z', Η: 'H', Ι: 'I', Κ: 'K', Μ: 'M', Ν: 'N', Ο: 'O', Ρ: 'P', Τ: 'T', Υ: 'Y', Χ: 'X' }))

/** Whether a symbol looks like one of those: marks, spaces and foreign letters of the same shape make no difference. */
export function isImitation(symbol: string, listed: readonly string[]): boolean {
  return listed.some((other) => plain(other) === plain(symbol))
}

function plain(symbol: string): string {
  const letters = symbol.normalize('NFKD').toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  return [...letters].map((letter) => twins.get(letter) ?? letter).join('')
}

/**
 * Whether an unlisted token came unasked: somebody else handed it out to many at once, or moved none of it in the account's
 * name so that a strange address stands in the account's history.
 */
export function isUnasked(account: Hex, { sender }: Pick<AccountTransaction, 'sender'>, transfer: Pick<Transfer, 'token' | 'amount'>, recipients?: ReadonlyMap<Hex, number>): boolean {
  if (sender === account) return false
  return (recipients?.get(transfer.token) ?? 0) >= many || transfer.amount === 0n
}
