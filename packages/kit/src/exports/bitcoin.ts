export { bitcoin } from '../chains/bitcoin/bitcoin.ts'
