export { isEvmAddress } from './chains/evm.ts'
