import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  delegator,
  entryPoint,
  isKnownCode,
  smartAccountContracts,
  type KnownContract,
} from '@latchkey/protocol/smartAccounts/contracts'
import { encodeCalls } from '@latchkey/protocol/smartAccounts/calls'
import { isSmartAccountCode } from '@latchkey/protocol/smartAccounts/delegation'
import { sponsorshipData, sponsorshipTypedData } from '@latchkey/protocol/smartAccounts/sponsorship'
import {
  packUserOperation,
  userOperationHash,
  userOperationTypedData,
  type PackedUserOperation,
  type UserOperationFields,
} from '@latchkey/protocol/smartAccounts/userOperation'
import {
  BaseError,
  createTestClient,
  hashTypedData,
  http,
  parseAbi,
  parseEther,
  publicActions,
  walletActions,
  type Address,
  type Hex,
} from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sessionContracts } from '@latchkey/protocol/sessions/enforcers'
import { executor, sponsor } from './accounts.ts'
import { removeSessions, removeSmartAccounts, senderCreator } from './addMissingContracts.ts'
import { fundSmartAccounts } from './fundSmartAccounts.ts'
import { startDevnet, type Devnet } from './startDevnet.ts'

const friends = ['0x000000000000000000000000000000000000f1e1', `0x${'fe'.repeat(20)}`] as const
const delegatorAbi = parseAbi([
  'function getPackedUserOperationTypedDataHash((address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData,bytes signature)) view returns (bytes32)',
])
const paymasterAbi = parseAbi([
  'function sponsorshipHash((address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData,bytes signature),uint48,uint48) view returns (bytes32)',
  'function withdraw(address to, uint256 amount)',
  'function deposited() view returns (uint256)',
  'function offerOwnership(address to)',
  'function acceptOwnership()',
])
const times = { validAfter: 0, validUntil: 4_000_000_000 }

const knownContracts: readonly KnownContract[] = [
  ...Object.values(smartAccountContracts),
  ...Object.values(sessionContracts),
]

let devnet: Devnet
beforeAll(async () => void (devnet = await startDevnet({ ports: 'free' })), 60_000)
afterAll(() => devnet.close())

test('both chains have the contracts of public chains at their addresses, and a paymaster with a deposit', async () => {
  for (const chain of devnet.chains) {
    const client = clientOf(chain)
    for (const contract of knownContracts) {
      const code = await client.getCode({ address: contract.address })
      expect(isKnownCode(contract, chain.chainId, code), contract.address).toBe(true)
      expect(isKnownCode(contract, 1, code), 'on another chain').toBe(
        'ownWords' in contract === false,
      )
      expect(isKnownCode(contract, chain.chainId, `${code}00`)).toBe(false)
      expect(isKnownCode(contract, chain.chainId, code?.replace('f', 'e'))).toBe(false)
    }
    expect(await client.getCode({ address: senderCreator })).toBeDefined()
    expect(await depositOf(chain)).toBeGreaterThan(parseEther('100'))
    expect(await client.getBalance(executor)).toBeGreaterThan(parseEther('100'))
  }
})

test('the keys of the executor and the sponsor are those of their addresses', () => {
  for (const { privateKey, address } of [executor, sponsor])
    expect(privateKeyToAccount(privateKey).address).toBe(address)
})

test('an account upgrades itself and pays two people in one transaction', async () => {
  const client = clientOf(first())
  const ann = privateKeyToAccount(generatePrivateKey())
  await client.setBalance({ address: ann.address, value: parseEther('1') })
  const before = await Promise.all(friends.map((address) => client.getBalance({ address })))
  const hash = await client.sendTransaction({
    account: ann,
    to: ann.address,
    data: encodeCalls(friends.map((to, index) => ({ to, value: BigInt(index + 5), data: '0x' }))),
    gas: 300_000n,
    // the transaction itself takes the nonce 0
    authorizationList: [await authorize(ann, 1)],
  })
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
  expect(isSmartAccountCode(await client.getCode(ann))).toBe(true)
  const after = await Promise.all(friends.map((address) => client.getBalance({ address })))
  expect(after).toEqual(before.map((balance, index) => balance + BigInt(index + 5)))
})

