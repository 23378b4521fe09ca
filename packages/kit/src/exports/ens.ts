export { ens } from '../chains/evm/ens/ens.ts'
export type { EnsOptions } from '../chains/evm/ens/ens.ts'
