import {
  concat,
  encodeAbiParameters,
  getContractAddress,
  isAddressEqual,
  numberToHex,
  parseEther,
  stringToHex,
  zeroHash,
  type Address,
  type Hex,
} from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import {
  delegationManager,
  delegator,
  entryPoint,
  isKnownCode,
  smartAccountContracts,
} from '@latchkey/protocol/smartAccounts/contracts'
import { executor, sponsor } from '../src/accounts.ts'
import { senderCreator } from '../src/addMissingContracts.ts'
import type { Deployment } from '../src/deployment.ts'
import { compileContracts } from './compile.ts'
import { openChain, type OpenChain } from './openChain.ts'
import { packedArtifacts, packedTexts } from './packedArtifact.ts'
import { signerOf } from './people.ts'
import { dump, type State } from './state.ts'

/** What the paymaster deposits, and what the executor has, in Ether. */
const funds = { paymaster: '1000', executor: '1000' }

/** The contract that deploys by CREATE2 on most chains; anvil has it, too. */
const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** EntryPoint's salt. Source: the deployment at the same address on Ethereum. */
const entryPointSalt = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'

/** The salt of the Delegation Framework: `GATOR`. */
const frameworkSalt = stringToHex('GATOR', { size: 32 })

/** The first owner of the public DelegationManager, who may pause it. */
const managerOwner = '0xB0403B32f54d0Bd752113f4009e8B534C6669f44'

const sources = {
  entryPoint: {
    name: '@account-abstraction/contracts@0.7.0',
    integrity:
      'sha512-Bt/66ilu3u8I9+vFZ9fTd+cWs55fdb9J5YKfrhsrFafH1drkzwuCSL/xEot1GGyXXNJLQuXbMRztQPyelNbY1A==',
  },
  framework: {
    name: '@metamask/delegation-abis@2.0.0',
    integrity:
      'sha512-3LW1mC/wrtgceMtou4kTJWlS683IXRRWzKY/fVnW9PieN5dayrDyZhJBP+1MJy7LyO19+E2l/IP+g9TES1ua2Q==',
  },
} as const

/**
 * The hash of the sources' metadata at the end of each code: in the npm package, and in the public
 * contracts. Everything else is the same, which the addresses prove. Source of the latter:
 * https://github.com/MetaMask/delegation-framework/tree/main/broadcast
 */
const metadata = {
  DelegationManager: {
    packed: 'ca409e8c9582544b3b8d8c05ed7b77fb8b148a77f098b1aea58f1517227de31d',
    published: 'c2284ea0163aafd9aee402e7645e9db93d0c27667921732dd0458883520a4752',
  },
  EIP7702StatelessDeleGator: {
    packed: '2a8fc88ef923739742bc7ec1685cd9198a7251cfb58c7e873c821a7e716b2ca6',
    published: 'd057b8f9a4d5cb46c51c1004ce8cae8dcd3c06323da26ccdfd3dd38584a43adb',
  },
} as const

/** What a bake adds to a chain for smart accounts. */
type SmartAccountState = {
  contracts: Deployment['smartAccounts']
  /** The accounts of the contracts and of the executor, as they are in a chain's state. */
  accounts: State['accounts']
}

/**
 * Deploys the contracts of smart accounts on an empty chain, by the same transactions as on public
 * chains, and takes their accounts from its state. So the chain of the bake gets no blocks.
 * @throws Error when a contract gets another address or code than on public chains
 */
export async function deploySmartAccounts(chainId: number): Promise<SmartAccountState> {
  const chain = await openChain(chainId, 1_700_000_000)
  try {
    const deployer = signerOf('deployer').address
    await chain.client.setBalance({ address: deployer, value: parseEther('100000') })
    const paymaster = await deployAll(chain)
    await checkCodes(chain)
    await chain.client.setBalance({ address: executor.address, value: parseEther(funds.executor) })
    const { accounts: all } = await dump(chain)
    const wanted = [senderCreator, entryPoint, delegationManager, delegator, executor.address]
    const addresses = [...wanted, paymaster].map((address) => address.toLowerCase())
    return {
      contracts: { entryPoint, delegator, delegationManager, paymaster },
      accounts: Object.fromEntries(
        addresses.flatMap((address) => (all[address] ? [[address, all[address]]] : [])),
      ),
    }
  } finally {
    await chain.close()
  }
}

