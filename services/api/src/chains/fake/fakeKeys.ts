import type { AccountAddress, ChainKeys, Key } from '../chainReader.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const bytes = 10
const purposes = ['payment', 'ordinals']

/** Writes an address: `fk1`, and the bytes in base32, in lower case. */
export function fakeAddress(key: Key): string {
  const bits = [...Buffer.from(key.slice(2), 'hex')]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  return `fk1${(bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('')}`
}

/** Reads an address in lower or upper case. The first byte is its purpose. */
function readAddress(text: string): AccountAddress | undefined {
  if (!/^fk1[a-z2-7]{16}$/.test(text) && !/^FK1[A-Z2-7]{16}$/.test(text)) return undefined
  const bits = [...text.slice(3).toLowerCase()]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const octets = (bits.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2))
  const purpose = purposes[octets[0] ?? purposes.length]
  return purpose === undefined || octets.length !== bytes
    ? undefined
    : { key: `0x${Buffer.from(octets).toString('hex')}`, purpose }
}

/**
 * How the fake chain writes accounts: as one address, or as two addresses with a dot between them.
 * It has no tokens.
 */
export const fakeKeys: ChainKeys = {
  readAccount(text) {
    const [first, second, ...others] = text.split('.').map(readAddress)
    if (!first || others.length > 0) return undefined
    if (!text.includes('.')) return [first]
    return second && second.purpose !== first.purpose ? [first, second] : undefined
  },
  readToken: () => undefined,
  addressText: fakeAddress,
  plainText: (key) => key.slice(2),
}