test('an account without Ether is upgraded by an operation that the paymaster pays, once', async () => {
  const client = clientOf(first())
  const ann = privateKeyToAccount(generatePrivateKey())
  const operation = await sponsored(ann, {})
  const authorizationList = [await authorize(ann, 0)]
  await expect(
    handle({ ...operation, signature: await sign(ann, operation, 1) }, authorizationList),
  ).rejects.toThrow('AA24')
  const before = await depositOf(first())
  expect(await handle(operation, authorizationList)).toBe('success')
  expect(isSmartAccountCode(await client.getCode(ann))).toBe(true)
  expect(await client.getBalance(ann)).toBe(0n)
  expect(await depositOf(first())).toBeLessThan(before)
  await expect(handle(operation)).rejects.toThrow('AA25')

  // the contracts compute the same hashes
  const hash = await client.readContract({
    address: entryPoint,
    abi: entryPoint07Abi,
    functionName: 'getUserOpHash',
    args: [operation],
  })
  expect(userOperationHash(operation, first().chainId)).toBe(hash)
  const signed = await client.readContract({
    address: ann.address,
    abi: delegatorAbi,
    functionName: 'getPackedUserOperationTypedDataHash',
    args: [operation],
  })
  expect(hashTypedData(userOperationTypedData(operation, first().chainId))).toBe(signed)
  const sponsorship = await client.readContract({
    address: paymasterOf(),
    abi: paymasterAbi,
    functionName: 'sponsorshipHash',
    args: [operation, times.validUntil, times.validAfter],
  })
  expect(hashTypedData(sponsorshipTypedData(operation, times, first().chainId))).toBe(sponsorship)
})

test('the paymaster pays for nothing else than what its signer has signed', async () => {
  const ann = privateKeyToAccount(generatePrivateKey())
  const authorizationList = [await authorize(ann, 0)]
  const good = await sponsored(ann, {})
  const data = good.paymasterAndData
  const changed = (at: number) => {
    const byte = (Number.parseInt(data.slice(2 + 2 * at, 4 + 2 * at), 16) ^ 1).toString(16)
    return `${data.slice(0, 2 + 2 * at)}${byte.padStart(2, '0')}${data.slice(4 + 2 * at)}` as Hex
  }
  const variants: Record<string, Partial<PackedUserOperation>> = {
    nonce: { nonce: 1n << 64n },
    callData: { callData: encodeCalls([{ to: friends[0], value: 0n, data: '0x01' }]) },
    accountGasLimits: { accountGasLimits: `0x${'0'.repeat(26)}030d41${'0'.repeat(26)}0493e0` },
    preVerificationGas: { preVerificationGas: good.preVerificationGas + 1n },
    gasFees: { gasFees: `0x${'0'.repeat(24)}3b9aca01${'0'.repeat(24)}77359400` },
    'paymaster verification gas': { paymasterAndData: changed(35) },
    'paymaster postOp gas': { paymasterAndData: changed(51) },
    validUntil: { paymasterAndData: changed(57) },
    validAfter: { paymasterAndData: changed(63) },
    signature: { paymasterAndData: changed(70) },
  }
  for (const [name, change] of Object.entries(variants)) {
    const operation = { ...good, ...change }
    // the account signs the changed operation, so that only the paymaster can refuse it
    const signature = await sign(ann, operation)
    await expect(handle({ ...operation, signature }, authorizationList), name).rejects.toThrow(
      'AA34',
    )
  }
  for (const [name, other] of [
    ['a byte more', `${data}00`],
    ['a byte less', data.slice(0, -2)],
  ] as const) {
    const operation = { ...good, paymasterAndData: other as Hex }
    const signature = await sign(ann, operation)
    await expect(handle({ ...operation, signature }, authorizationList), name).rejects.toThrow(
      'AA33',
    )
  }
  const late = await sponsored(ann, { validUntil: 1_000 })
  await expect(handle(late, authorizationList)).rejects.toThrow('AA32')
  const early = await sponsored(ann, { validAfter: 3_999_999_999 })
  await expect(handle(early, authorizationList)).rejects.toThrow('AA32')
  const foreign = await sponsored(ann, { signer: privateKeyToAccount(generatePrivateKey()) })
  await expect(handle(foreign, authorizationList)).rejects.toThrow('AA34')
  const elsewhere = await sponsored(ann, { chainId: 1 })
  await expect(handle(elsewhere, authorizationList)).rejects.toThrow('AA34')
})

