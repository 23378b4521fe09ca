import { encodeCalls } from '@latchkey/protocol/smartAccounts/calls'
import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import { isSmartAccountCode } from '@latchkey/protocol/smartAccounts/delegation'
import { createServer } from 'node:http'
import { parseEther, parseGwei, zeroAddress, type Hex } from 'viem'
import {
  formatUserOperationRequest,
  type UserOperation,
  type UserOperationReceipt,
} from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import {
  authorize,
  chainClient,
  createOperator,
  payingProject,
  smartAccountOf,
  smartAccountsFor,
} from '../testing/smartAccountsOn.ts'
import { startTestApis } from '../testing/startTestApis.ts'
import { evmNodes } from '../chains/evm/nodes/evmNodes.ts'
import { createNodes } from '../providers/nodes.ts'
import { findCost } from './entryPoint.ts'
import { requiredPreVerificationGas } from './operationGas.ts'
import { fieldsOf, userOperationShape } from '@latchkey/protocol/smartAccounts/bundler'
import { packUserOperation } from '@latchkey/protocol/smartAccounts/userOperation'
import * as v from 'valibot'

const { devnet, start } = startTestApis()
const friends = [`0x${'f1'.repeat(20)}`, `0x${'f2'.repeat(20)}`] as const
const soon = { timeout: 60_000 }

function chain(index = 0) {
  const found = devnet().chains[index]
  if (!found) throw new Error('no chain runs')
  return found
}

type Operator = Awaited<ReturnType<typeof createOperator>>
type Reply = { result?: unknown; error?: { code: number; message: string } }

/** Sends a JSON-RPC request as it is. @param client its address, for an API behind a proxy */
async function ask(
  url: string,
  method: string,
  params: unknown[],
  client?: string,
): Promise<Reply> {
  const response = await fetch(url, {
    method: 'POST',
    ...(client !== undefined && { headers: { 'x-forwarded-for': client } }),
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  })
  return (await response.json()) as Reply // our own API
}

/** The address of another client at each call. */
let clients = 0
const anotherClient = () => `198.51.${100 + Math.floor(++clients / 250)}.${clients % 250}`

const submit = ({ url }: Operator, operation: object, point: string = entryPoint) =>
  ask(url('bundler'), 'eth_sendUserOperation', [operation, point])

/** Asks the paymaster for a signature in the name of an account, as anybody can. */
async function requestSponsorship(
  api: string,
  project: string,
  changes: Readonly<Record<string, unknown>> = {},
  client = anotherClient(),
): Promise<Reply> {
  const owner = privateKeyToAccount(generatePrivateKey())
  const { eip7702Auth } = formatUserOperationRequest({
    authorization: await authorize(owner, chain().chainId),
  } as UserOperation) // only its authorisation is read
  const operation = {
    sender: owner.address,
    nonce: '0x0',
    callData: encodeCalls([{ to: friends[0], value: 0n, data: '0x' }]),
    maxFeePerGas: '0x77359400',
    maxPriorityFeePerGas: '0x3b9aca00',
    callGasLimit: '0xc350',
    verificationGasLimit: '0x186a0',
    preVerificationGas: '0xc350',
    paymasterVerificationGasLimit: '0xc350',
    paymasterPostOpGasLimit: '0x0',
    eip7702Auth,
    ...changes,
  }
  const url = `${api}/v1/paymaster?projectId=${project}&chainId=${chain().networkId}`
  const params = [operation, entryPoint, `0x${chain().chainId.toString(16)}`]
  return ask(url, 'pm_getPaymasterData', params, client)
}

/** A complete operation that was not sent, as JSON. */
async function prepared(
  { bundler, account, owner }: Operator,
  {
    calls = [{ to: friends[0], value: 0n, data: '0x' }],
    changes = {},
  }: {
    calls?: { to: Hex; value: bigint; data: Hex }[]
    changes?: Partial<UserOperation<'0.7'>>
  } = {},
) {
  const authorization = await authorize(owner, chain().chainId)
  const operation = {
    ...(await bundler.prepareUserOperation({ calls, authorization })),
    ...changes,
  }
  // the cast: viem's type has also members for other versions
  const signature = await account.signUserOperation(operation as UserOperation<'0.7'>)
  return formatUserOperationRequest({ ...operation, signature, authorization } as UserOperation)
}

