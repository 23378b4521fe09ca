import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import { trimMarks, trimUnseen } from '@latchkey/protocol/trimUnseen'
import { withoutUnseen } from '@latchkey/protocol/unseen'
import type { ParsedRecipient } from '../../../core/facets/addresses.ts'
import { chainOfShortName } from './shortNames.ts'

/** The longest name that is read, in characters. */
const maxCharacters = 255

/**
 * An address behind a word: a chain's short name, or what people and forms call the address itself.
 * EIP-3770, and the short names of https://github.com/ethereum-lists/chains
 */
const prefixedAddress = /^(?!ethereum:)([\w-]{1,64}):(0x[\da-f]{40})$/i
const labels = /^(?:address|addr|to|from|wallet|account|recipient|https?|mailto)$/i
/** Accounts and links of other namespaces. CAIP-10, BIP-21, Solana Pay */
const elsewhere =
  /^(?:(?:solana|bitcoin|bip122|polkadot):[\w.?=&:-]+|(?!eip155:|ethereum:)[-a-z\d]{3,8}:[-\w]{1,32}:[-.%\w]{1,128})$/i

/**
 * Reads an address, a name (`lena.eth`), a payment link of an account (EIP-681 without a call), or
 * an account with its network (CAIP-10, EIP-3770, their words in either case). An address in one
 * case is accepted without a check. In mixed case its checksum must match (EIP-55; on Rootstock
 * that of EIP-1191, too), else it was mistyped. `chainId` is the network to send on. A name is
 * passed on as it was written: only the service that looks it up normalizes it (ENSIP-15). Unseen
 * characters at the ends of an address or link are left out, and spaces and marks of direction at
 * those of a name; one inside is refused.
 */
export async function readRecipient(text: string, chainId?: string): Promise<ParsedRecipient> {
  // some tools write 0X
  const plain = trimUnseen(text).replace(/(^|[:-])0X(?=[\da-f]{40}(?:$|[@?/]))/i, '$10x')
  if (plain === '') return { status: 'empty' }
  if (elsewhere.test(plain)) return { status: 'refused', fault: 'otherNetwork' }
  const [, prefix, prefixed] = prefixedAddress.exec(plain) ?? []
  if (prefix !== undefined && isEvmAddress(prefixed)) return readPrefixed(prefix, prefixed, chainId)
  const [, linkedChain] = /^(?:ethereum:(?:pay-)?0x[0-9a-f]{40}@|eip155:)(\d+)/i.exec(plain) ?? []
  if (linkedChain && chainId && linkedChain !== chainId)
    return { status: 'refused', fault: 'otherNetwork' }
  const [, linked, account] =
    /^(?:ethereum:(?:pay-)?(0x[0-9a-f]{40})(?:@\d+)?(?:\?.*)?|eip155:\d+:(0x[0-9a-f]{40}))$/i.exec(
      plain,
    ) ?? []
  const address = linked ?? account ?? plain
  if (isEvmAddress(address)) return readAddress(address, linkedChain ?? chainId)
  // text in the form of an address is a mistyped address, never a name
  const name = trimMarks(text)
  const isName =
    !/^0x[0-9a-f]{16,}(\.|$)/i.test(withoutUnseen(name)) &&
    name.length <= maxCharacters &&
    /^(?:[^\s\p{Cc}/:@?#]|#\ufe0f?\u20e3)+\.[^\s\p{Cc}/:@?#.]{2,}$/u.test(name)
  return isName ? { status: 'name', name } : { status: 'refused', fault: 'notAnAddress' }
}

/** An address behind a short name: the network's own, or another one's, known or not. */
async function readPrefixed(
  shortName: string,
  address: `0x${string}`,
  chainId: string | undefined,
): Promise<ParsedRecipient> {
  if (labels.test(shortName)) return { status: 'refused', fault: 'notAnAddress' }
  const prefixChainId = chainOfShortName(shortName)
  const isThisNetwork =
    prefixChainId !== undefined && (chainId === undefined || chainId === prefixChainId)
  return isThisNetwork
    ? readAddress(address, prefixChainId)
    : { status: 'refused', fault: 'otherNetwork' }
}

/**
 * Chains whose tools write a checksum of their own, with the chain id in it: Rootstock and its
 * testnet. EIP-1191
 */
const ownChecksums: ReadonlySet<string | undefined> = new Set(['30', '31'])

async function readAddress(
  address: `0x${string}`,
  chainId: string | undefined,
): Promise<ParsedRecipient> {
  const digits = address.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (!isMixed) return { status: 'address', address }
  const { checksumOf } = await import('./checksum/checksumOf.ts')
  const checksummed = checksumOf(address)
  const isValid =
    checksummed === address ||
    (ownChecksums.has(chainId) && checksumOf(address, chainId) === address)
  // in the form that all wallets take
  return isValid
    ? { status: 'address', address: checksummed }
    : { status: 'refused', fault: 'wrongChecksum' }
}