test('only the owner withdraws from the paymaster and hands it over', async () => {
  const client = clientOf(first())
  const [owner, thief] = [
    privateKeyToAccount(sponsor.privateKey),
    privateKeyToAccount(generatePrivateKey()),
  ]
  const base = { address: paymasterOf(), abi: paymasterAbi } as const
  const withdraw = { ...base, functionName: 'withdraw', args: [friends[1], 7n] } as const
  await expect(client.simulateContract({ ...withdraw, account: thief })).rejects.toThrow('owner')
  for (const functionName of ['offerOwnership', 'acceptOwnership'] as const)
    await expect(
      client.simulateContract({
        ...base,
        account: thief,
        ...(functionName === 'offerOwnership'
          ? { functionName, args: [thief.address] }
          : { functionName }),
      }),
    ).rejects.toThrow('owner')
  await client.setBalance({ address: owner.address, value: parseEther('1') })
  const held = await client.getBalance({ address: friends[1] })
  const before = await depositOf(first())
  await mined(await client.writeContract({ ...withdraw, account: owner }))
  expect(await client.getBalance({ address: friends[1] })).toBe(held + 7n)
  expect(await depositOf(first())).toBe(before - 7n)
})

test('a stored state without the contracts gets them, and keeps what happened there', {
  timeout: 60_000,
}, async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'latchkey-devnet-test-'))
  onTestFinished(() => rm(stateDir, { recursive: true, force: true }))
  const older = await startDevnet({ ports: 'free', stateDir })
  for (const { url, deployment } of older.chains) await removeSmartAccounts(url, deployment)
  const [chain] = older.chains
  if (!chain) throw new Error('no chain')
  await clientOf(chain).setBalance({ address: friends[1], value: 77n })
  await older.close()

  const notices: string[] = []
  const newer = await startDevnet({
    ports: 'free',
    stateDir,
    onNotice: (text) => notices.push(text),
  })
  onTestFinished(() => newer.close())
  expect(notices).toEqual([])
  for (const each of newer.chains) {
    for (const contract of knownContracts) {
      const code = await clientOf(each).getCode({ address: contract.address })
      expect(isKnownCode(contract, each.chainId, code)).toBe(true)
    }
    expect(await depositOf(each)).toBeGreaterThan(parseEther('100'))
  }
  const [again] = newer.chains
  expect(again && (await clientOf(again).getBalance({ address: friends[1] }))).toBe(77n)
})

test('a stored state without the contracts of sessions gets them, and nothing else', {
  timeout: 60_000,
}, async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'latchkey-devnet-test-'))
  onTestFinished(() => rm(stateDir, { recursive: true, force: true }))
  const older = await startDevnet({ ports: 'free', stateDir })
  const deposits = await Promise.all(older.chains.map(depositOf))
  for (const { url } of older.chains) await removeSessions(url)
  for (const chain of older.chains) await clientOf(chain).setBalance({ ...executor, value: 78n })
  await older.close()

  const newer = await startDevnet({ ports: 'free', stateDir })
  onTestFinished(() => newer.close())
  for (const each of newer.chains) {
    for (const contract of knownContracts) {
      const code = await clientOf(each).getCode({ address: contract.address })
      expect(isKnownCode(contract, each.chainId, code), contract.address).toBe(true)
    }
    expect(await clientOf(each).getBalance(executor)).toBe(78n)
  }
  expect(await Promise.all(newer.chains.map(depositOf))).toEqual(deposits)
})

test('a chain may be without smart accounts: it has no contracts and refuses such transactions', {
  timeout: 60_000,
}, async () => {
  const plain = await startDevnet({ ports: 'free', withoutSmartAccounts: [31_338] })
  onTestFinished(() => plain.close())
  const [with7702, without] = plain.chains.map(clientOf)
  const ann = privateKeyToAccount(generatePrivateKey())
  expect(await with7702?.getCode({ address: delegator })).toBeDefined()
  expect(await without?.getCode({ address: delegator })).toBeUndefined()
  expect(await without?.getCode({ address: entryPoint })).toBeUndefined()
  await without?.setBalance({ address: ann.address, value: parseEther('1') })
  const authorization = await ann.signAuthorization({
    contractAddress: delegator,
    chainId: 31_338,
    nonce: 1,
  })
  const upgrade = without?.sendTransaction({
    account: ann,
    to: ann.address,
    gas: 300_000n,
    authorizationList: [authorization],
  })
  await expect(upgrade).rejects.toThrow(BaseError)
})

