export { evm } from '../chains/evm/evm.ts'
