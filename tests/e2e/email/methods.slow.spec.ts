/**
 * Signatures that a site can request of the e-mail wallet: batches, older typed data, permissions,
 * transactions of Solana. Also the changes that the wallet shows for a transaction.
 */
import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { encodeFunctionData, hashTypedData, parseAbi, recoverAddress, toEventSelector } from 'viem'
import type { Hex, TypedDataDefinition } from 'viem'
import { addressOf } from '../../../devnet/src/accounts.ts'
import { readDeployment } from '../../../devnet/src/readDeployment.ts'
import { strangerOn } from '../../../devnet/src/strangerOn.ts'
import { fromBase58, toBase58 } from '../../../packages/protocol/src/base58.ts'
import type { WalletOptions } from '../../../services/wallet/src/server/options.ts'
import type { ServedWallet } from '../fixtures/serveWallet.entry.ts'
import { expect, test } from '../fixtures/test.ts'
import { approveIn, readToEnd } from '../support/approvals.ts'
import { frameAxe } from '../support/frameAxe.ts'
import type { FrameSite } from '../support/frameSite.ts'
import { requestNode, logIn, makeRich, openSite } from '../support/frameSite.ts'

const friend = addressOf('newcomer')
type User = { address: `0x${string}`; chainId: number }
type Status = {
  status: number
  atomic: boolean
  receipts: { status: string; transactionHash: string }[]
}

/** Logs a visitor in on a site, and gives the account Ether. */
async function logInOnSite(
  page: Page,
  wallet: ServedWallet,
  email: string,
): Promise<{ site: FrameSite; address: `0x${string}` }> {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, email)
  const { address } = (await site.ask('GET_USER')) as User
  await makeRich(wallet, address)
  return { site, address }
}

/** Scrolls the approval to its end, and presses its button. */
async function approve({ frame }: FrameSite, name = 'Approve'): Promise<void> {
  await readToEnd(frame)
  await frame.getByRole('button', { name, exact: true }).click()
}
const statusOf = async ({ call }: FrameSite, id: string) =>
  (await call('wallet_getCallsStatus', [id])) as Status

test('an approval of a transaction that the account cannot pay continues when the account receives money', async ({
  page,
  wallet,
}) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'short@example.org')
  const { address } = (await site.ask('GET_USER')) as User
  const request = site.call('eth_sendTransaction', [
    { from: address, to: friend, value: '0xde0b6b3a7640000' },
  ])
  const { frame } = site
  const button = frame.getByRole('button', { name: 'Approve' })
  await expect(frame.getByRole('alert')).toContainText(/Not enough \P{L}?ETH/u)
  await expect(frame.getByRole('alert')).toContainText('When more arrives, this goes on by itself.')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(await frameAxe(page)).toEqual([])
  // 1 ETH: enough for the amount, but not for the fee
  await requestNode(wallet.node, 'anvil_setBalance', [address, '0xde0b6b3a7640000'])
  await expect(frame.getByRole('alert')).toContainText(/You have \P{L}*1\P{L}*ETH/u, {
    timeout: 15_000,
  })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await makeRich(wallet, address)
  await readToEnd(frame)
  await expect(button).not.toHaveAttribute('aria-disabled', { timeout: 15_000 })
  await expect(frame.getByRole('alert')).toHaveCount(0)
  await button.click()
  const hash = await request
  await expect
    .poll(() => requestNode(wallet.node, 'eth_getTransactionReceipt', [hash]))
    .toMatchObject({ status: '0x1' })
})

