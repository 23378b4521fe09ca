import { createWalletClient, http, parseAbi, publicActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { accounts, developmentMnemonic } from './accounts.ts'
import type { Devnet } from './startDevnet.ts'

const resolverAbi = parseAbi(['function urls() view returns (string[])', 'function setUrls(string[] gateways)'])

/**
 * Makes an API the gateway of the registered names on a chain, if it is not that already. A chain without names is left alone.
 * @param api its URL, by which every client of the chain asks it
 */
export async function setNameGateway({ url, deployment: { ensOffchainResolver: address } }: Pick<Devnet['chains'][number], 'url' | 'deployment'>, api: string): Promise<void> {
  if (!address) return
  const gateway = `${api}/v1/profile/ccip/{sender}/{data}.json`
  const addressIndex = accounts.find(({ role }) => role === 'deployer')?.index
  const client = createWalletClient({ account: mnemonicToAccount(developmentMnemonic, { addressIndex }), transport: http(url), pollingInterval: 50 }).extend(publicActions)
  const set = await client.readContract({ address, abi: resolverAbi, functionName: 'urls' })
  if (set.length === 1 && set[0] === gateway) return
  const hash = await client.writeContract({ address, abi: resolverAbi, functionName: 'setUrls', args: [[gateway]], chain: null })
  await client.waitForTransactionReceipt({ hash })
}
