import {
  concat,
  encodeAbiParameters,
  getContractAddress,
  isAddressEqual,
  numberToHex,
  parseEther,
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
  type KnownContract,
} from '@latchkey/protocol/smartAccounts/contracts'
import {
  enforcers,
  sessionContracts,
  type EnforcerName,
} from '@latchkey/protocol/sessions/enforcers'
import { executor, sponsor } from '../src/accounts.ts'
import { senderCreator } from '../src/addMissingContracts.ts'
import type { Deployment } from '../src/deployment.ts'
import { compileContracts } from './compile.ts'
import { frameworkSalt, readFramework } from './framework.ts'
import { openChain, type OpenChain } from './openChain.ts'
import { packedArtifacts } from './packedArtifact.ts'
import { signerOf } from './people.ts'
import { dump, type State } from './state.ts'

/** What the paymaster deposits, and what the executor has, in Ether. */
const funds = { paymaster: '1000', executor: '1000' }

/** The contract that deploys by CREATE2 on most chains; anvil has it, too. */
const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** EntryPoint's salt. Source: the deployment at the same address on Ethereum. */
const entryPointSalt = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'

/** The first owner of the public DelegationManager, who may pause it. */
const managerOwner = '0xB0403B32f54d0Bd752113f4009e8B534C6669f44'

const entryPointSource = {
  name: '@account-abstraction/contracts@0.7.0',
  integrity:
    'sha512-Bt/66ilu3u8I9+vFZ9fTd+cWs55fdb9J5YKfrhsrFafH1drkzwuCSL/xEot1GGyXXNJLQuXbMRztQPyelNbY1A==',
} as const

/** What a bake adds to a chain for smart accounts and sessions. */
type SmartAccountState = {
  contracts: Deployment['smartAccounts']
  /** The accounts of the contracts and of the executor, as they are in a chain's state. */
  accounts: State['accounts']
}

/**
 * Deploys the contracts of smart accounts and sessions on an empty chain, by the same transactions
 * as on public chains, and takes their accounts from its state. So the chain of the bake gets no
 * blocks.
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
    const addresses = [...wanted, ...Object.values(enforcers), paymaster].map((address) =>
      address.toLowerCase(),
    )
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
  const { EntryPoint } = packedArtifacts(entryPointSource, {
    EntryPoint: 'artifacts/EntryPoint.json',
  })
  const { delegationManager: manager, delegator: account, ...ofSessions } = readFramework()
  const paymaster = compileContracts().get('SponsorPaymaster')
  if (!paymaster) throw new Error('SponsorPaymaster.sol is missing.')
  await create2(chain, entryPoint, entryPointSalt, EntryPoint.bytecode)
  await create2(chain, delegationManager, frameworkSalt, withAddresses(manager, managerOwner))
  await create2(
    chain,
    delegator,
    frameworkSalt,
    withAddresses(account, delegationManager, entryPoint),
  )
  const names = Object.keys(enforcers) as EnforcerName[] // the keys of a constant object
  for (const name of names) await create2(chain, enforcers[name], frameworkSalt, ofSessions[name])
  const creation = withAddresses(paymaster.bytecode, entryPoint, sponsor.address, sponsor.address)
  const address = addressOfCreate2(zeroHash, creation)
  await create2(chain, address, zeroHash, creation)
  const value = parseEther(funds.paymaster)
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 1_000_000_000n })
  await deposit(chain, address, value)
  return address
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
  const contracts = { ...smartAccountContracts, ...sessionContracts }
  for (const [name, contract] of Object.entries<KnownContract>(contracts)) {
    const code = await client.getCode({ address: contract.address })
    if (!isKnownCode(contract, chainId, code))
      throw new Error(`The code of ${name} on chain ${numberToHex(chainId)} is not the known one.`)
  }
}