test('a batch of a plain account is approved once, mined one by one, and reported by its status', async ({
  page,
  wallet,
}) => {
  const { site, address } = await logInOnSite(page, wallet, 'batch@example.org')
  await site.ask('SET_PREFERRED_ACCOUNT', { type: 'eoa' })
  expect(await site.call('wallet_getCapabilities', [address])).toEqual({
    '0x7a69': { atomic: { status: 'unsupported' } },
  })
  const {
    dex: { router, weth, usd },
  } = readDeployment(31_337)
  const swap = encodeFunctionData({
    abi: parseAbi(['function swapExactETHForTokens(uint256,address[],address,uint256) payable']),
    args: [0n, [weth, usd], address, 2n ** 40n],
  })
  const allow = encodeFunctionData({
    abi: parseAbi(['function approve(address,uint256)']),
    args: [router, 5_000_000n],
  })
  const batch = {
    version: '2.0.0',
    from: address,
    chainId: '0x7a69',
    atomicRequired: false,
    calls: [
      { to: router, value: '0xde0b6b3a7640000', data: swap },
      { to: usd, data: allow },
      { to: friend, value: '0x5' },
    ],
  }
  const request = site.call('wallet_sendCalls', [batch], 'batch-1')
  const { frame } = site
  await expect(frame.getByRole('heading', { name: 'Confirm 3 transactions' })).toBeVisible()
  await expect(frame.getByText(/\+[\d,]+\.\d+ USDC/)).toBeVisible()
  await expect(frame.getByText(/−1\.000000000000000005 ETH/)).toBeVisible()
  await expect(frame.getByText(/swapExactETHForTokens/)).toBeVisible()
  // The router's code may do anything in a function of that name, and may act differently in the
  // wallet's simulation. So approving needs a tick.
  await expect(frame.getByRole('button', { name: 'Approve' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(frame.getByRole('region', { name: 'Message' })).toContainText(swap)
  expect(await frameAxe(page)).toEqual([])
  await frame.getByRole('checkbox').check()
  await approve(site)
  const { id } = (await request) as { id: string }
  await expect.poll(async () => (await statusOf(site, id)).status).toBe(200)
  const { receipts, atomic } = await statusOf(site, id)
  expect({ atomic, outcomes: receipts.map(({ status }) => status) }).toEqual({
    atomic: false,
    outcomes: ['0x1', '0x1', '0x1'],
  })
  expect(await requestNode(wallet.node, 'eth_getTransactionCount', [address, 'latest'])).toBe('0x3')

  await test.step('the same request, after a reload, is not sent again', async () => {
    await page.reload()
    const again = await openSite(page, wallet)
    expect(await again.call('wallet_sendCalls', [batch], 'batch-1')).toEqual({ id })
    expect((await statusOf(again, id)).status).toBe(200)
    expect(await requestNode(wallet.node, 'eth_getTransactionCount', [address, 'latest'])).toBe(
      '0x3',
    )
    await expect(again.call('wallet_getCallsStatus', ['0x1'])).rejects.toThrow(/5730/)
  })
})

test('a batch of a plain account stops at the call that fails, and the approval warns of that before', async ({
  page,
  wallet,
}) => {
  const { site, address } = await logInOnSite(page, wallet, 'stops@example.org')
  await site.ask('SET_PREFERRED_ACCOUNT', { type: 'eoa' })
  const {
    dex: { usd },
  } = readDeployment(31_337)
  const take = encodeFunctionData({
    abi: parseAbi(['function transfer(address,uint256)']),
    args: [friend, 10n ** 30n],
  })
  const calls = [
    { to: friend, value: '0x5' },
    { to: usd, data: take },
    { to: friend, value: '0x7' },
  ]
  const request = site.call('wallet_sendCalls', [
    {
      version: '2.0.0',
      from: address,
      chainId: '0x7a69',
      atomicRequired: false,
      id: 'mine',
      calls,
    },
  ])
  await expect(site.frame.getByText('Action 2 will fail')).toBeVisible()
  await site.frame.getByRole('checkbox').check()
  await approve(site)
  expect(await request).toEqual({ id: 'mine' })
  await expect.poll(async () => (await statusOf(site, 'mine')).status).toBe(600)
  expect(await requestNode(wallet.node, 'eth_getTransactionCount', [address, 'latest'])).toBe('0x2')
  await expect(
    site.call('wallet_sendCalls', [
      { version: '2.0.0', from: address, calls: [{ to: friend }], id: 'mine' },
    ]),
  ).rejects.toThrow(/5720/)
  await expect(
    site.call('wallet_sendCalls', [{ version: '2.0.0', from: address, chainId: '0x1', calls }]),
  ).rejects.toThrow(/5710/)
  await expect(
    site.call('wallet_sendCalls', [
      { version: '2.0.0', from: address, atomicRequired: true, calls },
    ]),
  ).rejects.toThrow(/5760/)
})

test('the approval shows the balance changes of a simulation, not the events that a contract emits', async ({
  page,
  wallet,
}) => {
  const { site, address } = await logInOnSite(page, wallet, 'changes@example.org')
  const {
    dex: { router, weth, usd },
  } = readDeployment(31_337)
  const data = encodeFunctionData({
    abi: parseAbi(['function swapExactETHForTokens(uint256,address[],address,uint256) payable']),
    args: [0n, [weth, usd], address, 2n ** 40n],
  })
  const refused = expect(
    site.call('eth_sendTransaction', [
      { from: address, to: router, value: '0xde0b6b3a7640000', data },
    ]),
  ).rejects.toThrow(/4001/)
  await expect(site.frame.getByText('What changes in your account')).toBeVisible()
  await expect(site.frame.getByText('−1 ETH')).toBeVisible()
  await expect(site.frame.getByText(/^\+[\d,]+\.\d+ USDC$/)).toBeVisible()
  await expect(site.frame.getByRole('checkbox')).toBeVisible()
  expect(await frameAxe(page)).toEqual([])
  await site.frame.getByRole('button', { name: 'Reject' }).click()
  await refused
})

/**
 * A contract that reports, at every call of any name, a transfer of one unit from the caller to
 * `attacker` and an unlimited allowance of `attacker`. It stores no balances, so that the wallet
 * can't compute the change.
 */
function lyingContract(attacker: Hex): Hex {
  const report = (event: string) =>
    // PUSH20 attacker, CALLER, PUSH32 topic, 32 bytes of the memory from 0, LOG3
    `73${attacker.slice(2)}337f${toEventSelector(event).slice(2)}60205fa3`
  // the amount, in memory: 1 for the transfer, then all 256 bits for the allowance
  const code = `60015f52${report('Transfer(address,address,uint256)')}5f195f52${report('Approval(address,address,uint256)')}00`
  return `0x60${(code.length / 2).toString(16)}8060095f395ff3${code}`
}

test('a contract’s events cannot remove a warning, and data for an address without code has to be confirmed by a checkbox', async ({
  page,
  wallet,
}) => {
  const { site, address } = await logInOnSite(page, wallet, 'warned@example.org')
  const contract = await (await strangerOn(wallet.node)).deploy(lyingContract(friend))
  const { frame } = site
  /** Sends the request, reads its warnings, and expects that only the tick enables the approval. */
  const isWarned = async (request: Promise<unknown>, ...texts: RegExp[]) => {
    const refused = expect(request).rejects.toThrow(/4001/)
    for (const text of texts) await expect(frame.getByText(text).first()).toBeVisible()
    const approve = frame.getByRole('button', { name: 'Approve' })
    await expect(frame.getByRole('checkbox')).toBeVisible()
    await expect(approve).toHaveAttribute('aria-disabled', 'true')
    await frame.getByRole('checkbox').check()
    await readToEnd(site.frame)
    await expect(approve).not.toHaveAttribute('aria-disabled')
    await frame.getByRole('button', { name: 'Reject' }).click()
    await refused
  }
  await isWarned(
    site.call('eth_sendTransaction', [{ from: address, to: contract, data: '0xdeadbeef' }]),
    /Unknown call/,
    /Allow to take ALL/,
    /could not be counted/,
  )
  const small = encodeFunctionData({
    abi: parseAbi(['function approve(address,uint256)']),
    args: [friend, 1n],
  })
  await isWarned(
    site.call('wallet_sendCalls', [
      {
        version: '2.0.0',
        from: address,
        chainId: '0x7a69',
        atomicRequired: false,
        calls: [
          { to: contract, data: small },
          { to: contract, data: small },
        ],
      },
    ]),
    /Allow to take up to/,
    /Allow to take ALL/,
  )
  await isWarned(
    site.call('eth_sendTransaction', [
      { from: address, to: friend, value: '0x5', data: '0xdeadbeef' },
    ]),
    /No contract there/,
  )
})

test('typed data of version 3 is signed by its standard, and version 1 is refused', async ({
  page,
  wallet,
}) => {
  const { site, address } = await logInOnSite(page, wallet, 'older@example.org')
  const sign = () => approve(site, 'Sign')
  await expect(
    site.call('eth_signTypedData', [
      [{ type: 'string', name: 'message', value: 'Hi, Alice!' }],
      address,
    ]),
  ).rejects.toThrow(/4200/)

  const typed: TypedDataDefinition = {
    domain: { name: 'Shop', chainId: 31337 },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Order: [{ name: 'what', type: 'string' }],
    },
    primaryType: 'Order',
    message: { what: 'bread' },
  }
  const second = site.call('eth_signTypedData_v3', [address, JSON.stringify(typed)])
  await expect(site.frame.getByText('What this allows is not known')).toBeVisible()
  await expect(site.frame.getByText('bread')).toBeVisible()
  await approveIn(site.frame, 'Sign')
  const signature = (await second) as Hex
  expect(await recoverAddress({ hash: hashTypedData(typed), signature })).toBe(address)
  await expect(
    site.call('eth_signTypedData_v3', [
      address,
      {
        ...typed,
        types: { ...typed.types, Order: [{ name: 'what', type: 'string[]' }] },
        message: { what: ['bread'] },
      },
    ]),
  ).rejects.toThrow(/-32602/)

  const third = site.call('personal_sign', ['0x68656c6c6f', address])
  await sign()
  expect(await site.call('personal_ecRecover', ['0x68656c6c6f', await third])).toBe(
    address.toLowerCase(),
  )
})

test('a signature that gives away value or rights has to be confirmed by a checkbox, or is refused', async ({
  page,
  wallet,
}) => {
  const { site, address } = await logInOnSite(page, wallet, 'signs@example.org')
  const {
    dex: { usd },
  } = readDeployment(31_337)
  const { frame } = site
  const member = (text: string) =>
    text.split(',').map((one) => ({ type: one.split(' ')[0], name: one.split(' ')[1] }))
  const ask = (
    primaryType: string,
    members: string,
    message: object,
    verifyingContract: string | undefined = usd,
  ) =>
    site.call('eth_signTypedData_v4', [
      address,
      JSON.stringify({
        domain: { name: 'USDC', chainId: 31_337, verifyingContract },
        types: { [primaryType]: member(members) },
        primaryType,
        message,
      }),
    ])
  const isTicked = async (request: Promise<unknown>, ...texts: (string | RegExp)[]) => {
    const refused = expect(request).rejects.toThrow(/4001/)
    for (const text of texts) await expect(frame.getByText(text).first()).toBeVisible()
    await expect(frame.getByRole('checkbox')).toBeVisible()
    await expect(frame.getByRole('button', { name: /^Sign/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    expect(await frameAxe(page)).toEqual([])
    await frame.getByRole('button', { name: 'Reject' }).click()
    await refused
  }
  const authorization =
    'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'
  await isTicked(
    ask('TransferWithAuthorization', authorization, {
      from: address,
      to: friend,
      value: '1000000000000',
      validAfter: 0,
      validBefore: 1_999_999_999,
      nonce: `0x${'0'.repeat(64)}`,
    }),
    /Send .*1,000,000.*USDC/,
    friend.toLowerCase(),
    /without asking you again/,
  )
  await isTicked(
    ask('Claim', 'address to,uint256 amount', { to: friend, amount: 5 }),
    'What this allows is not known',
    friend.toLowerCase(),
  )
  await isTicked(
    site.call('personal_sign', [`0x${'ab'.repeat(32)}`, address]),
    'You cannot read what this approves',
  )
  await isTicked(
    site.call('personal_sign', [
      `${new URL(page.url()).host} wants you to sign in with your Ethereum account:\n${address}\n\n\nURI: ${new URL(page.url()).origin.replace('//', '//bank.example@')}\nVersion: 1\nChain ID: 31337\nNonce: abcdefgh\nIssued At: 2026-01-01T00:00:00Z`,
      address,
    ]),
    'This sign-in is for another site',
  )
  const delegation = {
    delegate: friend,
    delegator: address,
    authority: `0x${'f'.repeat(64)}`,
    salt: 0,
  }
  await expect(
    ask(
      'Delegation',
      'address delegate,address delegator,bytes32 authority,uint256 salt',
      delegation,
    ),
  ).rejects.toThrow(/Action not allowed/)
  await expect(ask('Mail', 'string text', { text: 'Hi' }, address)).rejects.toThrow(
    /Action not allowed/,
  )
})

test('`wallet_getPermissions` lists the login’s permissions, and revoking them ends the login on this site', async ({
  page,
  wallet,
}) => {
  const site = await openSite(page, wallet)
  expect(await site.call('wallet_getPermissions')).toEqual([])
  await expect(site.call('wallet_requestPermissions', [{ eth_accounts: {} }])).rejects.toThrow(
    /4100/,
  )
  await logIn(site, wallet, 'permissions@example.org')
  const { address } = (await site.ask('GET_USER')) as User
  const granted = [
    {
      parentCapability: 'eth_accounts',
      invoker: wallet.site,
      caveats: [{ type: 'restrictReturnedAccounts', value: [address] }],
    },
  ]
  expect(await site.call('wallet_requestPermissions', [{ eth_accounts: {} }])).toEqual(granted)
  expect(await site.call('wallet_getPermissions')).toEqual(granted)
  await expect(site.call('wallet_requestPermissions', [{ camera: {} }])).rejects.toThrow(/4200/)
  expect(await site.call('wallet_addEthereumChain', [{ chainId: '0x7a69' }])).toBeNull()
  await expect(site.call('wallet_addEthereumChain', [{ chainId: '0x1' }])).rejects.toThrow(/4200/)
  expect(await site.call('wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
  expect(await site.call('eth_accounts')).toEqual([])
  expect(await page.evaluate(() => window.site.events.at(-1))).toEqual({
    type: '@w3m-frame/CHANGED',
    payload: { isConnected: false },
  })
})

const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

test.describe('on Solana', () => {
  const sent: { method: string; params: unknown[] }[] = []
  /** Blockhashes of the network, base58. */
  const blocks = new Set([toBase58(new Uint8Array(32).fill(9))])
  const node = createServer((request, response) => {
    let body = ''
    request
      .on('data', (part) => (body += part))
      .on('end', () => {
        const { id, ...call } = JSON.parse(body)
        if (call.method === 'sendTransaction') sent.push(call)
        const result =
          call.method === 'isBlockhashValid'
            ? { context: { slot: 1 }, value: blocks.has(call.params[0]) }
            : 'sent'
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
      })
  })
  /** Starts a wallet for this test with another network. It ends with the test. */
  async function ownWallet(
    options: Partial<WalletOptions>,
  ): Promise<ServedWallet & AsyncDisposable> {
    // imported here, because it loads a database, which the other tests do not need
    const { serveWallet } = await import('../fixtures/serveWallet.entry.ts')
    const wallet = await serveWallet(options)
    return { ...wallet, [Symbol.asyncDispose]: wallet.close }
  }
  test.beforeAll(() => new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve)))
  test.afterAll(() => node.close())

  test('messages and transactions are described in words, and exactly their bytes are signed', async ({
    page,
  }) => {
    // enough room for the whole screen above the site's own button
    await page.setViewportSize({ width: 1024, height: 800 })
    await using wallet = await ownWallet({
      networks: [
        {
          networkId: solana,
          name: 'Solana',
          currency: { symbol: 'SOL', decimals: 9 },
          rpcUrls: [`http://127.0.0.1:${(node.address() as AddressInfo).port}`],
        },
      ],
    }) // the server listens on a port
    const site = await openSite(page, wallet)
    await logIn(site, wallet, 'solana@example.org')
    const { address } = (await site.ask('GET_USER', { chainId: solana })) as unknown as {
      address: string
    }
    const ask = (method: string, params: unknown) =>
      site.ask('RPC_REQUEST', { method, params, chainId: solana })
    const key = createPublicKey({
      key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), fromBase58(address)]),
      format: 'der',
      type: 'spki',
    })
    const isSigned = (message: Uint8Array, signature: string) =>
      verify(null, message, key, fromBase58(signature))

    const text = new TextEncoder().encode('Hello')
    const message = ask('solana_signMessage', { message: toBase58(text), pubkey: address })
    await approve(site, 'Sign')
    expect(isSigned(text, ((await message) as { signature: string }).signature)).toBe(true)

    const [own, other, system] = [
      fromBase58(address),
      new Uint8Array(32).fill(5),
      new Uint8Array(32),
    ]
    const content = Uint8Array.from([
      1,
      0,
      1,
      3,
      ...own,
      ...other,
      ...system,
      ...new Uint8Array(32).fill(9),
      1,
      2,
      2,
      0,
      1,
      12,
      2,
      0,
      0,
      0,
      0,
      0xca,
      0x9a,
      0x3b,
      0,
      0,
      0,
      0,
    ])
    const unsigned = toBase58(Uint8Array.from([1, ...new Uint8Array(64), ...content]))
    await expect(
      ask('solana_signMessage', { message: toBase58(content), pubkey: address }),
    ).rejects.toThrow(/-32602/)

    const signed = ask('solana_signTransaction', { transaction: unsigned })
    await expect(site.frame.getByText(/Send .*1.* SOL/)).toBeVisible()
    await expect(site.frame.getByText('can send it at any time', { exact: false })).toBeVisible()
    await readToEnd(site.frame)
    await expect(site.frame.getByRole('button', { name: 'Sign', exact: true })).not.toHaveAttribute(
      'aria-disabled',
    )
    expect(await frameAxe(page)).toEqual([])
    await approve(site, 'Sign')
    const bytes = fromBase58(((await signed) as { transaction: string }).transaction)
    expect(bytes.slice(65)).toEqual(content)
    expect(isSigned(content, toBase58(bytes.slice(1, 65)))).toBe(true)

    const all = ask('solana_signAllTransactions', { transactions: [unsigned, unsigned] })
    await expect(site.frame.getByRole('heading', { name: 'Confirm 2 transactions' })).toBeVisible()
    await approve(site, 'Sign')
    expect(((await all) as { transactions: string[] }).transactions).toEqual([
      toBase58(bytes),
      toBase58(bytes),
    ])

    const handed = ask('solana_signAndSendTransaction', {
      transaction: unsigned,
      options: { skipPreflight: true },
    })
    await approve(site)
    expect(isSigned(content, ((await handed) as { signature: string }).signature)).toBe(true)
    expect(sent).toEqual([
      expect.objectContaining({
        method: 'sendTransaction',
        params: [
          Buffer.from(bytes).toString('base64'),
          { skipPreflight: true, encoding: 'base64' },
        ],
      }),
    ])
    // unknown parts (another network's blockhash, a program, bytes) are marked, shown as bytes, and
    // signed only with a tick
    const isDead = (name: string) =>
      expect(site.frame.getByRole('button', { name, exact: true })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
    const goOn = async (name: string) => {
      await isDead(name)
      expect(await frameAxe(page)).toEqual([])
      await site.frame.getByRole('checkbox').check()
      await approve(site, name)
    }
    const foreign = ask('solana_signTransaction', {
      transaction: toBase58(
        Uint8Array.from([
          1,
          ...new Uint8Array(64),
          ...content.slice(0, 100),
          ...new Uint8Array(32).fill(8),
          ...content.slice(132),
        ]),
      ),
    })
    await expect(site.frame.getByText(/^Not for .*Solana/)).toBeVisible()
    await goOn('Sign')
    await foreign
    const request = ask('solana_signTransaction', {
      transaction: toBase58(
        Uint8Array.from([
          1,
          ...new Uint8Array(64),
          1,
          0,
          1,
          2,
          ...own,
          ...other,
          ...new Uint8Array(32).fill(9),
          1,
          1,
          1,
          0,
          3,
          0xab,
          0xcd,
          0xef,
        ]),
      ),
    })
    await expect(site.frame.getByRole('heading', { name: 'Unknown call' })).toBeVisible()
    await expect(
      site.frame.getByText('It can take all your SOL and tokens.', { exact: false }),
    ).toBeVisible()
    await expect(site.frame.getByText('abcdef')).toBeVisible()
    await goOn('Sign')
    await request
    const bare = ask('solana_signMessage', {
      message: toBase58(new Uint8Array(32).fill(200)),
      pubkey: address,
    })
    await expect(site.frame.getByText('This may stand for something else')).toBeVisible()
    await goOn('Sign')
    await bare
    await expect(
      ask('solana_signTransaction', {
        transaction: toBase58(
          Uint8Array.from([
            1,
            ...new Uint8Array(64),
            1,
            0,
            0,
            1,
            ...other,
            ...new Uint8Array(32),
            0,
          ]),
        ),
      }),
    ).rejects.toThrow(/4100/)
  })
})
