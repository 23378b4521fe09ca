import type { BitcoinLibrary } from './library.ts'

/** The script of an address. Undefined for an address that is invalid on the network. */
export function scriptOf(
  { Address, NETWORK, OutScript, TEST_NETWORK }: BitcoinLibrary,
  address: string,
  network: 'main' | 'test' | 'regtest',
): Uint8Array | undefined {
  const networks = {
    main: NETWORK,
    test: TEST_NETWORK,
    regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
  }
  try {
    return OutScript.encode(Address(networks[network]).decode(address))
  } catch {
    return undefined
  }
}
