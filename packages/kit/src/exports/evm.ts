export { evm } from '../chains/evm/evm.ts'
export type { EvmOptions } from '../chains/evm/evm.ts'
