import { chainOf } from './chains/registry.ts'
import { namespaces } from './namespace.ts'

/**
 * Splits an address into groups of four characters, so that people can compare it. The prefix that
 * all addresses of the form share, such as `0x`, stays with the first group.
 */
export function addressGroups(address: string): readonly string[] {
  const prefixes = namespaces.map((namespace) => chainOf(namespace).addressPrefix)
  const prefix = prefixes.find((text) => text !== '' && address.startsWith(text)) ?? ''
  const [head = '', ...rest] = address.slice(prefix.length).match(/.{1,4}/gs) ?? []
  return [prefix + head, ...rest]
}
