import { hashTypedData, parseEther, recoverAddress, verifyMessage, verifyTypedData } from 'viem'
import { getBalance, getTransaction, waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { memoryStorage } from '../core/storage/storage.ts'
import { createDevelopmentWallet } from './developmentWallet.ts'
import type { DevelopmentWalletOptions } from './developmentWallet.ts'
import { startTestChains } from './startTestChains.ts'
import { clientOf } from './walletChain.ts'
import { behaviours } from './walletState.ts'

const first = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const second = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
let devnet: Awaited<ReturnType<typeof startTestChains>>

beforeAll(async () => {
  devnet = await startTestChains()
})
afterAll(() => devnet.close())

function makeWallet(options: Partial<DevelopmentWalletOptions> = {}) {
  const wallet = createDevelopmentWallet({ chains: devnet.chains, ...options })
  onTestFinished(wallet.close)
  const events: [string, unknown][] = []
  for (const name of ['connect', 'disconnect', 'accountsChanged', 'chainChanged'])
    wallet.provider.on(name, (payload) => events.push([name, payload]))
  const ask = (method: string, ...params: unknown[]) => wallet.provider.request({ method, params })
  return { ...wallet, ask, events }
}

async function makeConnected(options: Partial<DevelopmentWalletOptions> = {}) {
  const wallet = makeWallet(options)
  await wallet.ask('eth_requestAccounts')
  wallet.events.length = 0
  return wallet
}

/** The reason with which the promise rejects. It handles the rejection at once. */
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fulfilled',
    (reason: unknown) => reason,
  )
const code = (number: number) => expect.objectContaining({ name: 'ProviderRpcError', code: number })

test('the wallet shows no account before consent, and always the same account afterwards', async () => {
  const { ask, events } = makeWallet()
  expect(await ask('eth_accounts')).toEqual([])
  expect(await ask('eth_requestAccounts')).toEqual([first])
  expect(await ask('eth_accounts')).toEqual([first])
  expect(events).toEqual([['accountsChanged', [first]]])
})

test('a refusal rejects with 4001 and shows no account', async () => {
  const { ask, events } = makeWallet({ behaviour: 'refuse' })
  await expect(ask('eth_requestAccounts')).rejects.toEqual(code(4001))
  expect(await ask('eth_accounts')).toEqual([])
  expect(events).toEqual([])
})

test('a hanging wallet answers when a script approves', async () => {
  const { ask, waitForRequest } = makeWallet({ behaviour: 'hang' })
  const connecting = ask('eth_requestAccounts')
  const request = await waitForRequest()
  expect(request.consent.type).toBe('connect')
  request.approve({ accounts: [second, first] })
  expect(await connecting).toEqual([second, first])
})

test('a hanging wallet answers when its behaviour changes', async () => {
  const { ask, setBehaviour, waitForRequest } = makeWallet({ behaviour: 'hang' })
  const refusal = reasonOf(ask('eth_requestAccounts'))
  await waitForRequest()
  setBehaviour('refuse')
  expect(await refusal).toEqual(code(4001))
})

test('a second request to connect during an open one rejects with -32002', async () => {
  const { ask, getState, waitForRequest } = makeWallet({ behaviour: 'hang' })
  const connecting = ask('eth_requestAccounts')
  const request = await waitForRequest()
  await expect(ask('eth_requestAccounts')).rejects.toEqual(code(-32002))
  request.approve()
  expect(await connecting).toEqual([first])
  expect(getState().pending).toEqual([])
})

test('with the behaviour `pending`, a request to connect rejects with -32002', async () => {
  const { ask } = makeWallet({ behaviour: 'pending' })
  await expect(ask('eth_requestAccounts')).rejects.toEqual(code(-32002))
})

test('several sign requests stay pending in order', async () => {
  const { ask, getState, setBehaviour } = await makeConnected()
  setBehaviour('hang')
  const connecting = [ask('personal_sign', 'one', first), ask('personal_sign', 'two', first)]
  await expect
    .poll(() => getState().pending.map(({ consent }) => consent.type === 'sign' && consent.text))
    .toEqual(['one', 'two'])
  setBehaviour('approve')
  const [one, two] = await Promise.all(connecting)
  expect(one).not.toBe(two)
})

