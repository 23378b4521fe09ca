import { createHmac } from 'node:crypto'

/** Max addresses whose holders are cached. */
const max = 10_000

/**
 * Makes the function that names the holder of a network address: a keyed hash, so that stored data
 * reveals no client's address. An unknown address has no holder, and the empty name.
 * @param secret random, created once for a store
 */
export function createHolders(secret: string): (address: string) => string {
  const known = new Map<string, string>()
  return (address) => {
    if (address === '') return ''
    const found = known.get(address)
    if (found !== undefined) return found
    const name = `@${createHmac('sha256', secret).update(address).digest().subarray(0, 9).toString('base64url')}`
    known.set(address, name)
    const [oldest] = known.size > max ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    return name
  }
}
