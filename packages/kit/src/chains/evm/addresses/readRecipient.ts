import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { trimMarks, trimUnseen } from '@latchkey/protocol/trimUnseen'
import { withoutUnseen } from '@latchkey/protocol/unseen'
import type { ParsedRecipient } from '../../../core/contracts/facets/addresses.ts'
import { chainOfShortName } from './shortNames.ts'

/** The maximum length of a name, in characters. */
const maxCharacters = 255

/**
 * An address with a prefix. The prefix is the short name of a chain (EIP-3770), or one of `labels`.
 * Short names: https://github.com/ethereum-lists/chains
 */
const prefixedAddress = /^(?!ethereum:)([\w-]{1,64}):(0x[\da-f]{40})$/i
const labels = /^(?:address|addr|to|from|wallet|account|recipient|https?|mailto)$/i
/** The form of accounts and links of other namespaces. CAIP-10, BIP-21, Solana Pay */
const elsewhere =
  /^(?:(?:solana|bitcoin|bip122|polkadot):[\w.?=&:-]+|(?!eip155:|ethereum:)[-a-z\d]{3,8}:[-\w]{1,32}:[-.%\w]{1,128})$/i

/**
 * Reads the recipient that a visitor typed or pasted:
 * - an address. In lower case or in capitals it has no checksum. In mixed case its checksum must
 *   match (EIP-55, on Rootstock also EIP-1191).
 * - a name (`lena.eth`). It is returned unchanged: the service that looks it up normalizes it
 *   (ENSIP-15).
 * - a payment link of an account (EIP-681 without a call)
 * - an account with its network (CAIP-10, EIP-3770), the prefix in either case
 *
 * Ignored are invisible characters at the ends of an address or a link, and spaces and direction
 * marks at the ends of a name. Elsewhere in the text such characters are refused.
 * @param chainId the network to send on, decimal
 */
export async function readRecipient(text: string, chainId?: string): Promise<ParsedRecipient> {
  // some tools write 0X in place of 0x
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
  // a text that begins like an address is a mistyped address, never a name
  const name = trimMarks(text)
  const isName =
    !/^0x[0-9a-f]{16,}(\.|$)/i.test(withoutUnseen(name)) &&
    name.length <= maxCharacters &&
    /^(?:[^\s\p{Cc}/:@?#]|#\ufe0f?\u20e3)+\.[^\s\p{Cc}/:@?#.]{2,}$/u.test(name)
  return isName ? { status: 'name', name } : { status: 'refused', fault: 'notAnAddress' }
}

/** Reads an address with a prefix. The prefix must name the network to send on. */
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

/** Rootstock and its testnet: their checksum includes the chain id. EIP-1191 */
const ownChecksums: ReadonlySet<string | undefined> = new Set(['30', '31'])

async function readAddress(
  address: `0x${string}`,
  chainId: string | undefined,
): Promise<ParsedRecipient> {
  const digits = address.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (!isMixed) return { status: 'address', address }
  const { checksumOf } = await import('./checksumOf.lazy.ts')
  const checksummed = checksumOf(address)
  const isValid =
    checksummed === address ||
    (ownChecksums.has(chainId) && checksumOf(address, chainId) === address)
  // the result has the EIP-55 checksum also on Rootstock, because all wallets accept it
  return isValid
    ? { status: 'address', address: checksummed }
    : { status: 'refused', fault: 'wrongChecksum' }
}
