import type { unifyMetadata } from '@polkadot-api/substrate-bindings'

type Types = ReturnType<typeof unifyMetadata>['lookup']

/**
 * The maximum number of parts of a type, with the parts of its parts. The largest types of today
 * have some hundred.
 */
const maxParts = 4_096

/**
 * Whether each type of a runtime has a limited number of parts. Types that have each other twice
 * double with each step: 40 of them are more than any page can decode, even from no bytes at all.
 * Parts behind a variant or a list do not count, because those need a byte to be decoded.
 */
export function isBounded(types: Types): boolean {
  const known = new Map<number, number>()

  function partsOf(id: number): number {
    const before = known.get(id)
    if (before !== undefined) return before
    known.set(id, Infinity) // for a type that has itself
    const parts = count(id)
    known.set(id, parts)
    return parts
  }

  function count(id: number): number {
    const def = types[id]?.def
    if (def?.tag === 'composite') return sum(def.value.map(({ type }) => type))
    if (def?.tag === 'tuple') return sum(def.value)
    // bytes are read as a whole
    if (def?.tag === 'array' && !isByte(def.value.type))
      return 1 + def.value.len * partsOf(def.value.type)
    return 1
  }

  const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + partsOf(part), 1)

  const isByte = (id: number) => {
    const def = types[id]?.def
    return def?.tag === 'primitive' && def.value.tag === 'u8'
  }

  return types.every((_, id) => partsOf(id) <= maxParts)
}