test('a locked wallet hides its accounts and lets a site wait until it is unlocked', async () => {
  const { ask, events, lock, unlock, waitForRequest } = await makeConnected()
  lock()
  expect(await ask('eth_accounts')).toEqual([])
  await expect(ask('personal_sign', 'hello', first)).rejects.toEqual(code(4100))
  const connecting = ask('eth_requestAccounts')
  expect((await waitForRequest()).consent.type).toBe('unlock')
  await expect(ask('eth_requestAccounts')).rejects.toEqual(code(-32002))
  unlock()
  expect(await connecting).toEqual([first])
  expect(events).toEqual([
    ['accountsChanged', []],
    ['accountsChanged', [first]],
  ])
})

test('a refusal to unlock rejects the request of the site', async () => {
  const { ask, waitForRequest } = makeWallet({ behaviour: 'locked' })
  const refusal = reasonOf(ask('eth_requestAccounts'))
  const request = await waitForRequest()
  request.refuse()
  expect(await refusal).toEqual(code(4001))
})

test('a wallet that disappears rejects pending requests with 4900, and can return', async () => {
  const { ask, disappear, events, setBehaviour, waitForRequest } = await makeConnected()
  setBehaviour('hang')
  const refusal = reasonOf(ask('personal_sign', 'hello', first))
  await waitForRequest()
  disappear()
  expect(await refusal).toEqual(code(4900))
  await expect(ask('eth_chainId')).rejects.toEqual(code(4900))
  setBehaviour('approve')
  expect(await ask('eth_accounts')).toEqual([first])
  expect(events).toEqual([
    ['disconnect', code(4900)],
    ['connect', { chainId: '0x7a69' }],
  ])
})

test('a signature of a text verifies, for plain text and for hex', async () => {
  const { ask } = await makeConnected()
  // verified below
  const signature = (await ask('personal_sign', 'Fresh bread at 7', first)) as `0x${string}`
  expect(await verifyMessage({ address: first, message: 'Fresh bread at 7', signature })).toBe(true)
  expect(await ask('personal_sign', '0x466c6f7572', first)).toBe(
    await ask('personal_sign', 'Flour', first),
  )
})

test('the consent has the text to sign, or null for other bytes', async () => {
  const { ask, setBehaviour, waitForRequest } = await makeConnected()
  setBehaviour('hang')
  const texts = []
  for (const data of ['0x4272656164', '0xff00ff']) {
    const connecting = ask('personal_sign', data, first)
    const request = await waitForRequest()
    texts.push(request.consent.type === 'sign' && request.consent.text)
    request.approve()
    await connecting
  }
  expect(texts).toEqual(['Bread', null])
})

const order = {
  domain: { name: 'Bakery', version: '1', chainId: 31337, verifyingContract: second },
  types: {
    Order: [
      { name: 'loaves', type: 'uint256' },
      { name: 'note', type: 'string' },
    ],
  },
  primaryType: 'Order',
  message: { loaves: '3', note: 'sliced' },
} as const

test('a signature of typed data verifies, also with numbers as text and an explicit domain type', async () => {
  const { ask } = await makeConnected()
  const signature = (await ask(
    'eth_signTypedData_v4',
    first,
    JSON.stringify(order),
  )) as `0x${string}` // verified below
  const typed = { ...order, message: { loaves: 3n, note: 'sliced' } } as const
  expect(await verifyTypedData({ ...typed, address: first, signature })).toBe(true)

  const EIP712Domain = [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ]
  const spelt = (await ask('eth_signTypedData_v4', first, {
    ...order,
    types: { ...order.types, EIP712Domain },
  })) as `0x${string}` // recovered below
  expect(
    (await recoverAddress({ hash: hashTypedData(typed), signature: spelt })).toLowerCase(),
  ).toBe(first)
})

test('typed data for another chain is rejected', async () => {
  const { ask } = await makeConnected()
  await expect(
    ask('eth_signTypedData_v4', first, { ...order, domain: { ...order.domain, chainId: 1 } }),
  ).rejects.toEqual(code(-32602))
})

test('the wallet sends a transaction that the chain includes', async () => {
  const { ask } = await makeConnected()
  const client = clientOf(devnet.chains[0])
  const to = '0x00000000000000000000000000000000000baced'
  const hash = (await ask('eth_sendTransaction', {
    from: first,
    to,
    value: '0x16345785d8a0000',
  })) as `0x${string}` // looked up below
  const receipt = await waitForTransactionReceipt(client, { hash })
  expect(receipt).toMatchObject({ status: 'success', from: first, to, type: 'eip1559' })
  expect(await getBalance(client, { address: to })).toBe(parseEther('0.1'))
})