test(
  'an account without Ether is upgraded and does a sponsored batch, by viem’s clients',
  soon,
  async () => {
    const api = await start(smartAccountsFor(devnet().chains))
    const { owner, client, bundler } = await createOperator(chain(), api)
    expect(await bundler.getSupportedEntryPoints()).toEqual([entryPoint])
    expect(await bundler.getChainId()).toBe(chain().chainId)
    const calls = friends.map((to) => ({ to, value: 0n, data: '0x1234' as const }))
    const authorization = await authorize(owner, chain().chainId)
    const hash = await bundler.sendUserOperation({ calls, authorization })
    const receipt = await bundler.waitForUserOperationReceipt({ hash, timeout: 30_000 })
    expect(receipt).toMatchObject({ success: true, userOpHash: hash, entryPoint })
    expect(isSmartAccountCode(await client.getCode(owner))).toBe(true)
    expect(await client.getBalance(owner)).toBe(0n)

    const next = await bundler.sendUserOperation({ calls })
    const second = await bundler.waitForUserOperationReceipt({ hash: next, timeout: 30_000 })
    expect(second.success).toBe(true)
    expect(second.receipt.transactionHash).not.toBe(receipt.receipt.transactionHash)
    for (const each of [receipt, second]) expectNoLoss(each)
    expect(await bundler.getUserOperation({ hash: next })).toMatchObject({
      entryPoint,
      transactionHash: second.receipt.transactionHash,
    })
  },
)

test(
  'an account that pays itself sends a batch, and its calls are in the receipt',
  soon,
  async () => {
    const api = await start(smartAccountsFor(devnet().chains))
    const operator = await createOperator(chain(), api, { isSponsored: false })
    const { owner, client, bundler } = operator
    await client.setBalance({ address: owner.address, value: parseEther('1') })
    const before = await client.getBalance({ address: friends[0] })
    const usdc = chain().deployment.dex.usd
    const hash = await bundler.sendUserOperation({
      calls: [
        { to: friends[0], value: 7n },
        { to: usdc, data: mintData(friends[1]) },
      ],
      authorization: await authorize(owner, chain().chainId),
    })
    const receipt = await bundler.waitForUserOperationReceipt({ hash, timeout: 30_000 })
    expect(receipt.success).toBe(true)
    expect(receipt.logs.map(({ address }) => address.toLowerCase())).toEqual([
      usdc.toLowerCase(),
      entryPoint.toLowerCase(),
    ])
    expect(await client.getBalance({ address: friends[0] })).toBe(before + 7n)
    expect(await client.getBalance(owner)).toBeLessThan(parseEther('1') - 7n)
  },
)

test('the receipt of a failed operation says what its calls reverted with', soon, async () => {
  const api = await start(smartAccountsFor(devnet().chains))
  const { owner, client, bundler } = await createOperator(chain(), api, { isSponsored: false })
  await client.setBalance({ address: owner.address, value: parseEther('1') })
  const hash = await bundler.sendUserOperation({
    // USDC that the account does not have
    calls: [
      { to: chain().deployment.dex.usd, data: `0xa9059cbb${'0'.repeat(63)}1${'0'.repeat(63)}1` },
    ],
    authorization: await authorize(owner, chain().chainId),
    callGasLimit: 100_000n,
    verificationGasLimit: 100_000n,
    preVerificationGas: 120_000n,
  })
  const receipt = await bundler.waitForUserOperationReceipt({ hash, timeout: 30_000 })
  expect(receipt).toMatchObject({ success: false, reason: expect.stringMatching(/^0xe450d38c/) })
})

test('an operation that pays the least costs the executor nothing', soon, async () => {
  const api = await start(smartAccountsFor(devnet().chains))
  for (const [data, isNew] of [
    ['0x', true],
    ['0x12', false],
    [`0x${'00'.repeat(5_000)}`, false],
    [`0x${'ff'.repeat(20_000)}`, false],
  ] as const) {
    const operator = await createOperator(chain(), api, { isSponsored: false })
    const { client, owner, bundler, account } = operator
    await client.setBalance({ address: owner.address, value: parseEther('1') })
    const authorization = await authorize(owner, chain().chainId)
    const calls = [{ to: friends[0], value: 0n, data }]
    if (!isNew) {
      const hash = await bundler.sendUserOperation({ calls, authorization })
      await bundler.waitForUserOperationReceipt({ hash, timeout: 30_000 })
    }
    const given = isNew ? { authorization } : {}
    const whole = await bundler.prepareUserOperation({ calls, ...given })
    const fields = v.parse(
      userOperationShape,
      formatUserOperationRequest({ ...whole, signature: '0x' } as UserOperation),
    )
    const required = requiredPreVerificationGas(
      // the account's signature has 65 bytes
      packUserOperation({ ...fieldsOf(fields), signature: `0x${'01'.repeat(65)}` }),
      isNew,
    )
    expect(whole.preVerificationGas).toBeGreaterThanOrEqual(required)
    const operation = { ...whole, preVerificationGas: required } as UserOperation<'0.7'>
    const signature = await account.signUserOperation(operation)
    const { result, error } = await submit(
      operator,
      formatUserOperationRequest({ ...operation, signature, ...given } as UserOperation),
    )
    expect(error).toBeUndefined()
    const receipt = await bundler.waitForUserOperationReceipt({
      hash: result as Hex, // our own answer
      timeout: 30_000,
    })
    expectNoLoss(receipt)
  }
})

