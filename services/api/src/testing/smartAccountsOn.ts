import { delegator, entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import { encodeCalls } from '@latchkey/protocol/smartAccounts/calls'
import {
  packUserOperation,
  userOperationTypedData,
} from '@latchkey/protocol/smartAccounts/userOperation'
import { executor, sponsor } from '@latchkey/devnet/accounts'
import type { Devnet } from '@latchkey/devnet'
import { createTestClient, http, publicActions, walletActions, type Address, type Hex } from 'viem'
import {
  createBundlerClient,
  createPaymasterClient,
  entryPoint07Abi,
  toSmartAccount,
} from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import type { ApiOptions } from '../options.ts'

type Chain = Devnet['chains'][number]

/** The id of the project that pays in tests. */
export const payingProject = 'shop'

/** Options with a bundler and a paymaster of our own for the chains of a devnet. */
export function smartAccountsFor(
  chains: readonly Chain[],
  {
    policy,
    project = payingProject,
    executors = [executor.privateKey],
    ...more
  }: {
    policy?: object
    /** The project that pays; `*`: all. */
    project?: string
    executors?: readonly Hex[]
    confirmations?: number
    lowBalance?: string
    lowDeposit?: string
  } = {},
): Pick<ApiOptions, 'smartAccounts' | 'database' | 'names'> {
  const { lowDeposit, ...bundler } = more
  return {
    database: 'memory',
    names: { zones: [] },
    smartAccounts: {
      bundler: { executors: [...executors], confirmations: 1, ...bundler },
      paymaster: {
        signer: sponsor.privateKey,
        addresses: Object.fromEntries(
          chains.map(({ networkId, deployment }) => [
            networkId,
            deployment.smartAccounts.paymaster,
          ]),
        ),
        policies: {
          [project]: {
            contracts: '*',
            perDay: '1000',
            accountPerDay: '10',
            name: 'Shop',
            ...policy,
          },
        },
        ...(lowDeposit !== undefined && { lowDeposit }),
      },
    },
  }
}

/** A client of a devnet's chain. */
export function chainClient({ url, chainId }: Pick<Chain, 'url' | 'chainId'>) {
  return createTestClient({
    mode: 'anvil',
    chain: { ...foundry, id: chainId },
    transport: http(url),
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions)
}

/** An authorisation that makes an account a smart account of ours. */
export const authorize = (
  owner: PrivateKeyAccount,
  chainId: number,
  { nonce = 0, contract = delegator }: { nonce?: number; contract?: Address } = {},
) => owner.signAuthorization({ contractAddress: contract, chainId, nonce })

/** The account of a key as viem's clients take smart accounts. */
export function smartAccountOf(client: ReturnType<typeof chainClient>, owner: PrivateKeyAccount) {
  return toSmartAccount({
    client,
    entryPoint: { abi: entryPoint07Abi, address: entryPoint, version: '0.7' },
    getAddress: async () => owner.address,
    encodeCalls: async (calls) =>
      encodeCalls(calls.map(({ to, value = 0n, data = '0x' }) => ({ to, value, data }))),
    getFactoryArgs: async () => ({ factory: undefined, factoryData: undefined }),
    // a form of which a key can be recovered: other bundlers refuse others
    getStubSignature: async () => `0x${'f'.repeat(31)}${'0'.repeat(33)}7${'a'.repeat(63)}1c`,
    signMessage: ({ message }) => owner.signMessage({ message }),
    signTypedData: (data) => owner.signTypedData(data as Parameters<typeof owner.signTypedData>[0]), // the same shape
    signUserOperation: ({ chainId = client.chain.id, ...operation }) => {
      const { paymaster, paymasterData = '0x' } = operation
      const sponsored = paymaster && {
        paymaster,
        paymasterData,
        paymasterVerificationGasLimit: operation.paymasterVerificationGasLimit ?? 0n,
        paymasterPostOpGasLimit: operation.paymasterPostOpGasLimit ?? 0n,
      }
      const packed = packUserOperation({
        ...operation,
        sender: owner.address,
        signature: '0x',
        sponsor: sponsored || undefined,
      })
      return owner.signTypedData(userOperationTypedData(packed, chainId))
    },
  })
}

/** A new account with viem's clients for the bundler and the paymaster of an API. */
export async function createOperator(
  chain: Chain,
  api: string,
  { project = payingProject, isSponsored = true }: { project?: string; isSponsored?: boolean } = {},
) {
  const owner = privateKeyToAccount(generatePrivateKey())
  const client = chainClient(chain)
  const url = (path: string) =>
    `${api}/v1/${path}?projectId=${project}&chainId=${encodeURIComponent(chain.networkId)}`
  const account = await smartAccountOf(client, owner)
  const paymaster = createPaymasterClient({ transport: http(url('paymaster')) })
  const bundler = createBundlerClient({
    account,
    client,
    chain: client.chain,
    transport: http(url('bundler'), { retryCount: 0, timeout: 30_000 }),
    pollingInterval: 50,
    userOperation: { estimateFeesPerGas: () => client.estimateFeesPerGas() },
    ...(isSponsored && { paymaster }),
  })
  return { owner, client, bundler, account, url }
}
