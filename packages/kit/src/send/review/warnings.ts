import { addressKey, isSameAddress } from '@latchkey/protocol/address'
import type { AddressesFacet } from '../../core/facets/addresses.ts'

/** What a sender should know about a recipient. `resembles` is the address that this one looks like. */
export type Warning =
  | { kind: 'firstTime' | 'contract' | 'own' | 'poisoned' }
  | { kind: 'lookAlike'; resembles: string }

/** Why something may not be sent there at all. */
export type Block = 'zeroAddress' | 'tokenContract'

/** Who an account has dealt with. Addresses in the spelling of `addressKey`. */
export type Counterparties = {
  /** It sent them something itself. */
  sentTo: ReadonlySet<string>
  /** They sent it something of worth. */
  paidBy: ReadonlySet<string>
  /** They stand in its history without either: moves of nothing, or of tokens that anybody can make. */
  strangers: ReadonlySet<string>
}

export const nobody: Counterparties = { sentTo: new Set(), paidBy: new Set(), strangers: new Set() }

/** What is known when a recipient is judged. Addresses in any case. */
export type Facts = {
  to: string
  from: string
  /** Contract of the token that is sent. */
  token?: string
  isContract: boolean
  counterparties: Counterparties
  /** Those that the visitor has named or sent to on this device. */
  known: readonly string[]
}

/** Why nothing may go there; undefined for everybody else. */
export function blockOf({ to, token }: Pick<Facts, 'to' | 'token'>, { isNobodys }: Pick<AddressesFacet, 'isNobodys'>): Block | undefined {
  if (isNobodys(to)) return 'zeroAddress'
  return token !== undefined && isSameAddress(to, token) ? 'tokenContract' : undefined
}

/**
 * What to say about a recipient, the gravest first. Someone known is only looked at as a contract; a stranger who looks like
 * someone known, or whom only worthless transfers put into the history, may be there to be mistaken (address poisoning).
 */
export function warningsOf({ to, from, isContract, counterparties: { sentTo, paidBy, strangers }, known }: Facts, { isAlike }: Pick<AddressesFacet, 'isAlike'>): readonly Warning[] {
  if (isSameAddress(to, from)) return [{ kind: 'own' }]
  const address = addressKey(to)
  const trusted = new Set([...known.map(addressKey), ...sentTo])
  const contract: Warning[] = isContract ? [{ kind: 'contract' }] : []
  if (trusted.has(address)) return contract
  const seen = [...trusted, ...paidBy, addressKey(from), ...strangers]
  const resembles = seen.find((one) => isAlike(one, address))
  if (resembles !== undefined) return [{ kind: 'lookAlike', resembles }, ...contract]
  if (strangers.has(address) && !paidBy.has(address)) return [{ kind: 'poisoned' }, ...contract]
  return [...contract, { kind: 'firstTime' }]
}

/** Whether somebody has to say that they have read it. */
export function isSerious({ kind }: Warning): boolean {
  return kind !== 'firstTime'
}
