/** Delegations, which DelegationManager redeems. ERC-7710 */
import { isEvmAddress } from '../chains/evm.ts'
import { isHex, type Hex } from '../evmSignature/hex.ts'
import { delegationManager, smartAccountContracts } from '../smartAccounts/contracts.ts'
import { domainSeparator, type Domain } from '../smartAccounts/typedData.ts'
import { createWordReader } from '../smartAccounts/wordReader.ts'
import { bytesWords, hashOfDigits, hashOfText, wordDigits, wordOf } from '../smartAccounts/words.ts'
import type { Caveat } from './caveats.ts'

/** What an account lets another one do. */
export type Delegation = {
  /** The account that may use it. */
  delegate: Hex
  /** The account that grants it. */
  delegator: Hex
  /** The hash of the delegation on which it is based, or {@link rootAuthority}. */
  authority: Hex
  caveats: readonly Caveat[]
  /** Makes equal delegations different. */
  salt: bigint
}
export type SignedDelegation = Delegation & { signature: Hex }

/** The authority of a delegation that an account grants over itself. */
export const rootAuthority: Hex = `0x${'f'.repeat(wordDigits)}`

/** The most bytes of a permission context that {@link readContext} reads. */
const maxContext = 16_384

const caveatType = 'Caveat(address enforcer,bytes terms)'
const delegationType =
  'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)'

/** The types of {@link delegationTypedData}. */
const types = {
  Delegation: [
    { name: 'delegate', type: 'address' },
    { name: 'delegator', type: 'address' },
    { name: 'authority', type: 'bytes32' },
    { name: 'caveats', type: 'Caveat[]' },
    { name: 'salt', type: 'uint256' },
  ],
  Caveat: [
    { name: 'enforcer', type: 'address' },
    { name: 'terms', type: 'bytes' },
  ],
} as const

const managerDomain = (chainId: number): Domain => ({
  name: smartAccountContracts.delegationManager.ownWords.name,
  version: '1',
  chainId,
  verifyingContract: delegationManager,
})

/** Returns the typed data that the key of the granting account signs. EIP-712 */
export const delegationTypedData = (delegation: Delegation, chainId: number) => {
  const { delegate, delegator, authority, caveats, salt } = delegation
  return {
    domain: managerDomain(chainId),
    types,
    primaryType: 'Delegation',
    message: {
      delegate,
      delegator,
      authority,
      caveats: caveats.map(({ enforcer, terms }) => ({ enforcer, terms })),
      salt,
    },
  } as const
}

/**
 * Returns the hash by which DelegationManager and the enforcers name a delegation: its
 * `getDelegationHash`. It depends neither on the chain nor on the signature.
 */
export function delegationHash({ delegate, delegator, authority, caveats, salt }: Delegation): Hex {
  const caveatHashes = caveats.map(({ enforcer, terms }) =>
    hashOfDigits(hashOfText(caveatType) + wordOf(enforcer) + hashOfDigits(terms.slice(2))),
  )
  return `0x${hashOfDigits(
    hashOfText(delegationType + caveatType) +
      wordOf(delegate) +
      wordOf(delegator) +
      authority.slice(2).toLowerCase() +
      hashOfDigits(caveatHashes.join('')) +
      wordOf(salt),
  )}`
}

/** Returns the hash that is signed for a delegation on a chain. EIP-712 */
export const delegationDigest = (delegation: Delegation, chainId: number): Hex =>
  `0x${hashOfDigits(
    `1901${domainSeparator(managerDomain(chainId))}${delegationHash(delegation).slice(2)}`,
  )}`

/** A permission context up to its only delegation. */
const contextHead: Hex = `0x${wordOf(32)}${wordOf(1)}${wordOf(32)}`

/** Writes a permission context: the ABI's `Delegation[]` with one delegation. ERC-7715 */
export const writeContext = (delegation: SignedDelegation): Hex =>
  `${contextHead}${delegationWords(delegation)}`

/** The call data of `disableDelegation` up to the delegation. */
const disableHead: Hex = `0x49934047${wordOf(32)}`

