// Smart accounts as others write them: MetaMask's kit and viem, which know nothing of this project.
import {
  getSmartAccountsEnvironment,
  Implementation,
  toMetaMaskSmartAccount,
} from '@metamask/smart-accounts-kit'
import { isValid7702Implementation } from '@metamask/smart-accounts-kit/actions'
import { overrideDeployedEnvironment } from '@metamask/smart-accounts-kit/utils'
import { createPublicClient, hashMessage, hashTypedData, http, parseAbi } from 'viem'
import { createBundlerClient, createPaymasterClient } from 'viem/account-abstraction'
import { foundry } from 'viem/chains'
import { createSiweMessage } from 'viem/siwe'

export * as sessions from './sessions.mjs'

const environment = getSmartAccountsEnvironment(1)
const readNode = (node, chainId) =>
  createPublicClient({
    chain: { ...foundry, id: chainId },
    transport: http(node),
    pollingInterval: 20,
  })

/** The account of a key by MetaMask's kit, with viem's client of a bundler. */
export async function createOperator({ node, chainId, owner, bundler, paymaster }) {
  overrideDeployedEnvironment(chainId, '1.3.0', environment)
  const client = readNode(node, chainId)
  const account = await toMetaMaskSmartAccount({
    client,
    implementation: Implementation.Stateless7702,
    address: owner.address,
    signer: { account: owner },
    environment,
  })
  // before the upgrade, the kit's own function throws
  account.getFactoryArgs = async () => ({ factory: undefined, factoryData: undefined })
  return createBundlerClient({
    account,
    client,
    chain: client.chain,
    transport: http(bundler, { retryCount: 0, timeout: 30_000 }),
    pollingInterval: 20,
    userOperation: { estimateFeesPerGas: () => client.estimateFeesPerGas() },
    ...(paymaster && { paymaster: createPaymasterClient({ transport: http(paymaster) }) }),
  })
}

/** Whether MetaMask's kit takes the code of an account for its own. */
export const isOfMetaMask = ({ node, chainId, address }) =>
  isValid7702Implementation({
    client: readNode(node, chainId),
    accountAddress: address,
    environment,
  })

const typedData = {
  domain: { name: 'Shop', version: '1' },
  types: { Order: [{ name: 'id', type: 'uint256' }] },
  primaryType: 'Order',
  message: { id: 7n },
}

/** Has the key of an account sign, and checks the signatures on the chain by viem. */
export async function checkSignatures({ node, chainId, owner }) {
  const client = readNode(node, chainId)
  const { address } = owner
  const siwe = createSiweMessage({
    address,
    chainId,
    domain: 'shop.example',
    nonce: 'abcdefgh1234',
    uri: 'https://shop.example/',
    version: '1',
  })
  const signature = await owner.signMessage({ message: siwe })
  const signed = await owner.signTypedData(typedData)
  const isValid = (hash, of) =>
    client
      .readContract({
        address,
        abi: parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)']),
        functionName: 'isValidSignature',
        args: [hash, of],
      })
      .catch(() => 'no code')
  return {
    'text, by verifyMessage': await client.verifyMessage({ address, message: siwe, signature }),
    'sign-in, by verifySiweMessage': await client.verifySiweMessage({ message: siwe, signature }),
    'typed data, by verifyTypedData': await client.verifyTypedData({
      address,
      ...typedData,
      signature: signed,
    }),
    'text, by ERC-1271': (await isValid(hashMessage(siwe), signature)) === '0x1626ba7e',
    'typed data, by ERC-1271': (await isValid(hashTypedData(typedData), signed)) === '0x1626ba7e',
    'another text is refused': !(await client.verifyMessage({
      address,
      message: `${siwe} `,
      signature,
    })),
  }
}
