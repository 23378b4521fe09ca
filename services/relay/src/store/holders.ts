import { createHmac } from 'node:crypto'

/** Maximum of addresses whose holder is cached. */
const max = 10_000

/**
 * Makes the function that names the holder of a network address. The name is a keyed hash, so that
 * stored data reveals no client's address. An unknown address gets the empty name, which stands for
 * no holder.
 * @param secret a random text that is created once for each store
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
