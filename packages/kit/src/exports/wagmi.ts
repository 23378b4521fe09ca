export { kitConnector } from '../wagmi/kitConnector.ts'
export { wagmi, wagmiConnectors } from '../wagmi/wagmi.ts'
export type { WagmiConnectors } from '../wagmi/wagmi.ts'
export type {
  WagmiConfig,
  WagmiConnection,
  WagmiConnector,
  WagmiConnectorMaker,
} from '../wagmi/config.ts'