/** Expects that an operation has paid for its transaction. */
function expectNoLoss({ actualGasCost, receipt }: UserOperationReceipt): void {
  expect(actualGasCost).toBeGreaterThanOrEqual(receipt.gasUsed * receipt.effectiveGasPrice)
}

test('foreign accounts, foreign code, and wrong authorisations are refused', soon, async () => {
  const api = await start(smartAccountsFor(devnet().chains))
  const operator = await createOperator(chain(), api)
  const { owner, client } = operator
  const good = await prepared(operator)
  const thief = privateKeyToAccount(generatePrivateKey())
  const withAuth = async (authorization: Awaited<ReturnType<typeof authorize>>) =>
    submit(operator, {
      ...good,
      eip7702Auth: formatUserOperationRequest({ authorization } as UserOperation).eip7702Auth,
    })
  const { chainId } = chain()
  for (const [authorization, message] of [
    [await authorize(owner, 0), 'for all chains'],
    [await authorize(owner, 1), 'another chain'],
    [await authorize(owner, chainId, { nonce: 1 }), 'nonce has to be 0'],
    [await authorize(owner, chainId, { contract: entryPoint }), 'the contract has to be'],
    [await authorize(owner, chainId, { contract: zeroAddress }), 'the contract has to be'],
    [await authorize(thief, chainId), 'another account has signed'],
  ] as const) {
    const { error } = await withAuth(authorization)
    expect(error).toMatchObject({ code: -32_602 })
    expect(error?.message).toContain(message)
  }
  const { eip7702Auth: _, ...without } = good
  expect((await submit(operator, without)).error).toMatchObject({ code: -32_500 })
  // an account that has delegated to other code, and a contract
  await client.setCode({ address: thief.address, bytecode: `0xef0100${'ab'.repeat(20)}` })
  for (const sender of [thief.address, chain().deployment.multicall3])
    expect((await submit(operator, { ...without, sender })).error).toMatchObject({
      code: -32_500,
      message: 'The account is no smart account that this bundler knows',
    })
  expect(await client.getCode(owner)).toBeUndefined()
  expect((await submit(operator, good)).error).toBeUndefined()
})

test('signatures of another key, chain, EntryPoint or operation are refused', soon, async () => {
  const api = await start(smartAccountsFor(devnet().chains))
  const operator = await createOperator(chain(), api)
  const { client, bundler, owner } = operator
  const good = await prepared(operator)
  const thief = await smartAccountOf(client, privateKeyToAccount(generatePrivateKey()))
  const authorization = await authorize(owner, chain().chainId)
  const calls = [{ to: friends[0], value: 0n, data: '0x' as const }]
  // the cast: viem's type has also members for other versions
  const whole = (await bundler.prepareUserOperation({
    calls,
    authorization,
  })) as UserOperation<'0.7'>
  const elsewhere = { ...whole, chainId: chain(1).chainId }
  for (const signature of [
    await thief.signUserOperation(whole),
    await operator.account.signUserOperation(elsewhere),
    `0x${'00'.repeat(65)}` as const,
  ]) {
    const request = formatUserOperationRequest({
      ...whole,
      signature,
      authorization,
    } as UserOperation)
    const { error } = await submit(operator, request)
    expect(error?.message).toMatch(/^AA2[34]/)
  }
  for (const change of [
    { callData: encodeCalls([{ to: friends[1], value: 0n, data: '0x' }]) },
    { callGasLimit: '0xfffff' },
    { maxFeePerGas: '0xffffffffff' },
    { paymasterVerificationGasLimit: '0xfffff' },
  ]) {
    const { error } = await submit(operator, { ...good, ...change })
    expect(error?.code).toBe(-32_507)
  }
  for (const point of ['0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108', zeroAddress])
    expect((await submit(operator, good, point)).error).toMatchObject({ code: -32_602 })
  expect((await submit(operator, { ...good, paymaster: friends[0] })).error).toMatchObject({
    code: -32_501,
  })
})