/** Returns the call data with which an account ends a delegation: `disableDelegation`. */
export const disableCall = (delegation: SignedDelegation): Hex =>
  `${disableHead}${delegationWords(delegation)}`

/**
 * Reads the delegation that a call ends. Undefined for anything else than {@link disableCall}
 * writes.
 */
export function readDisableCall(callData: unknown): SignedDelegation | undefined {
  const digits = isHex(callData) ? callData.toLowerCase() : ''
  return digits.startsWith(disableHead)
    ? readContext(contextHead + digits.slice(disableHead.length))
    : undefined
}

/** Returns the call data with which an account ends all its delegations: `incrementNonce`. */
export const raiseNonceCall = (): Hex => `0xf5743c4c${wordOf(delegationManager)}`

function delegationWords(delegation: SignedDelegation): string {
  const { delegate, delegator, authority, caveats, salt, signature } = delegation
  const list = listWords(caveats.map(caveatWords))
  const head = 6 * 32
  return (
    wordOf(delegate) +
    wordOf(delegator) +
    authority.slice(2).toLowerCase() +
    wordOf(head) +
    wordOf(salt) +
    wordOf(head + list.length / 2) +
    list +
    bytesWords(signature)
  )
}

function caveatWords({ enforcer, terms, args }: Caveat): string {
  const [first, second] = [bytesWords(terms), bytesWords(args)]
  return wordOf(enforcer) + wordOf(96) + wordOf(96 + first.length / 2) + first + second
}

/** Writes a list of values whose lengths differ. */
function listWords(items: readonly string[]): string {
  let place = items.length * 32
  const places = items.map((item) => {
    const own = wordOf(place)
    place += item.length / 2
    return own
  })
  return wordOf(items.length) + places.join('') + items.join('')
}

/**
 * Reads the only delegation of a permission context. Undefined for anything else than
 * {@link writeContext} writes: several delegations, or another spelling.
 */
export function readContext(context: unknown): SignedDelegation | undefined {
  if (!isHex(context) || context.length > 2 + 2 * maxContext) return undefined
  const words = createWordReader(context.slice(2).toLowerCase())
  const start = 96 // of the delegation
  const [delegate, delegator] = [
    addressAt(words.digits(start)),
    addressAt(words.digits(start + 32)),
  ]
  const [authority, salt] = [words.digits(start + 64), words.digits(start + 128)]
  const [list, end] = [words.number(start + 96), words.number(start + 160)]
  if (!delegate || !delegator || authority === undefined || salt === undefined) return undefined
  if (list === undefined || end === undefined) return undefined
  const caveats = readCaveatList(words, start + list)
  const signature = words.bytes(start + end)
  if (!caveats || signature === undefined) return undefined
  const delegation: SignedDelegation = {
    delegate,
    delegator,
    authority: `0x${authority}`,
    caveats,
    salt: BigInt(`0x${salt}`),
    signature: `0x${signature}`,
  }
  return writeContext(delegation) === context.toLowerCase() ? delegation : undefined
}

function readCaveatList(
  words: ReturnType<typeof createWordReader>,
  place: number,
): readonly Caveat[] | undefined {
  const count = words.number(place)
  if (count === undefined || count > 64) return undefined
  const caveats: Caveat[] = []
  for (let index = 0; index < count; index++) {
    const offset = words.number(place + 32 + 32 * index)
    if (offset === undefined) return undefined
    const start = place + 32 + offset
    const [terms, args] = [words.number(start + 32), words.number(start + 64)]
    const enforcer = addressAt(words.digits(start))
    if (!enforcer || terms === undefined || args === undefined) return undefined
    const [termDigits, argDigits] = [words.bytes(start + terms), words.bytes(start + args)]
    if (termDigits === undefined || argDigits === undefined) return undefined
    caveats.push({ enforcer, terms: `0x${termDigits}`, args: `0x${argDigits}` })
  }
  return caveats
}

function addressAt(word: string | undefined): Hex | undefined {
  const address = `0x${word?.slice(24) ?? ''}`
  return isEvmAddress(address) ? address : undefined
}
