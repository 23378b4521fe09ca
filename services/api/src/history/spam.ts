import type { AccountTransaction, Hex, Transfer } from '../chainIndex/chainIndex.ts'

/**
 * If one transaction sends a token to at least this number of accounts, it counts as an airdrop.
 */
const many = 10

const domain = /https?:|www\.|(?<![\p{L}\d])t\.me\/|(?<![\p{L}\d-])[\p{L}\d-]{2,}\.\p{L}{2,}/iu
const bait = /\b(?:claim|rewards?|airdrops?|vouchers?|bonus|giveaway|visit)\b/i

/** Whether the name of a token or a collection links to a site, or promises something. */
export function isLure(...names: readonly string[]): boolean {
  return names.some((name) => domain.test(name) || bait.test(name))
}

/** Whether the name of an NFT is a lure. Unlike other names, it may be a domain name. */
export function isNftLure(name: string): boolean {
  return bait.test(name) || /https?:|www\./i.test(name)
}

/** Capitals of the Cyrillic and Greek scripts, and the Latin letters of the same shape. */
const twins = new Map(
  Object.entries({
    А: 'A',
    В: 'B',
    Е: 'E',
    К: 'K',
    М: 'M',
    Н: 'H',
    О: 'O',
    Р: 'P',
    С: 'C',
    Т: 'T',
    У: 'Y',
    Х: 'X',
    Ѕ: 'S',
    І: 'I',
    Ј: 'J',
    Α: 'A',
    Β: 'B',
    Ε: 'E',
    Ζ: 'Z',
    Η: 'H',
    Ι: 'I',
    Κ: 'K',
    Μ: 'M',
    Ν: 'N',
    Ο: 'O',
    Ρ: 'P',
    Τ: 'T',
    Υ: 'Y',
    Χ: 'X',
  }),
)

/**
 * Whether a symbol imitates a listed symbol. Marks, spaces, and foreign letters of the same shape
 * are ignored.
 */
export function isImitation(symbol: string, listed: readonly string[]): boolean {
  return listed.some((other) => plain(other) === plain(symbol))
}

function plain(symbol: string): string {
  const letters = symbol
    .normalize('NFKD')
    .toUpperCase() // no address: a symbol
    .replace(/[^\p{L}\p{N}]/gu, '')
  return [...letters].map((letter) => twins.get(letter) ?? letter).join('')
}

/**
 * Whether an unlisted token is unwanted, because another account
 * - sent it to many accounts at once, or
 * - made a transfer of zero in the account's name, to put a foreign address into the account's
 *   history.
 */
export function isUnwanted(
  account: Hex,
  { sender }: Pick<AccountTransaction, 'sender'>,
  transfer: Pick<Transfer, 'token' | 'amount'>,
  recipients?: ReadonlyMap<Hex, number>,
): boolean {
  if (sender === account) return false
  return (recipients?.get(transfer.token) ?? 0) >= many || transfer.amount === 0n
}

/**
 * Whether a transfer of a trusted coin or token is unwanted, because another account sent less than
 * a thousandth of a unit, with a text that links to a site or promises something.
 */
export function isDust(
  account: Hex,
  { sender, hasLure }: Pick<AccountTransaction, 'sender' | 'hasLure'>,
  { amount }: Pick<Transfer, 'amount'>,
  decimals: number,
): boolean {
  return hasLure && sender !== account && amount * 1_000n < 10n ** BigInt(decimals)
}