test(
  'an operation is done once: again it is the same hash, and later its nonce is refused',
  soon,
  async () => {
    const api = await start(smartAccountsFor(devnet().chains))
    const operator = await createOperator(chain(), api)
    const { bundler, client, owner } = operator
    const good = await prepared(operator)
    const [first, again] = await Promise.all([submit(operator, good), submit(operator, good)])
    expect(first.result).toMatch(/^0x[0-9a-f]{64}$/)
    expect(again).toEqual(first)
    const hash = first.result as Hex // our own answer
    await bundler.waitForUserOperationReceipt({ hash, timeout: 30_000 })
    expect(await submit(operator, good)).toEqual(first)
    const { eip7702Auth: _, ...other } = await prepared(operator, {
      calls: [{ to: friends[1], value: 0n, data: '0x' }],
      changes: { nonce: BigInt(good.nonce) },
    })
    expect((await submit(operator, other)).error?.message).toMatch(/^AA/)

    // signed while the account was a smart account, and sent after it was turned off
    const { eip7702Auth: _unused, ...next } = await prepared(operator)
    const off = await authorize(owner, chain().chainId, { nonce: 1, contract: zeroAddress })
    const sender = privateKeyToAccount(generatePrivateKey())
    await client.setBalance({ address: sender.address, value: parseEther('1') })
    const turnedOff = await client.sendTransaction({
      account: sender,
      to: sender.address,
      gas: 100_000n,
      authorizationList: [off],
    })
    await client.waitForTransactionReceipt({ hash: turnedOff })
    expect(await client.getCode(owner)).toBeUndefined()
    expect((await submit(operator, next)).error).toMatchObject({ code: -32_500 })
    // the authorisation of the first operation counts no more
    expect(
      (await submit(operator, { ...next, eip7702Auth: good.eip7702Auth })).error,
    ).toMatchObject({
      code: -32_602,
      message: 'eip7702Auth: its nonce has to be 2',
    })
  },
)

