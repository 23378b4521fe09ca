import { addressHead, addressTail } from '@latchkey/protocol/counts'

/** What a sender should know about a recipient. `resembles` is the address that this one looks like. */
export type Warning =
  | { kind: 'firstTime' | 'contract' | 'own' | 'poisoned' }
  | { kind: 'lookAlike'; resembles: string }

/** Why something may not be sent there at all. */
export type Block = 'zeroAddress' | 'tokenContract'

/** Who an account has dealt with. Addresses in lower case. */
export type Dealings = {
  /** It sent them something itself. */
  sentTo: ReadonlySet<string>
  /** They sent it something of worth. */
  paidBy: ReadonlySet<string>
  /** They stand in its history without either: moves of nothing, or of tokens that anybody can make. */
  strangers: ReadonlySet<string>
}

export const noDealings: Dealings = { sentTo: new Set(), paidBy: new Set(), strangers: new Set() }

/** What is known when a recipient is judged. Addresses in any case. */
export type Facts = {
  to: string
  from: string
  /** Contract of the token that is sent. */
  token?: string
  isContract: boolean
  dealings: Dealings
  /** Those that the visitor has named or sent to on this device. */
  known: readonly string[]
}

/** Characters at the beginning and the end that people look at: those they compare by habit, and those that we show (spec section 5). */
const looked = [[6, 4], [addressHead, addressTail]] as const

/** Why nothing may go there; undefined for everybody else. */
export function blockOf({ to, token }: Pick<Facts, 'to' | 'token'>): Block | undefined {
  if (/^0x0{40}$/i.test(to)) return 'zeroAddress'
  return token !== undefined && isSame(to, token) ? 'tokenContract' : undefined
}

/**
 * What to say about a recipient, the gravest first. Someone known is only looked at as a contract; a stranger who looks like
 * someone known, or whom only worthless transfers put into the history, may be there to be mistaken (address poisoning).
 */
export function warningsOf({ to, from, isContract, dealings, known }: Facts): readonly Warning[] {
  if (isSame(to, from)) return [{ kind: 'own' }]
  const address = to.toLowerCase()
  const trusted = new Set([...known.map((one) => one.toLowerCase()), ...dealings.sentTo])
  const contract: Warning[] = isContract ? [{ kind: 'contract' }] : []
  if (trusted.has(address)) return contract
  const seen = [...trusted, ...dealings.paidBy, from.toLowerCase(), ...dealings.strangers]
  const resembles = seen.find((one) => isAlike(one, address))
  if (resembles !== undefined) return [{ kind: 'lookAlike', resembles }, ...contract]
  if (dealings.strangers.has(address) && !dealings.paidBy.has(address)) return [{ kind: 'poisoned' }, ...contract]
  return [...contract, { kind: 'firstTime' }]
}

/** Whether somebody has to say that they have read it. */
export function isSerious({ kind }: Warning): boolean {
  return kind !== 'firstTime'
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Whether two different addresses show the same beginning and end. */
export function isAlike(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a !== b && looked.some(([head, tail]) => a.slice(0, head) === b.slice(0, head) && a.slice(-tail) === b.slice(-tail))
}
