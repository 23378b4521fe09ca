import { readSs58, writeSs58 } from '@latchkey/protocol/chains/ss58'

/** The address of the same key with another prefix. SS58 */
export function spelledWith(prefix: number, address: string): string {
  const read = readSs58(address)
  return read ? writeSs58(read.key, prefix) : address
}
