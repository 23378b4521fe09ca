import { addressKey, isSameAddress } from '@latchkey/protocol/address'
import type { AddressesFacet } from '../../core/facets/addresses.ts'
import type { TokenCaution } from '../../core/facets/send.ts'

/**
 * A warning about a recipient, or about the token. `resembles` is the address that this one looks
 * like.
 */
export type Warning =
  | { kind: 'firstTime' | 'contract' | 'own' | 'poisoned' | 'borrowed' | TokenCaution }
  | { kind: 'lookAlike'; resembles: string }

/** The reason why nothing may be sent to an address at all. */
export type Block = 'zeroAddress' | 'tokenContract'

/** The addresses that an account has dealt with, in the spelling of `addressKey`. */
export type Counterparties = {
  /** The account sent something to them. */
  sentTo: ReadonlySet<string>
  /** They sent something of worth to the account. */
  paidBy: ReadonlySet<string>
  /**
   * They are in the account's history for neither reason: transfers of nothing, or of tokens that
   * anyone can create.
   */
  unknownSenders: ReadonlySet<string>
}

/** The facts by which a recipient is judged. Addresses in any case. */
export type Facts = {
  to: string
  from: string
  /** Contract of the token that is sent. */
  token?: string
  isContract: boolean
  /** Whether the address was found under a name that has none of its own on this network. */
  isBorrowed?: boolean
  counterparties: Counterparties
  /** Addresses that the visitor has named or sent to on this device. */
  known: readonly string[]
}

/** The reason why nothing may be sent to an address; undefined if it may. */
export function blockOf(
  { to, token }: Pick<Facts, 'to' | 'token'>,
  { isOwnerless: isNobodys }: Pick<AddressesFacet, 'isOwnerless'>,
): Block | undefined {
  if (isNobodys(to)) return 'zeroAddress'
  return token !== undefined && isSameAddress(to, token) ? 'tokenContract' : undefined
}

/**
 * The warnings about a recipient, the most serious first. A known address is only checked for being
 * a contract. An unknown address that looks like a known one, or that only worthless transfers put
 * into the history, may be there to be mistaken for another (address poisoning).
 */
export function warningsOf(
  {
    to,
    from,
    isContract,
    isBorrowed = false,
    counterparties: { sentTo, paidBy, unknownSenders: strangers },
    known,
  }: Facts,
  { isAlike }: Pick<AddressesFacet, 'isAlike'>,
): readonly Warning[] {
  if (isSameAddress(to, from)) return [{ kind: 'own' }]
  const address = addressKey(to)
  const trusted = new Set([...known.map(addressKey), ...sentTo])
  const contract: Warning[] = isContract ? [{ kind: 'contract' }] : []
  if (trusted.has(address)) return contract
  const seen = [...trusted, ...paidBy, addressKey(from), ...strangers]
  const resembles = seen.find((one) => isAlike(one, address))
  if (resembles !== undefined) return [{ kind: 'lookAlike', resembles }, ...contract]
  if (strangers.has(address) && !paidBy.has(address)) return [{ kind: 'poisoned' }, ...contract]
  return [
    ...contract,
    ...(isBorrowed ? [{ kind: 'borrowed' } as const] : []),
    { kind: 'firstTime' },
  ]
}

const notes: ReadonlySet<Warning['kind']> = new Set([
  'firstTime',
  'borrowed',
  'takeable',
  'stoppable',
  'hidden',
])

/** Whether the sender has to confirm that they have read the warning. */
export function isSerious({ kind }: Warning): boolean {
  return !notes.has(kind)
}
