import { addressKey, isSameAddress } from '@latchkey/protocol/address'
import type { AddressesFacet } from '../../../core/contracts/facets/addresses.ts'
import type { TokenCaution, TransferCaution } from '../../../core/contracts/facets/send.ts'

/**
 * A warning about a recipient, a token or a transfer. `resembles` is the address that the recipient
 * looks like:
 * a known one, the account's own, or one that has sent something to the account.
 */
export type Warning =
  | {
      kind:
        | 'firstTime'
        | 'contract'
        | 'own'
        | 'poisoned'
        | 'borrowed'
        | TokenCaution
        | TransferCaution
    }
  | { kind: 'lookAlike'; resembles: string }

/** The reason why nothing may be sent to an address. */
export type Block = 'zeroAddress' | 'tokenContract'

/** The counterparties of an account, as addresses in the form of `addressKey`. */
export type Counterparties = {
  /** Addresses to which the account has sent tokens. */
  sentTo: ReadonlySet<string>
  /** Addresses that have sent tokens of value to the account. */
  paidBy: ReadonlySet<string>
  /**
   * Addresses that are in the account's history only because of worthless transfers: of amount
   * zero, or of tokens that anyone can create.
   */
  unknownSenders: ReadonlySet<string>
}

/** The facts from which the warnings about a recipient follow. */
export type Facts = {
  to: string
  from: string
  /** The contract of the token to send. */
  token?: string
  isContract: boolean
  /** Whether the address comes from a name that has no address of its own on this network. */
  isBorrowed?: boolean
  counterparties: Counterparties
  /** Addresses that are in the visitor's address book, or to which this browser has sent. */
  known: readonly string[]
}

/** Returns the reason why nothing may be sent to an address; undefined if it is allowed. */
export function blockOf(
  { to, token }: Pick<Facts, 'to' | 'token'>,
  { isOwnerless }: Pick<AddressesFacet, 'isOwnerless'>,
): Block | undefined {
  if (isOwnerless(to)) return 'zeroAddress'
  return token !== undefined && isSameAddress(to, token) ? 'tokenContract' : undefined
}

/**
 * Returns the warnings about a recipient, the most serious first. For a known address, it is only
 * checked whether it is a contract. An unknown address is suspicious if it looks like a known
 * address, or if it is in the history only because of worthless transfers. An attacker may have put
 * it there, so that the visitor mistakes it for a known address (address poisoning).
 */
export function warningsOf(
  {
    to,
    from,
    isContract,
    isBorrowed = false,
    counterparties: { sentTo, paidBy, unknownSenders },
    known,
  }: Facts,
  { isAlike }: Pick<AddressesFacet, 'isAlike'>,
): readonly Warning[] {
  if (isSameAddress(to, from)) return [{ kind: 'own' }]
  const address = addressKey(to)
  const trusted = new Set([...known.map(addressKey), ...sentTo])
  const contract: Warning[] = isContract ? [{ kind: 'contract' }] : []
  if (trusted.has(address)) return contract
  // as texts where they are known: the key of an address need not look like it
  const seen = [...known, ...sentTo, ...paidBy, from, ...unknownSenders]
  const resembles = seen.find((candidate) => isAlike(candidate, to))
  if (resembles !== undefined) return [{ kind: 'lookAlike', resembles }, ...contract]
  if (unknownSenders.has(address) && !paidBy.has(address))
    return [{ kind: 'poisoned' }, ...contract]
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
  'replacesMissing',
])

/** Whether the sender must confirm that they have read the warning. */
export function isSerious({ kind }: Warning): boolean {
  return !notes.has(kind)
}
