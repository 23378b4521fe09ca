import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import { trimUnseen } from '@latchkey/protocol/trimUnseen'
import { withoutUnseen } from '@latchkey/protocol/unseen'
import type { ReadRecipient } from '../../../core/facets/addresses.ts'
import { chainOfShortName } from './shortNames.ts'

/** The longest name that is read, in characters. */
const mostCharacters = 255

/**
 * Reads an address, a name (`lena.eth`), a payment link of an account (EIP-681 without a call), or an account with its network (CAIP-10, EIP-3770). An address in one case is
 * accepted without a check. In mixed case its checksum must match (EIP-55; on Rootstock that of EIP-1191, too), else it was mistyped. `chainId` is the network to send on. A name is passed on as it was written: only the service that looks it up
 * normalizes it (ENSIP-15). Unseen characters at the ends of an address or link are left out; one inside is refused.
 */
export async function readRecipient(text: string, chainId?: string): Promise<ReadRecipient> {
  // some tools write 0X
  const plain = trimUnseen(text).replace(/(^|[:-])0X(?=[\da-f]{40}(?:$|[@?/]))/i, '$10x')
  if (plain === '') return { status: 'empty' }
  if (/^(?:solana|bitcoin|bip122|polkadot):[\w.?=&:-]+$/i.test(plain)) return { status: 'refused', fault: 'otherNetwork' }
  const [, shortName, there] = /^([a-z][a-z\d-]{0,31}):(0x[0-9a-f]{40})$/i.exec(plain) ?? []
  const named = shortName === undefined ? undefined : chainOfShortName(shortName)
  if (named !== undefined && isEvmAddress(there)) return chainId === undefined || chainId === named ? readAddress(there, named) : { status: 'refused', fault: 'otherNetwork' }
  const [, linkedChain] = /^(?:ethereum:(?:pay-)?0x[0-9a-f]{40}@|eip155:)(\d+)/i.exec(plain) ?? []
  if (linkedChain && chainId && linkedChain !== chainId) return { status: 'refused', fault: 'otherNetwork' }
  const [, linked, account] = /^(?:ethereum:(?:pay-)?(0x[0-9a-fA-F]{40})(?:@\d+)?(?:\?.*)?|eip155:\d+:(0x[0-9a-fA-F]{40}))$/i.exec(plain) ?? []
  const address = linked ?? account ?? plain
  if (isEvmAddress(address)) return readAddress(address, linkedChain ?? chainId)
  // text in the form of an address is a mistyped address, never a name
  const name = text.trim()
  const isName = !/^0x[0-9a-f]{16,}(\.|$)/i.test(withoutUnseen(name)) && name.length <= mostCharacters && /^(?:[^\s\p{Cc}/:@?#]|#\ufe0f?\u20e3)+\.[^\s\p{Cc}/:@?#.]{2,}$/u.test(name)
  return isName ? { status: 'name', name } : { status: 'refused', fault: 'notAnAddress' }
}

/** Chains whose tools write a checksum of their own, with the chain id in it: Rootstock and its testnet. EIP-1191 */
const ownChecksums: ReadonlySet<string | undefined> = new Set(['30', '31'])

async function readAddress(address: `0x${string}`, chainId: string | undefined): Promise<ReadRecipient> {
  const digits = address.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (!isMixed) return { status: 'address', address }
  const { checksumOf } = await import('./checksum/checksumOf.ts')
  const usual = checksumOf(address)
  const isRight = usual === address || (ownChecksums.has(chainId) && checksumOf(address, chainId) === address)
  // in the form that all wallets take
  return isRight ? { status: 'address', address: usual } : { status: 'refused', fault: 'wrongChecksum' }
}
