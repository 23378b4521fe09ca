import { Address, OutScript } from '@scure/btc-signer'
import { regtest } from './regtest.ts'

/** The script that an address of regtest stands for. Undefined for any other text. */
export function scriptOfAddress(address: string): Buffer | undefined {
  try {
    return Buffer.from(OutScript.encode(Address(regtest).decode(address)))
  } catch {
    return undefined // not an address, or of another network
  }
}

/** The address of a script, if it has one. */
export function addressOfScript(script: Uint8Array): string | undefined {
  try {
    return Address(regtest).encode(OutScript.decode(script))
  } catch {
    return undefined // scripts such as those of data have no address
  }
}