test('the wallet keeps the data, the gas limit and the fees of the site', async () => {
  const { ask } = await makeConnected()
  const given = {
    from: first,
    to: second,
    data: '0x1234',
    gas: '0xea60',
    maxFeePerGas: '0x77359400',
    maxPriorityFeePerGas: '0x3b9aca00',
  }
  const hash = (await ask('eth_sendTransaction', given)) as `0x${string}` // looked up below
  const sent = await getTransaction(clientOf(devnet.chains[0]), { hash })
  expect(sent).toMatchObject({
    input: '0x1234',
    gas: 60_000n,
    maxFeePerGas: 2_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
})

test('the wallet sends several transactions that are approved at once', async () => {
  const { ask } = await makeConnected()
  const hashes = await Promise.all(
    [1, 2, 3].map(() => ask('eth_sendTransaction', { from: first, to: second, value: '0x1' })),
  )
  expect(new Set(hashes).size).toBe(3)
})

test('an error of the node is passed to the site', async () => {
  const { ask } = await makeConnected({ privateKeys: [`0x${'1'.repeat(64)}`] })
  const [poor] = (await ask('eth_accounts')) as [string] // one private key has one account
  const sent = ask('eth_sendTransaction', {
    from: poor,
    to: second,
    value: '0xde0b6b3a7640000',
    gas: '0x5208',
  })
  await expect(sent).rejects.toEqual(
    expect.objectContaining({
      code: -32003,
      message: expect.stringMatching(/insufficient funds/i),
    }),
  )
})

test('requests for accounts without permission reject with 4100', async () => {
  const { ask } = await makeConnected()
  await expect(ask('personal_sign', 'hello', second)).rejects.toEqual(code(4100))
  await expect(ask('eth_sendTransaction', { from: second, to: first })).rejects.toEqual(code(4100))
})

test('an unknown chain rejects with 4902; after it is added, the wallet switches to it and back', async () => {
  const [one, two] = devnet.chains
  const { ask, events } = await makeConnected({ chains: [one] })
  await expect(ask('wallet_switchEthereumChain', { chainId: '0x7a6a' })).rejects.toEqual(code(4902))
  const added = {
    chainId: '0x7a6a',
    chainName: 'Second',
    rpcUrls: [two.rpcUrl],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  expect(await ask('wallet_addEthereumChain', added)).toBe(null)
  expect([await ask('eth_chainId'), await ask('net_version')]).toEqual(['0x7a6a', '31338'])
  expect(await ask('wallet_switchEthereumChain', { chainId: '0x7a69' })).toBe(null)
  expect(await ask('wallet_switchEthereumChain', { chainId: '0x7a6a' })).toBe(null)
  expect(events).toEqual([
    ['chainChanged', '0x7a6a'],
    ['chainChanged', '0x7a69'],
    ['chainChanged', '0x7a6a'],
  ])
})

test('a chain whose node serves another chain is not added', async () => {
  const [one, two] = devnet.chains
  const { ask } = makeWallet({ chains: [one] })
  const wrong = {
    chainId: '0x1',
    chainName: 'Mainnet',
    rpcUrls: [two.rpcUrl],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  await expect(ask('wallet_addEthereumChain', wrong)).rejects.toEqual(code(-32602))
  await expect(
    ask('wallet_addEthereumChain', { ...wrong, rpcUrls: ['javascript:alert(1)'] }),
  ).rejects.toEqual(code(-32602))
})

test('the wallet emits events when the user changes the account or the network, or disconnects', async () => {
  const { ask, disconnect, events, selectAccount, switchChain } = await makeConnected()
  selectAccount(second)
  switchChain(31338)
  disconnect()
  expect(events).toEqual([
    ['accountsChanged', [second]],
    ['chainChanged', '0x7a6a'],
    ['accountsChanged', []],
  ])
  expect(await ask('eth_accounts')).toEqual([])
})

test('permissions are requested, listed and revoked', async () => {
  const { ask, events } = makeWallet({ origin: 'https://bakery.example' })
  const granted = await ask('wallet_requestPermissions', { eth_accounts: {} })
  expect(granted).toEqual([
    {
      invoker: 'https://bakery.example',
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: [first] }],
    },
  ])
  expect(await ask('wallet_getPermissions')).toEqual(granted)
  expect(await ask('wallet_revokePermissions', { eth_accounts: {} })).toBe(null)
  expect(await ask('wallet_getPermissions')).toEqual([])
  expect(events).toEqual([
    ['accountsChanged', [first]],
    ['accountsChanged', []],
  ])
})

test('a reload restores the permission, the network and added chains', async () => {
  const storage = memoryStorage()
  const [one, two] = devnet.chains
  const before = await makeConnected({ storage, chains: [one] })
  await before.ask('wallet_addEthereumChain', {
    chainId: '0x7a6a',
    chainName: 'Second',
    rpcUrls: [two.rpcUrl],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  })
  before.close()
  const after = makeWallet({ storage, chains: [one] })
  expect(await after.ask('eth_accounts')).toEqual([first])
  expect(await after.ask('eth_chainId')).toBe('0x7a6a')
})

test('an invalid stored state is ignored', async () => {
  const storage = memoryStorage()
  storage.setItem('app.latchkey.development/wallet', '{"permitted":["0xnot"],"chainId":"x"')
  expect(await makeWallet({ storage }).ask('eth_accounts')).toEqual([])
})

test('the wallet reports empty capabilities for each chain', async () => {
  const { ask } = await makeConnected()
  expect(await ask('wallet_getCapabilities', first)).toEqual({ '0x7a69': {}, '0x7a6a': {} })
  expect(await ask('wallet_getCapabilities', first, ['0x7a6a'])).toEqual({ '0x7a6a': {} })
  await expect(ask('wallet_getCapabilities', second)).rejects.toEqual(code(4100))
})

test('reads are passed to the node, other methods are rejected', async () => {
  const { ask } = makeWallet()
  expect(await ask('eth_getBalance', second, 'latest')).toMatch(/^0x[1-9a-f]/)
  for (const method of ['anvil_setBalance', 'eth_sign', 'personal_importRawKey', 'constructor'])
    await expect(ask(method)).rejects.toEqual(code(4200))
})

test('an unreachable node rejects with -32603', async () => {
  const { ask } = makeWallet({
    chains: [{ id: 31337, name: 'Gone', rpcUrl: 'http://127.0.0.1:9' }],
  })
  await expect(ask('eth_blockNumber')).rejects.toEqual(code(-32603))
})

const megabyte = 'x'.repeat(1024 * 1024)
test.each([
  ['personal_sign', { data: 'hello' }],
  ['personal_sign', 'hello'],
  ['personal_sign', []],
  ['personal_sign', ['hello', '0x12']],
  ['personal_sign', [megabyte, first]],
  ['eth_signTypedData_v4', [first, megabyte]],
  ['eth_signTypedData_v4', [first, '{']],
  ['eth_signTypedData_v4', [first, { ...order, primaryType: 'Missing' }]],
  [
    'eth_signTypedData_v4',
    [first, { ...order, domain: { ...order.domain, verifyingContract: '0x1' } }],
  ],
  ['eth_sendTransaction', [null]],
  ['eth_sendTransaction', [{ from: first }]],
  ['eth_sendTransaction', [{ from: first, to: 'alice.eth' }]],
  ['eth_sendTransaction', [{ from: first, to: '0x00000000000000000000000000000000000bAced' }]],
  ['eth_sendTransaction', [{ from: first, to: second, value: '1' }]],
  ['eth_sendTransaction', [{ from: first, to: second, chainId: '0x1' }]],
  ['wallet_switchEthereumChain', [{ chainId: 31337 }]],
  ['wallet_switchEthereumChain', ['0x7a69']],
  ['wallet_addEthereumChain', [{ chainId: '0x1' }]],
  ['wallet_requestPermissions', [{ eth_everything: {} }]],
  ['eth_getBalance', 7],
])('invalid parameters of %s are rejected (%#)', async (method, params) => {
  const { provider, getState } = await makeConnected()
  await expect(provider.request({ method, params })).rejects.toEqual(code(-32602))
  expect(getState().pending).toEqual([])
})

test('an invalid request is rejected with -32600', async () => {
  const { provider } = makeWallet()
  for (const given of [undefined, null, 'eth_accounts', {}, { method: 7 }]) {
    // a value that a site without types may send
    await expect(provider.request(given as never)).rejects.toEqual(code(-32600))
  }
})

test.each(behaviours)('the behaviour "%s" applies from the start', (behaviour) => {
  expect(makeWallet({ behaviour }).getState().behaviour).toBe(behaviour)
})

test('closing the wallet rejects pending requests with 4900', async () => {
  const { ask, close, waitForRequest } = makeWallet({ behaviour: 'hang' })
  const refusal = reasonOf(ask('eth_requestAccounts'))
  await waitForRequest()
  close()
  expect(await refusal).toEqual(code(4900))
})
