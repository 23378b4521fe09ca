import {
  createWalletClient,
  http,
  labelhash,
  namehash,
  parseAbi,
  publicActions,
  zeroAddress,
  zeroHash,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { accounts, developmentMnemonic } from './accounts.ts'
import type { Devnet } from './startDevnet.ts'

const resolverAbi = parseAbi([
  'function urls() view returns (string[])',
  'function setUrls(string[] gateways)',
])
const universalAbi = parseAbi(['function registry() view returns (address)'])
const registryAbi = parseAbi([
  'function owner(bytes32 node) view returns (address)',
  'function resolver(bytes32 node) view returns (address)',
  'function setSubnode(bytes32 node, bytes32 label, address owner, address resolver)',
])

/**
 * Makes an API the only gateway of a chain's off-chain resolver, and registers `zone` with this
 * resolver. What is already set is left as it is. Does nothing on a chain without names.
 * @param api the URL by which all clients of the chain reach the API
 * @param zone a name of two labels, neither of which has to exist on the chain yet
 */
export async function setNameGateway(
  {
    url,
    deployment: { ensOffchainResolver: address, ensUniversalResolver },
  }: Pick<Devnet['chains'][number], 'url' | 'deployment'>,
  api: string,
  zone: string,
): Promise<void> {
  if (!address || !ensUniversalResolver) return
  const gateway = `${api}/v1/profile/ccip/{sender}/{data}.json`
  const client = clientOf(url)
  const set = await client.readContract({ address, abi: resolverAbi, functionName: 'urls' })
  if (set.length !== 1 || set[0] !== gateway)
    await client.waitForTransactionReceipt({
      hash: await client.writeContract({
        address,
        abi: resolverAbi,
        functionName: 'setUrls',
        args: [[gateway]],
        chain: null,
      }),
    })

  const registry = {
    address: await client.readContract({
      address: ensUniversalResolver,
      abi: universalAbi,
      functionName: 'registry',
    }),
    abi: registryAbi,
    chain: null,
  } as const
  const give = async (parent: string, label: string, resolver: `0x${string}`) => {
    const node = parent === '' ? zeroHash : namehash(parent)
    await client.waitForTransactionReceipt({
      hash: await client.writeContract({
        ...registry,
        functionName: 'setSubnode',
        args: [node, labelhash(label), client.account.address, resolver],
      }),
    })
  }
  if (
    (await client.readContract({
      ...registry,
      functionName: 'resolver',
      args: [namehash(zone)],
    })) === address
  )
    return
  const [label = '', parent = ''] = zone.split('.')
  if (
    (await client.readContract({
      ...registry,
      functionName: 'owner',
      args: [namehash(parent)],
    })) === zeroAddress
  )
    await give('', parent, zeroAddress)
  await give(parent, label, address)
}

/** Creates a client that sends transactions of the deployer, who owns the chain's names. */
function clientOf(url: string) {
  const addressIndex = accounts.find(({ role }) => role === 'deployer')?.index
  return createWalletClient({
    account: mnemonicToAccount(developmentMnemonic, { addressIndex }),
    transport: http(url),
    pollingInterval: 50,
  }).extend(publicActions)
}