/** Deploys all contracts and pays the paymaster's deposit. @returns the paymaster's address */
async function deployAll(chain: OpenChain): Promise<Address> {
  const { EntryPoint } = packedArtifacts(sources.entryPoint, {
    EntryPoint: 'artifacts/EntryPoint.json',
  })
  const framework = readFramework()
  const paymaster = compileContracts().get('SponsorPaymaster')
  if (!paymaster) throw new Error('SponsorPaymaster.sol is missing.')
  await create2(chain, entryPoint, entryPointSalt, EntryPoint.bytecode)
  await create2(
    chain,
    delegationManager,
    frameworkSalt,
    withAddresses(framework.DelegationManager, managerOwner),
  )
  await create2(
    chain,
    delegator,
    frameworkSalt,
    withAddresses(framework.EIP7702StatelessDeleGator, delegationManager, entryPoint),
  )
  const creation = withAddresses(paymaster.bytecode, entryPoint, sponsor.address, sponsor.address)
  const address = addressOfCreate2(zeroHash, creation)
  await create2(chain, address, zeroHash, creation)
  const value = parseEther(funds.paymaster)
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 1_000_000_000n })
  await deposit(chain, address, value)
  return address
}

/** Reads creation codes of the framework, with the metadata of the public contracts. */
function readFramework(): Record<keyof typeof metadata, Hex> {
  const read = (name: keyof typeof metadata): Hex => {
    const [text = ''] = packedTexts(sources.framework, [`dist/bytecode/${name}.mjs`])
    const code = /"(0x[0-9a-f]+)"/.exec(text)?.[1]
    const { packed, published } = metadata[name]
    if (!code?.includes(packed)) throw new Error(`${sources.framework.name}: another ${name}.`)
    return code.replace(packed, published) as Hex // the pattern begins with 0x
  }
  return {
    DelegationManager: read('DelegationManager'),
    EIP7702StatelessDeleGator: read('EIP7702StatelessDeleGator'),
  }
}

const withAddresses = (code: Hex, ...values: Address[]): Hex =>
  concat([
    code,
    encodeAbiParameters(
      values.map(() => ({ type: 'address' })),
      values,
    ),
  ])

const addressOfCreate2 = (salt: Hex, bytecode: Hex): Address =>
  getContractAddress({ opcode: 'CREATE2', from: create2Deployer, salt, bytecode })

async function create2(chain: OpenChain, expected: Address, salt: Hex, code: Hex): Promise<void> {
  const address = addressOfCreate2(salt, code)
  if (!isAddressEqual(address, expected))
    throw new Error(`The code for ${expected} would be at ${address}.`)
  await chain.send('deployer', {
    to: create2Deployer,
    data: concat([salt, code]),
    gas: 8_000_000n,
  })
}

async function deposit(chain: OpenChain, paymaster: Address, value: bigint): Promise<void> {
  const hash = await chain.client.writeContract({
    account: signerOf('deployer'),
    address: entryPoint,
    abi: entryPoint07Abi,
    functionName: 'depositTo',
    args: [paymaster],
    value,
    gas: 200_000n,
  })
  await chain.client.mine({ blocks: 1 })
  await chain.client.getTransactionReceipt({ hash })
}

async function checkCodes({ chainId, client }: OpenChain): Promise<void> {
  for (const [name, contract] of Object.entries(smartAccountContracts)) {
    const code = await client.getCode({ address: contract.address })
    if (!isKnownCode(contract, chainId, code))
      throw new Error(`The code of ${name} on chain ${numberToHex(chainId)} is not the known one.`)
  }
}
