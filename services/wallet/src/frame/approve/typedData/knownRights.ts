import type { Effect } from '../decode/Effect.ts'
import type { KnownData } from './KnownData.ts'
import { addressAt, numberAt, structAt, structsAt } from './members.ts'
import type { Struct } from './readTypedData.ts'

/** An unlimited amount. DAI's permit allows either this or zero. */
const everything = (1n << 256n) - 1n
const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const permissions = 'TokenPermissions(address token,uint256 amount)'
const rest = 'address spender,uint256 nonce,uint256 deadline'

/**
 * An allowance for the spender of a message. `item` is the struct of the message that has the
 * amount. `until` names the member of `ends` that has the end.
 */
function allow(item: Struct, message: Struct, until: string, ends = message): Effect {
  return {
    kind: 'allow',
    token: addressAt(item, 'token'),
    spender: addressAt(message, 'spender'),
    amount: numberAt(item, 'amount'),
    until: numberAt(ends, until),
  }
}
/**
 * An allowance of Permit2. With an `expiration` of 0 it ends in the block in which it is used,
 * which can be any block until the signature ends. Source: Permit2, `BLOCK_TIMESTAMP_EXPIRATION`
 */
const lend = (item: Struct, message: Struct): Effect =>
  numberAt(item, 'expiration') === 0n
    ? allow(item, message, 'sigDeadline')
    : allow(item, message, 'expiration', item)
/**
 * Allowances with an amount above zero. A transfer of zero moves nothing and ends no allowance, so
 * data that has only zero amounts gives no right.
 */
const given = (list: readonly Struct[], message: Struct) =>
  list
    .filter((item) => numberAt(item, 'amount') > 0n)
    .map((item) => allow(item, message, 'deadline'))
const transfer: KnownData['effectsOf'] = (message) =>
  given([structAt(message, 'permitted')], message)
const transfers: KnownData['effectsOf'] = (message) =>
  given(structsAt(message, 'permitted'), message)
const release: KnownData['effectsOf'] = (message, { contract: token }) => [
  {
    kind: 'release',
    token,
    to: addressAt(message, 'to'),
    amount: numberAt(message, 'value'),
    until: numberAt(message, 'validBefore'),
  },
]
const votes: KnownData['effectsOf'] = (message, { contract: token }) => [
  { kind: 'votes', token, delegate: addressAt(message, 'delegatee') },
]
const control =
  (agent: string, isAllowed: string): KnownData['effectsOf'] =>
  (message, { contract: at }) => [
    {
      kind: 'control',
      at,
      agent: addressAt(message, agent),
      isAllowed: message[isAllowed] === true,
    },
  ]
const cancel: KnownData['effectsOf'] = (_, { contract: at }) => [{ kind: 'cancel', at }]
const authorization =
  'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'

/**
 * Signatures that let another account take tokens or pieces. The deadline of a token's own
 * permit ends the signature, not the allowance. ERC-2612, DAI, ERC-4494, Permit2, Uniswap v4,
 * ERC-3009
 */
export const permits: readonly KnownData[] = [
  {
    kind: 'permit',
    owner: 'owner',
    type: 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
    effectsOf: (message, { contract: token }) => [
      {
        kind: 'allow',
        token,
        spender: addressAt(message, 'spender'),
        amount: numberAt(message, 'value'),
      },
    ],
  },
  {
    kind: 'permit',
    owner: 'holder',
    type: 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
    effectsOf: (message, { contract: token }) => [
      {
        kind: 'allow',
        token,
        spender: addressAt(message, 'spender'),
        amount: message['allowed'] === true ? everything : 0n,
      },
    ],
  },
  {
    kind: 'permit',
    type: 'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)',
    effectsOf: (message, { contract: token }) => [
      {
        kind: 'allow',
        token,
        spender: addressAt(message, 'spender'),
        amount: numberAt(message, 'tokenId'),
        isPiece: true,
      },
    ],
  },
  {
    kind: 'permit',
    type: 'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)',
    effectsOf: (message, { contract: token }) => [
      {
        kind: 'allowAll',
        token,
        operator: addressAt(message, 'operator'),
        isAllowed: message['approved'] === true,
      },
    ],
  },
  {
    kind: 'permit',
    type: `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`,
    effectsOf: (message) => [lend(structAt(message, 'details'), message)],
  },
  {
    kind: 'permit',
    type: `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${details}`,
    effectsOf: (message) => structsAt(message, 'details').map((item) => lend(item, message)),
  },
  {
    kind: 'permit',
    type: `PermitTransferFrom(TokenPermissions permitted,${rest})${permissions}`,
    effectsOf: transfer,
  },
  {
    kind: 'permit',
    type: `PermitBatchTransferFrom(TokenPermissions[] permitted,${rest})${permissions}`,
    effectsOf: transfers,
  },
  {
    kind: 'conditionalPermit',
    hasWitness: true,
    type: `PermitWitnessTransferFrom(TokenPermissions permitted,${rest})${permissions}`,
    effectsOf: transfer,
  },
  {
    kind: 'conditionalPermit',
    hasWitness: true,
    type: `PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,${rest})${permissions}`,
    effectsOf: transfers,
  },
  {
    kind: 'payment',
    owner: 'from',
    type: `TransferWithAuthorization(${authorization})`,
    effectsOf: release,
  },
  {
    kind: 'payment',
    owner: 'from',
    type: `ReceiveWithAuthorization(${authorization})`,
    effectsOf: release,
  },
]

/**
 * Signatures that let another account vote, or control the account's assets at a contract.
 * ERC-5805, Aave, Comet, Morpho
 */
export const delegates: readonly KnownData[] = [
  {
    kind: 'agent',
    type: 'Delegation(address delegatee,uint256 nonce,uint256 expiry)',
    effectsOf: votes,
  },
  {
    kind: 'agent',
    owner: 'delegator',
    type: 'Delegate(address delegator,address delegatee,uint256 nonce,uint256 deadline)',
    effectsOf: votes,
  },
  {
    kind: 'agent',
    owner: 'delegator',
    type: 'DelegateByType(address delegator,address delegatee,uint8 delegationType,uint256 nonce,uint256 deadline)',
    effectsOf: votes,
  },
  {
    kind: 'agent',
    owner: 'owner',
    type: 'Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)',
    effectsOf: control('manager', 'isAllowed'),
  },
  {
    kind: 'agent',
    owner: 'authorizer',
    type: 'Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)',
    effectsOf: control('authorized', 'isAuthorized'),
  },
]

/** Signatures that only revoke something. ERC-3009, CoW */
export const cancellations: readonly KnownData[] = [
  {
    kind: 'cancellation',
    owner: 'authorizer',
    type: 'CancelAuthorization(address authorizer,bytes32 nonce)',
    effectsOf: cancel,
  },
  { kind: 'cancellation', type: 'OrderCancellations(bytes[] orderUids)', effectsOf: cancel },
  { kind: 'cancellation', type: 'OrderCancellation(bytes orderUid)', effectsOf: cancel },
]

/**
 * Whether the type is Permit2's: its structs name the token, so the domain's contract has to
 * be Permit2.
 */
export const isOfPermit2 = ({ type }: KnownData): boolean =>
  type.startsWith('Permit') && /\b(?:PermitDetails|TokenPermissions)\(/.test(type)
