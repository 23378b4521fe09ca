import { delegator, entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import type {
  PaymasterFields,
  UserOperationFields,
} from '@latchkey/protocol/smartAccounts/userOperation'
import * as v from 'valibot'
import { fault } from '../bridge/Fault.ts'
import { askMarket, maxPerGas, usualPrice } from '../approve/transaction/priceOf.ts'
import type { Address } from '../approve/decode/Effect.ts'
import { askBundler, askPaymaster, askQuantity } from '../rpc/askNode.ts'
import { toQuantity } from '../rpc/hex.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { maxGas } from './operationLimits.ts'
import { readPaymasterStub } from './readPaymaster.ts'
import type { PaymasterStub } from './readPaymaster.ts'

/** A paymaster as a site names it. ERC-7677 */
export type PaymasterService = {
  url: string
  context: Record<string, unknown> | undefined
  /** Whether the visitor may pay instead. */
  isOptional: boolean
}

/** A paymaster that has agreed to pay. */
export type Sponsor = PaymasterService & {
  /** The name that is shown: the paymaster's own, or the host of its URL. */
  name: string
  isFinal: boolean
}

/** An operation with its gas, which the visitor has not approved yet. Its signature is a stub. */
export type PreparedOperation = {
  fields: UserOperationFields
  /** Absent: the account pays. */
  sponsor: Sponsor | undefined
}

/**
 * An operation of a site.
 * - with a paymaster: all fields, because the paymaster has signed them
 * - without: its number, if the site gives one
 */
export type GivenOperation =
  | { kind: 'complete'; fields: UserOperationFields }
  | { kind: 'number'; nonce: bigint | undefined }

/** An operation before its gas is known. */
export type OperationRequest = {
  address: Address
  callData: `0x${string}`
  isUpgrade: boolean
  paymaster?: PaymasterService | undefined
  /** @default the account's next number */
  nonce?: bigint | undefined
  signal: AbortSignal | undefined
}

/** A placeholder of the form of a signature, for estimates. */
const stubSignature = `0x${'f'.repeat(31)}${'0'.repeat(33)}7${'a'.repeat(63)}1c` as const
const stubAuthorization = {
  r: `0x${'f'.repeat(31)}${'0'.repeat(33)}`,
  s: `0x7${'a'.repeat(63)}`,
  yParity: '0x1',
} as const

const gasOf = (max: bigint) =>
  v.pipe(
    v.string(),
    v.regex(/^0x[\da-f]{1,32}$/i),
    v.transform((text) => BigInt(text)),
    v.maxValue(max),
  )
const gasAnswer = v.object({
  callGasLimit: gasOf(maxGas.calls),
  verificationGasLimit: gasOf(maxGas.verification),
  preVerificationGas: gasOf(maxGas.preVerification),
  paymasterVerificationGasLimit: v.nullish(gasOf(maxGas.paymaster)),
  paymasterPostOpGasLimit: v.nullish(gasOf(maxGas.paymaster)),
})

/**
 * Prepares an operation: its number, its price, its paymaster, and its gas.
 * `pm_getPaymasterStubData`, `eth_estimateUserOperationGas`
 * @throws NodeFault when bundler or paymaster refuse; another Fault when one does not answer, or
 *   answers in another form
 */
export async function prepareOperation(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  { address, callData, isUpgrade, paymaster, nonce: given, signal }: OperationRequest,
): Promise<PreparedOperation> {
  const [nonce, price, eip7702Auth] = await Promise.all([
    given ?? askOperationNonce(wallet, network, address, signal),
    askPrice(wallet, network, signal),
    isUpgrade ? stubAuthorizationOf(wallet, network, address, signal) : undefined,
  ])
  const partial = { sender: address, nonce, callData, signature: stubSignature, ...price }
  const authorized = eip7702Auth && { eip7702Auth }
  const agreed =
    paymaster && (await askStub(wallet, network, { ...paymaster, partial, authorized, signal }))
  const estimated = v.safeParse(
    gasAnswer,
    await askBundler(wallet, network, {
      method: 'eth_estimateUserOperationGas',
      params: [{ ...wireOf(partial), ...wireOf(agreed?.fields ?? {}), ...authorized }, entryPoint],
      ...(signal && { signal }),
    }),
  )
  if (!estimated.success) throw fault('answerInvalid')
  const { paymasterVerificationGasLimit, paymasterPostOpGasLimit, ...gas } = estimated.output
  return {
    fields: {
      ...partial,
      ...gas,
      sponsor: agreed && {
        paymaster: agreed.stub.paymaster,
        paymasterData: agreed.stub.paymasterData,
        paymasterVerificationGasLimit:
          agreed.stub.verificationGas ?? paymasterVerificationGasLimit ?? 0n,
        paymasterPostOpGasLimit: agreed.stub.postOpGas ?? paymasterPostOpGasLimit ?? 0n,
      },
    },
    sponsor: agreed &&
      paymaster && { ...paymaster, name: agreed.name, isFinal: agreed.stub.isFinal },
  }
}

/** The number of the account's next operation. `getNonce(address,uint192)` of EntryPoint */
export const askOperationNonce = (
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  address: string,
  signal?: AbortSignal,
): Promise<bigint> =>
  askQuantity(wallet, network, {
    method: 'eth_call',
    params: [
      {
        to: entryPoint,
        data: `0x35567e1a${address.slice(2).toLowerCase().padStart(64, '0')}${'0'.repeat(64)}`,
      },
      'latest',
    ],
    ...(signal && { signal }),
  })

/** The price of gas that the wallet offers. An operation has both fees on every network. */
async function askPrice(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  signal: AbortSignal | undefined,
): Promise<Pick<UserOperationFields, 'maxFeePerGas' | 'maxPriorityFeePerGas'>> {
  const price = usualPrice(await askMarket(wallet, network, signal))
  const maxFeePerGas = maxPerGas(price)
  return {
    maxFeePerGas,
    maxPriorityFeePerGas: price.type === 'legacy' ? maxFeePerGas : price.maxPriorityFeePerGas,
  }
}

/** An authorisation that only has the right form, for estimates. */
export async function stubAuthorizationOf(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  address: string,
  signal?: AbortSignal,
) {
  const nonce = await askQuantity(wallet, network, {
    method: 'eth_getTransactionCount',
    params: [address, 'latest'],
    ...(signal && { signal }),
  })
  return {
    address: delegator,
    chainId: toQuantity(BigInt(network.reference)),
    nonce: toQuantity(nonce),
    ...stubAuthorization,
  }
}

type StubRequest = PaymasterService & {
  partial: object
  authorized: object | undefined
  signal: AbortSignal | undefined
}

async function askStub(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  { url, context, partial, authorized, signal }: StubRequest,
): Promise<{ stub: PaymasterStub; name: string; fields: Partial<PaymasterFields> }> {
  const stub = readPaymasterStub(
    await askPaymaster(wallet, network, {
      url,
      method: 'pm_getPaymasterStubData',
      params: paymasterParams(network, { ...wireOf(partial), ...authorized }, context),
      ...(signal && { signal }),
    }),
  )
  const { paymaster, paymasterData, verificationGas, postOpGas } = stub
  return {
    stub,
    name: stub.name ?? new URL(url).host,
    fields: {
      paymaster,
      paymasterData,
      ...(verificationGas !== undefined && { paymasterVerificationGasLimit: verificationGas }),
      ...(postOpGas !== undefined && { paymasterPostOpGasLimit: postOpGas }),
    },
  }
}

/** The parameters of both methods of a paymaster. ERC-7677 */
export const paymasterParams = (
  { reference }: Network,
  operation: object,
  context: PaymasterService['context'],
): readonly unknown[] => [operation, entryPoint, toQuantity(BigInt(reference)), context ?? {}]

/** Fields as they are sent: numbers in hex, and those of the paymaster beside the others. */
export const wireOf = (fields: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]: [string, unknown]) =>
      value === undefined
        ? []
        : name === 'sponsor' && typeof value === 'object' && value !== null
          ? Object.entries(wireOf(value))
          : [[name, typeof value === 'bigint' ? toQuantity(value) : value]],
    ),
  )

/** The most that an operation can cost, in wei. */
export function maxCostOf({ sponsor, ...fields }: UserOperationFields): bigint {
  const { callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas } = fields
  const paymasterGas = sponsor
    ? sponsor.paymasterVerificationGasLimit + sponsor.paymasterPostOpGasLimit
    : 0n
  return (callGasLimit + verificationGasLimit + preVerificationGas + paymasterGas) * maxFeePerGas
}
