export { bitcoin } from '../chains/bitcoin/bitcoin.ts'
export type { BitcoinAddressEntry, BitcoinProvider } from '../chains/bitcoin/bitcoinProvider.ts'