test('the paymaster and the executor are refilled', async () => {
  const client = clientOf(first())
  const deposit = await depositOf(first())
  const owner = privateKeyToAccount(sponsor.privateKey)
  await client.setBalance({ address: owner.address, value: parseEther('1') })
  await mined(
    await client.writeContract({
      account: owner,
      address: paymasterOf(),
      abi: paymasterAbi,
      functionName: 'withdraw',
      args: [friends[0], deposit - 1n],
    }),
  )
  await client.setBalance({ address: executor.address, value: 1n })
  await fundSmartAccounts(first())
  expect(await depositOf(first())).toBe(parseEther('1000'))
  expect(await client.getBalance(executor)).toBe(parseEther('1000'))
})

type Chain = Devnet['chains'][number]

function first(): Chain {
  const [chain] = devnet.chains
  if (!chain) throw new Error('no chain runs')
  return chain
}

const paymasterOf = (): Address => first().deployment.smartAccounts.paymaster

function clientOf({ url, chainId }: Pick<Chain, 'url' | 'chainId'>) {
  return createTestClient({
    mode: 'anvil',
    chain: { ...foundry, id: chainId },
    transport: http(url),
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions)
}

const depositOf = (chain: Chain): Promise<bigint> =>
  clientOf(chain).readContract({
    address: chain.deployment.smartAccounts.paymaster,
    abi: paymasterAbi,
    functionName: 'deposited',
  })

const authorize = (account: PrivateKeyAccount, nonce: number) =>
  account.signAuthorization({ contractAddress: delegator, chainId: first().chainId, nonce })

async function mined(hash: Hex): Promise<string> {
  return (await clientOf(first()).waitForTransactionReceipt({ hash })).status
}

const sign = (
  account: PrivateKeyAccount,
  operation: PackedUserOperation,
  chainId = first().chainId,
): Promise<Hex> => account.signTypedData(userOperationTypedData(operation, chainId))

/** An operation that pays nothing to a friend, sponsored and signed. */
async function sponsored(
  account: PrivateKeyAccount,
  {
    validAfter = times.validAfter,
    validUntil = times.validUntil,
    signer = privateKeyToAccount(sponsor.privateKey),
    chainId = first().chainId,
  },
): Promise<PackedUserOperation> {
  const limits = { paymasterVerificationGasLimit: 100_000n, paymasterPostOpGasLimit: 0n }
  const fields: UserOperationFields = {
    sender: account.address,
    nonce: 0n,
    callData: encodeCalls(friends.map((to) => ({ to, value: 0n, data: '0x' }))),
    callGasLimit: 300_000n,
    verificationGasLimit: 200_000n,
    preVerificationGas: 60_000n,
    maxFeePerGas: 2_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    signature: '0x',
    sponsor: { paymaster: paymasterOf(), ...limits, paymasterData: '0x' },
  }
  const data = sponsorshipTypedData(packUserOperation(fields), { validAfter, validUntil }, chainId)
  const paymasterData = sponsorshipData(
    { validAfter, validUntil },
    await signer.signTypedData(data),
  )
  const operation = packUserOperation({
    ...fields,
    sponsor: { paymaster: paymasterOf(), ...limits, paymasterData },
  })
  return { ...operation, signature: await sign(account, operation) }
}

/** Sends an operation through EntryPoint. @throws the reason for which EntryPoint refuses it */
async function handle(
  operation: PackedUserOperation,
  authorizationList: Awaited<ReturnType<typeof authorize>>[] = [],
): Promise<string> {
  const client = clientOf(first())
  const call = {
    account: privateKeyToAccount(executor.privateKey),
    address: entryPoint,
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [[operation], executor.address],
    gas: 2_000_000n,
    ...(authorizationList.length > 0 && { authorizationList }),
  } as const
  await client.simulateContract(call)
  return mined(await client.writeContract(call))
}