test('each field is checked at the border, and sizes are limited', soon, async () => {
  const api = await start(smartAccountsFor(devnet().chains))
  const operator = await createOperator(chain(), api)
  const good = await prepared(operator)
  for (const [change, message] of [
    [{ sender: '0x1' }, 'sender'],
    [{ sender: undefined }, 'sender'],
    [{ nonce: 'one' }, 'nonce'],
    [{ nonce: 1 }, 'nonce'],
    [{ callData: '0x123' }, 'callData'],
    [{ callData: `0x${'00'.repeat(64 * 1024 + 1)}` }, 'callData'],
    [{ callGasLimit: `0x1${'0'.repeat(32)}` }, 'callGasLimit'],
    [{ maxFeePerGas: '-0x1' }, 'maxFeePerGas'],
    [{ signature: '0x' + 'ff'.repeat(2_000) }, 'signature'],
    [{ factory: friends[0], factoryData: '0x' }, 'factory'],
    [{ eip7702Auth: { address: '0x1' } }, 'eip7702Auth'],
    [{ callGasLimit: '0xffffffff' }, 'All limits'],
    [{ preVerificationGas: '0x1' }, 'preVerificationGas has to be at least'],
    [{ maxFeePerGas: '0x1' }, 'maxPriorityFeePerGas is above'],
    [{ maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' }, 'maxFeePerGas has to be at least'],
    [{ maxPriorityFeePerGas: '0x1' }, 'maxPriorityFeePerGas has to be at least'],
  ] as const) {
    const { error } = await submit(operator, { ...good, ...change })
    expect(error?.code, message).toBe(-32_602)
    expect(error?.message).toContain(message)
  }
  const url = operator.url('bundler')
  expect((await ask(url, 'eth_sendUserOperation', [])).error?.code).toBe(-32_602)
  expect((await ask(url, 'eth_getUserOperationReceipt', ['0x12'])).error?.code).toBe(-32_602)
  expect((await ask(url, 'eth_sendTransaction', [])).error?.code).toBe(-32_601)
  expect(
    (await ask(url, 'eth_getUserOperationReceipt', [`0x${'12'.repeat(32)}`])).result,
  ).toBeNull()
  const statusOf = async (body: string, path = url) =>
    (await fetch(path, { method: 'POST', body })).status
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
  expect(await statusOf(JSON.stringify(Array(10).fill(request)))).toBe(200)
  expect(await statusOf(JSON.stringify(Array(11).fill(request)))).toBe(400)
  expect(await statusOf('{')).toBe(400)
  expect(await statusOf(' '.repeat(300_000))).toBe(413)
  expect(await statusOf(JSON.stringify(request), url.replace('31337', '1'))).toBe(400)
})

test('an account may have four operations that wait, one after another', soon, async () => {
  const api = await start(smartAccountsFor(devnet().chains))
  const operator = await createOperator(chain(), api)
  const { bundler, client, owner } = operator
  const authorization = await authorize(owner, chain().chainId)
  const calls = [{ to: friends[0], value: 0n }]
  const first = await bundler.sendUserOperation({ calls, authorization, nonce: 0n })
  await bundler.waitForUserOperationReceipt({ hash: first, timeout: 30_000 })
  await client.setAutomine(false)
  onTestFinished(() => client.setAutomine(true))
  const hashes: Hex[] = []
  for (const nonce of [1n, 2n, 3n, 4n])
    hashes.push(await bundler.sendUserOperation({ calls, nonce }))
  await expect(bundler.sendUserOperation({ calls, nonce: 5n })).rejects.toThrow('too many')
  await expect(bundler.sendUserOperation({ calls, nonce: 9n })).rejects.toThrow('AA25')
  await client.setAutomine(true)
  await client.mine({ blocks: 1 })
  for (const hash of hashes)
    expect((await bundler.waitForUserOperationReceipt({ hash, timeout: 30_000 })).success).toBe(
      true,
    )
})

test('the paymaster pays for allowed calls of its site alone', soon, async () => {
  const usdc = chain().deployment.dex.usd
  const policy = {
    contracts: { [usdc]: ['mint(address,uint256)'], [friends[0]]: '*' },
    perDay: '1000',
    accountPerDay: '10',
  }
  const api = await start(smartAccountsFor(devnet().chains, { policy }))
  const operator = await createOperator(chain(), api)
  const allowed = { to: usdc, value: 0n, data: mintData(friends[1]) }
  expect(
    (await submit(operator, await prepared(operator, { calls: [allowed] }))).error,
  ).toBeUndefined()
  const other = await createOperator(chain(), api)
  for (const [calls, message] of [
    [[{ to: usdc, value: 0n, data: '0xa9059cbb' as const }], 'is not paid'],
    [[{ to: usdc, value: 0n, data: '0x' as const }], 'is not paid'],
    [[allowed, { to: friends[1], value: 0n, data: '0x' as const }], 'are not paid'],
    [[allowed, { to: usdc, value: 0n, data: '0x095ea7b3' as const }], 'is not paid'],
  ] as const)
    await expect(
      other.bundler.sendUserOperation({
        calls,
        authorization: await authorize(other.owner, chain().chainId),
      }),
    ).rejects.toThrow(message)
  const stranger = await createOperator(chain(), api, { project: 'another' })
  const authorization = await authorize(stranger.owner, chain().chainId)
  await expect(
    stranger.bundler.sendUserOperation({ calls: [allowed], authorization }),
  ).rejects.toThrow('Nothing is paid for this site')
  // call data that are not ours, with a function that is: the account would not do these calls
  const { error } = await ask(other.url('paymaster'), 'pm_getPaymasterStubData', [
    { sender: other.owner.address, nonce: '0x0', callData: mintData(friends[1]) },
    entryPoint,
    `0x${chain().chainId.toString(16)}`,
    {},
  ])
  expect(error).toMatchObject({ code: -32_501 })
})

test(
  'no operation is paid that offers far more than it needs, because its sender would get the rest',
  soon,
  async () => {
    const api = await start(smartAccountsFor(devnet().chains))
    const operator = await createOperator(chain(), api)
    const good = await prepared(operator)
    const pay = (changes: object) =>
      ask(operator.url('paymaster'), 'pm_getPaymasterData', [
        { ...good, ...changes },
        entryPoint,
        `0x${chain().chainId.toString(16)}`,
        {},
      ])
    expect((await pay({})).error).toBeUndefined()
    for (const name of [
      'callGasLimit',
      'verificationGasLimit',
      'preVerificationGas',
      'paymasterVerificationGasLimit',
      'paymasterPostOpGasLimit',
    ])
      expect((await pay({ [name]: '0x5b8d80' })).error?.message).toContain(`${name} may be`)
    const high = '0x174876e800'
    expect((await pay({ maxFeePerGas: high })).error?.message).toContain('maxFeePerGas may be')
    expect(
      (await pay({ maxFeePerGas: high, maxPriorityFeePerGas: high })).error?.message,
    ).toContain('maxPriorityFeePerGas may be')
  },
)

test('calls that revert are not paid', soon, async () => {
  const api = await start(smartAccountsFor(devnet().chains))
  const { bundler, owner } = await createOperator(chain(), api)
  const calls = [{ to: chain().deployment.dex.usd, data: '0xa9059cbb' as const }]
  const authorization = await authorize(owner, chain().chainId)
  await expect(bundler.sendUserOperation({ calls, authorization })).rejects.toThrow('revert')
})

test('projects that a caller invents share one budget', soon, async () => {
  // an operation of 250,000 gas at 2 gwei reserves 0.0005 Ether
  const policy = { contracts: '*', perDay: '0.0011', accountPerDay: '0.0011' }
  const accounts = smartAccountsFor(devnet().chains, { policy, project: '*' })
  const options = { ...accounts, trustProxy: 1 }
  const open = await start(options)
  const signed = async (api: string, projects: readonly string[]) => {
    const replies: Reply[] = []
    for (const project of projects) replies.push(await requestSponsorship(api, project))
    return replies.map(({ result }) => result !== undefined)
  }
  expect(await signed(open, ['one', 'two', 'three', '', 'four'])).toEqual([
    ...[true, true],
    ...[false, false, false],
  ])
  const listed = await start({ ...options, projects: ['one', 'two'] })
  expect(await signed(listed, ['one', 'two', 'one', 'two', 'one', 'three'])).toEqual([
    ...[true, true, true, true],
    ...[false, false],
  ])
})

test('one client does not reserve the whole day of a site', soon, async () => {
  // an operation of 250,000 gas at 2 gwei reserves 0.0005 Ether
  const policy = { contracts: '*', perDay: '0.0042', accountPerDay: '0.0011' }
  const api = await start({ ...smartAccountsFor(devnet().chains, { policy }), trustProxy: 1 })
  const ofOne = await Promise.all(
    Array.from({ length: 12 }, () => requestSponsorship(api, payingProject, {}, '192.0.2.1')),
  )
  expect(ofOne.filter(({ result }) => result !== undefined)).toHaveLength(2)
  expect(ofOne.find(({ error }) => error)?.error).toMatchObject({ code: -32_504 })
  expect((await requestSponsorship(api, payingProject, {}, '192.0.2.2')).result).toBeDefined()
})

test('a sponsorship that would reserve nothing is refused', soon, async () => {
  const api = await start(smartAccountsFor(devnet().chains))
  const free = { maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' }
  expect(await requestSponsorship(api, payingProject, free)).toMatchObject({
    error: { code: -32_602 },
  })
  expect((await requestSponsorship(api, payingProject)).result).toBeDefined()
})

test('an authorisation without a signature is refused', soon, async () => {
  const api = await start(smartAccountsFor(devnet().chains))
  const operator = await createOperator(chain(), api)
  const operation = await prepared(operator)
  for (const empty of [{ r: '0x' }, { s: '0x' }, { r: '0x', s: '0x' }, { r: '0x00', s: '0x00' }]) {
    const eip7702Auth = { ...operation.eip7702Auth, ...empty }
    expect(await submit(operator, { ...operation, eip7702Auth })).toMatchObject({
      error: { code: -32_602 },
    })
  }
})

test('50 requests at once do not pass the limit of a site, nor that of an account', {
  timeout: 120_000,
}, async () => {
  // an operation of 250,000 gas at 2 gwei reserves 0.0005 Ether
  const policy = { contracts: '*', perDay: '0.0042', accountPerDay: '0.0011' }
  const api = await start({ ...smartAccountsFor(devnet().chains, { policy }), trustProxy: 1 })
  const fees = { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x3b9aca00' }
  const limits = {
    callGasLimit: '0xc350',
    verificationGasLimit: '0x186a0',
    preVerificationGas: '0xc350',
    paymasterVerificationGasLimit: '0xc350',
    paymasterPostOpGasLimit: '0x0',
  }
  const request = async (key: Hex, nonce: number) => {
    const owner = privateKeyToAccount(key)
    const eip7702Auth = formatUserOperationRequest({
      authorization: await authorize(owner, chain().chainId),
    } as UserOperation).eip7702Auth
    const callData = encodeCalls([{ to: friends[0], value: 0n, data: '0x' }])
    return ask(
      `${api}/v1/paymaster?projectId=${payingProject}&chainId=${chain().networkId}`,
      'pm_getPaymasterData',
      [
        {
          ...{ sender: owner.address, nonce: `0x${nonce.toString(16)}`, callData },
          ...fees,
          ...limits,
          eip7702Auth,
        },
        entryPoint,
        `0x${chain().chainId.toString(16)}`,
      ],
      anotherClient(),
    )
  }
  const count = (replies: readonly Reply[]) => ({
    signed: replies.filter(({ result }) => result !== undefined).length,
    refused: replies.filter(({ error }) => error?.code === -32_504).length,
  })
  const sole = generatePrivateKey()
  const ofOne = await Promise.all(Array.from({ length: 50 }, (_, nonce) => request(sole, nonce)))
  expect(count(ofOne)).toEqual({ signed: 2, refused: 48 })
  const ofMany = await Promise.all(
    Array.from({ length: 50 }, () => request(generatePrivateKey(), 0)),
  )
  // 0.0042 are eight of 0.0005, of which two are gone
  expect(count(ofMany)).toEqual({ signed: 6, refused: 44 })
  // the same operation again reserves nothing more
  const signed = ofOne.findIndex(({ result }) => result !== undefined)
  const again = await Promise.all(Array.from({ length: 5 }, () => request(sole, signed)))
  expect(count(again)).toEqual({ signed: 5, refused: 0 })
})

test('what an operation did not cost is free again', soon, async () => {
  const policy = { contracts: '*', perDay: '1', accountPerDay: '0.0009' }
  const api = await start(smartAccountsFor(devnet().chains, { policy }))
  const { bundler, owner } = await createOperator(chain(), api)
  const authorization = await authorize(owner, chain().chainId)
  const calls = [{ to: friends[0], value: 0n }]
  const fees = { maxFeePerGas: parseGwei('2'), maxPriorityFeePerGas: parseGwei('1') }
  const first = await bundler.sendUserOperation({ calls, authorization, ...fees })
  const { actualGasCost } = await bundler.waitForUserOperationReceipt({
    hash: first,
    timeout: 30_000,
  })
  // two reservations together would pass the limit, but not one and what the first has cost
  expect(actualGasCost).toBeLessThan(parseEther('0.0004'))
  await expect.poll(() => bundler.sendUserOperation({ calls, ...fees })).toMatch(/^0x/)
})

test('the cost of an operation is found by its account and nonce', soon, async () => {
  const api = await start(smartAccountsFor(devnet().chains))
  const { bundler, owner } = await createOperator(chain(), api)
  const authorization = await authorize(owner, chain().chainId)
  const calls = [{ to: friends[0], value: 0n }]
  const hash = await bundler.sendUserOperation({ calls, authorization })
  const receipt = await bundler.waitForUserOperationReceipt({ hash, timeout: 30_000 })
  const { actualGasCost } = receipt
  const nonce = BigInt(receipt.nonce) // viem leaves it as hex
  const { url, networkId, chainId, deployment } = chain()
  const nodes = createNodes({ urls: [url], networkId, rules: evmNodes, fetch, timeLimit: 5_000 })
  const { paymaster } = deployment.smartAccounts
  const find = (change: object) =>
    findCost(
      { networkId, chainId, nodes },
      { sender: owner.address, paymaster, nonce, ...change },
      0,
      AbortSignal.timeout(5_000),
    )
  expect(await find({})).toBe(actualGasCost)
  expect(await find({ nonce: nonce + 1n })).toBeUndefined()
  expect(await find({ sender: friends[0] })).toBeUndefined()
  expect(await find({ paymaster: friends[0] })).toBeUndefined()
})

test(
  'a chain without the contracts is not offered, and the log and /health say so',
  soon,
  async () => {
    const errors: string[] = []
    const { address } = { address: chain(1).deployment.smartAccounts.delegator }
    const client = chainClient(chain(1))
    const code = await client.getCode({ address })
    await client.setCode({ address, bytecode: '0x00' })
    onTestFinished(() => client.setCode({ address, bytecode: code ?? '0x' }))
    const api = await start({
      ...smartAccountsFor(devnet().chains),
      log: ({ error, level }) => void (level === 'error' && error && errors.push(error)),
    })
    const chainIdOf = (networkId: string) =>
      ask(`${api}/v1/bundler?chainId=${networkId}`, 'eth_chainId', [])
    expect((await chainIdOf('eip155:31337')).result).toBe('0x7a69')
    expect(await chainIdOf('eip155:31338')).toMatchObject({ status: 'FAILED' })
    expect(errors).toContain(
      'ContractsError: eip155:31338 has no smart accounts: the known code of delegator is missing there',
    )
    expect(await (await fetch(`${api}/health`)).text()).toContain(
      'eip155:31338 smart accounts: the known code of delegator is missing there',
    )
  },
)

test('without options there is neither', soon, async () => {
  const api = await start()
  for (const [path, method] of [
    ['bundler', 'eth_chainId'],
    ['paymaster', 'pm_getPaymasterData'],
  ] as const)
    expect(await ask(`${api}/v1/${path}?chainId=eip155:31337`, method, [])).toMatchObject({
      status: 'FAILED',
      reasons: [{ field: 'chainId' }],
    })
})

test('an executor without coins raises an alarm, and its operations wait', soon, async () => {
  const poor = generatePrivateKey()
  const errors: string[] = []
  const api = await start({
    ...smartAccountsFor(devnet().chains, { executors: [poor] }),
    log: ({ error, level }) => void (level === 'error' && error && errors.push(error)),
  })
  const operator = await createOperator(chain(), api)
  const { error } = await submit(operator, await prepared(operator))
  expect(error).toBeUndefined()
  await expect
    .poll(() => errors)
    .toContain('ExecutorError: An executor of eip155:31337 is empty: refill it')
  expect(await (await fetch(`${api}/health`)).text()).toContain(
    'eip155:31337 smart accounts: an executor is empty',
  )
  expect(await (await fetch(`${api}/metrics`)).text()).toContain(
    'latchkey_api_executors_low{chain="eip155:31337"} 1',
  )
})

test('a low deposit of the paymaster raises an alarm', soon, async () => {
  const errors: string[] = []
  const api = await start({
    ...smartAccountsFor(devnet().chains, { lowDeposit: '100000' }),
    log: ({ error, level }) => void (level === 'error' && error && errors.push(error)),
  })
  await expect
    .poll(() => errors)
    .toContain('DepositError: The paymaster of eip155:31337 is low: refill its deposit')
  expect(await (await fetch(`${api}/health`)).text()).toContain(
    'eip155:31337 smart accounts: the deposit is low',
  )
  expect(await (await fetch(`${api}/metrics`)).text()).toContain(
    'latchkey_api_deposits_low{chain="eip155:31337"} 1',
  )
})

test('another bundler and paymaster get what was checked, and nothing else', soon, async () => {
  const bodies: { url: string | undefined; body: { method: string; params: object[] } }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      bodies.push({ url: request.url, body: JSON.parse(text) })
      response.setHeader('content-type', 'application/json')
      response.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32500,"message":"AA21"}}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const url = `http://127.0.0.1:${port}/{chainId}/rpc`
  const api = await start({
    names: { zones: [] },
    smartAccounts: { bundler: { url }, paymaster: { url } },
  })
  const own = await start(smartAccountsFor(devnet().chains))
  const operator = await createOperator(chain(), own)
  const good = await prepared(operator)
  const at = (path: string) => `${api}/v1/${path}?chainId=eip155:31337`
  const sent = { ...good, evil: 'yes', paymaster: friends[0] }
  expect(await ask(at('bundler'), 'eth_sendUserOperation', [sent, entryPoint, 'more'])).toEqual({
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32_500, message: 'AA21' },
  })
  const [request] = bodies
  expect(request?.url).toBe('/31337/rpc')
  expect(request?.body.params).toHaveLength(2)
  expect(request?.body.params[0]).not.toHaveProperty('evil')
  expect(request?.body.params[0]).toMatchObject({ sender: good.sender, paymaster: friends[0] })
  expect(
    (await ask(at('bundler'), 'eth_sendUserOperation', [{ evil: 1 }, entryPoint])).error?.code,
  ).toBe(-32_602)
  expect((await ask(at('bundler'), 'debug_bundler_clearState', [])).error?.code).toBe(-32_601)
  expect(bodies).toHaveLength(1)
  await ask(at('paymaster'), 'pm_getPaymasterData', [sent, entryPoint, '0x7a69', { policy: 'a' }])
  expect(bodies[1]?.body.params[3]).toEqual({ policy: 'a' })
})

/** The call `mint(address,uint256)` of a token of the devnet. */
const mintData = (to: Hex): Hex =>
  `0x40c10f19${to.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
