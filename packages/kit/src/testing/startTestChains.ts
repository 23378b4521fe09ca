import { freePorts } from '../../../../devnet/src/ports.ts'
import { startAnvil } from '../../../../devnet/src/startAnvil.ts'
import type { WalletChain } from './walletChain.ts'

/**
 * Starts two empty local chains, 31337 and 31338, with funded development accounts. `close` stops
 * them.
 */
export async function startTestChains() {
  const ports = await freePorts(2)
  const [first = 0, second = 0] = ports
  const anvils = await Promise.all([start(first, 31337), start(second, 31338)])
  const chains: [WalletChain, WalletChain] = [
    { id: 31337, name: 'First', rpcUrl: anvils[0].url },
    { id: 31338, name: 'Second', rpcUrl: anvils[1].url },
  ]
  return {
    chains,
    close: async () => void (await Promise.all(anvils.map((anvil) => anvil.close()))),
  }
}

function start(port: number, chainId: number) {
  return startAnvil({ port, args: ['--chain-id', String(chainId)] })
}
