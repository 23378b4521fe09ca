import { permit2 } from '../decode/permit2.ts'
import type { Address, Effect } from '../decode/Effect.ts'
import type { Struct, TypedData, TypedValue } from './readTypedData.ts'
import { structText } from './readTypes.ts'

/** What DAI's permit allows: everything, or nothing. */
const everything = (1n << 256n) - 1n

type PermitKind = {
  /** The exact structs that are signed, the primary type first. A witness is one more member of the primary type, which the site defines. */
  structs: readonly string[]
  hasWitness?: boolean
  effectsOf: (message: Struct, contract: Address) => readonly Effect[]
}

const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const permissions = 'TokenPermissions(address token,uint256 amount)'
const transfer = (message: Struct) => [allow(structAt(message, 'permitted'), message, 'deadline')]
const transfers = (message: Struct) => structsAt(message, 'permitted').map((one) => allow(one, message, 'deadline'))

/** The permits that are told in words. The deadline of a token's own permit ends the signature, not what it allows. Standards: ERC-2612, DAI, ERC-4494, Permit2 */
const kinds: readonly PermitKind[] = [
  {
    structs: ['Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'],
    effectsOf: (message, token) => [{ kind: 'allow', token, spender: addressAt(message, 'spender'), amount: numberAt(message, 'value') }],
  },
  {
    structs: ['Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)'],
    effectsOf: (message, token) => [{ kind: 'allow', token, spender: addressAt(message, 'spender'), amount: message['allowed'] === true ? everything : 0n }],
  },
  {
    structs: ['Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)'],
    effectsOf: (message, token) => [{ kind: 'allow', token, spender: addressAt(message, 'spender'), amount: numberAt(message, 'tokenId'), isPiece: true }],
  },
  {
    structs: ['PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)', details],
    effectsOf: (message) => [withExpiration(structAt(message, 'details'), message)],
  },
  {
    structs: ['PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)', details],
    effectsOf: (message) => structsAt(message, 'details').map((one) => withExpiration(one, message)),
  },
  { structs: ['PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)', permissions], effectsOf: transfer },
  { structs: ['PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)', permissions], effectsOf: transfers },
  { structs: ['PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)', permissions], hasWitness: true, effectsOf: transfer },
  { structs: ['PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)', permissions], hasWitness: true, effectsOf: transfers },
]

/** What is odd about a permit. `owner`: it is of another account, so that the signature is of no use to an honest site. `contract`: it has Permit2's form, but is for another contract. */
export type PermitFault = 'owner' | 'contract'

/** What is odd about typed data that is a permit. @param account the address that signs */
export function faultOfPermit({ domain, primaryType, message }: TypedData, account: string): PermitFault | undefined {
  const owner = message['owner'] ?? message['holder']
  if (primaryType === 'Permit' && typeof owner === 'string' && owner !== account.toLowerCase()) return 'owner'
  return primaryType !== 'Permit' && !permit2.includes(domain.verifyingContract ?? '') ? 'contract' : undefined
}

/**
 * What a permit allows: a signature with which another may take tokens, without a transaction of the account. A permit is told by its exact types, as
 * they are signed: undefined for other typed data, whatever its names say.
 */
export function readPermit({ domain, types, primaryType, message }: TypedData): readonly Effect[] | undefined {
  const contract = domain.verifyingContract
  const isOf = ({ structs: [primary, ...others], hasWitness }: PermitKind) => {
    const text = structText(types, primaryType)
    return (hasWitness ? text.replace(/,[^,]+\)$/, ')') : text) === primary && others.every((struct) => structText(types, nameOf(struct)) === struct)
  }
  const effects = contract === undefined ? undefined : kinds.find(isOf)?.effectsOf(message, contract as Address) // read as an address
  return effects?.length ? effects : undefined
}

const withExpiration = (one: Struct, message: Struct): Effect => allow(one, message, 'expiration', one)

/** The spender of a message may take what one struct of it says; `until` is a member of `ends`. */
function allow(one: Struct, message: Struct, until: string, ends = message): Effect {
  return { kind: 'allow', token: addressAt(one, 'token'), spender: addressAt(message, 'spender'), amount: numberAt(one, 'amount'), until: numberAt(ends, until) }
}

const nameOf = (struct: string) => struct.slice(0, struct.indexOf('('))

// The types were compared before: each member has exactly the type that is read here.
const addressAt = (struct: Struct, name: string) => struct[name] as Address
const numberAt = (struct: Struct, name: string) => struct[name] as bigint
const structAt = (struct: Struct, name: string) => struct[name] as Struct
const structsAt = (struct: Struct, name: string): readonly Struct[] => (struct[name] as readonly TypedValue[]).map((one) => one as Struct)
