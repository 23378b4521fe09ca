export { kitConnector } from '../sources/wagmi/kitConnector.ts'
export { wagmi, wagmiConnectors } from '../sources/wagmi/wagmi.ts'
export type { WagmiConnectors } from '../sources/wagmi/wagmi.ts'
export type {
  WagmiConfig,
  WagmiConnection,
  WagmiConnector,
  WagmiConnectorMaker,
} from '../sources/wagmi/config.ts'
