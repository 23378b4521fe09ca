import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatUserOperationRequest } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCalls } from '@latchkey/protocol/smartAccounts/calls'
import { delegator } from '@latchkey/protocol/smartAccounts/contracts'
import { currencies } from '@latchkey/protocol/currencies'
import { checkOtp, startEmail } from '@latchkey/protocol/walletServer'
import { createTestDevice } from '../../services/wallet/src/server/testing/createTestDevice.ts'
import { addressOf } from './accounts.ts'
import { evmChains } from './chains.ts'
import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { solanaNetworkId } from './solana/chain/genesis.ts'
import { madeUpRates } from './createDevnetApi.ts'
import { startLatchkey, type Latchkey } from './startLatchkey.ts'

let demoFolder: string
let phoneFolder: string
let walletFolder: string
let latchkey: Latchkey

beforeAll(async () => {
  demoFolder = await mkdtemp(join(tmpdir(), 'latchkey-demo-'))
  await writeFile(join(demoFolder, 'index.html'), '<title>Demo</title>')
  phoneFolder = await mkdtemp(join(tmpdir(), 'latchkey-phone-'))
  await writeFile(join(phoneFolder, 'index.html'), '<title>Pocket</title>')
  walletFolder = await mkdtemp(join(tmpdir(), 'latchkey-wallet-'))
  await writeFile(
    join(walletFolder, 'index.html'),
    '<title>Wallet</title><script type="application/json" id="settings"></script>',
  )
  latchkey = await startLatchkey({ demoFolder, phoneFolder, walletFolder, ports: 'free' })
})

afterAll(async () => {
  await latchkey.close()
  await rm(demoFolder, { recursive: true })
  await rm(phoneFolder, { recursive: true })
  await rm(walletFolder, { recursive: true })
})

/** The addresses of the EVM chains. */
const evmEntries = () =>
  Object.entries(latchkey.addresses.chains).filter(([networkId]) => networkId.startsWith('eip155:'))

async function ask(url: string, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    headers: { 'content-type': 'application/json' },
  })
  return (await response.json()).result
}

test('devnet.json of the demo site contains the addresses of all parts', async () => {
  expect(await (await fetch(`${latchkey.addresses.demo}/devnet.json`)).json()).toEqual(
    latchkey.addresses,
  )
  expect(Object.keys(latchkey.addresses.chains)).toEqual([
    ...evmChains.map(({ chainId }) => `eip155:${chainId}`),
    solanaNetworkId,
    bitcoinRegtestId,
  ])
})

test('`addresses.networks` has the name and the native token of each chain', () => {
  const { chains, networks } = latchkey.addresses
  expect(Object.keys(networks)).toEqual(Object.keys(chains))
  expect(networks['eip155:31337']).toEqual({
    name: 'Latchkey Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    icon: '/networks/devnet.svg',
  })
  expect(networks[solanaNetworkId]).toMatchObject({
    name: 'Latchkey Solana',
    nativeCurrency: { symbol: 'SOL', decimals: 9 },
  })
  expect(networks[bitcoinRegtestId]).toMatchObject({
    name: 'Latchkey Bitcoin',
    nativeCurrency: { symbol: 'BTC', decimals: 8 },
  })
})

test('the API records sessions on each EVM chain', async () => {
  for (const [networkId] of evmEntries()) {
    const { address } = privateKeyToAccount(generatePrivateKey())
    const url = `${latchkey.addresses.api}/v1/sessions/${networkId}:${address}?projectId=demo`
    const wish = {
      expiry: Math.floor(Date.now() / 1_000) + 3_600,
      signer: { type: 'account', data: {} },
      permissions: [],
    }
    const announced = await fetch(url, { method: 'POST', body: JSON.stringify(wish) })
    expect(await announced.json()).toEqual({ pci: expect.any(String) as string })
    expect(await (await fetch(url)).json()).toEqual({ pcis: [] })
  }
})

test('the API has a bundler and a paymaster on each EVM chain, for the contracts in `smartAccounts`', async () => {
  const { api, smartAccounts } = latchkey.addresses
  expect(Object.keys(smartAccounts)).toEqual(evmEntries().map(([networkId]) => networkId))
  for (const [networkId, { entryPoint, paymaster, executor }] of Object.entries(smartAccounts)) {
    const at = (path: string) => `${api}/v1/${path}?projectId=demo&chainId=${networkId}`
    expect(await ask(at('bundler'), 'eth_supportedEntryPoints')).toEqual([entryPoint])
    const owner = privateKeyToAccount(generatePrivateKey())
    const chainId = Number(networkId.split(':')[1])
    const authorization = await owner.signAuthorization({
      contractAddress: delegator,
      chainId,
      nonce: 0,
    })
    const { eip7702Auth } = formatUserOperationRequest({ authorization })
    const operation = {
      sender: owner.address,
      nonce: '0x0',
      callData: encodeCalls([{ to: executor, value: 0n, data: '0x' }]),
      eip7702Auth,
    }
    expect(
      await ask(at('paymaster'), 'pm_getPaymasterStubData', [
        operation,
        entryPoint,
        `0x${chainId.toString(16)}`,
        {},
      ]),
    ).toMatchObject({ paymaster: paymaster.toLowerCase(), sponsor: { name: 'Latchkey Devnet' } })
  }
})

test('the phone opens at its deep link, and its devnet.json equals the demo site’s', async () => {
  const { phone } = latchkey.addresses
  expect(await (await fetch(`${phone}/wc?uri=wc:1`)).text()).toContain('Pocket')
  expect(await (await fetch(`${phone}/devnet.json`)).json()).toEqual(latchkey.addresses)
})

/** A URL of the wallet by its IP address, because not every machine resolves `wallet.localhost`. */
const walletAt = (path: string) =>
  `${(latchkey.addresses.wallet ?? '').replace('wallet.localhost', '127.0.0.1')}${path}`

test('the embedded wallet serves its frame to any site, and reads the chains', async () => {
  const { wallet } = latchkey.addresses
  expect(wallet).toMatch(/^http:\/\/wallet\.localhost:\d+$/)
  const page = await fetch(walletAt('/frame?projectId=demo'))
  expect(page.headers.get('content-security-policy')).toContain('frame-ancestors *')
  expect(await page.text()).toContain('"operator":"Latchkey Devnet"')
  for (const [networkId, url] of evmEntries())
    expect(await ask(walletAt(`/v1/rpc?chainId=${networkId}`), 'eth_blockNumber')).toBe(
      await ask(url, 'eth_blockNumber'),
    )
})

test('the login code of the embedded wallet arrives in the inbox and is accepted', async () => {
  const device = await createTestDevice(walletAt(''))
  await device.ask(startEmail, {
    email: 'ann@example.com',
    projectId: 'demo',
    origin: latchkey.addresses.demo,
  })
  const inbox = `${latchkey.addresses.inbox}/messages.json?to=ann@example.com`
  await expect
    .poll(async () => (await (await fetch(inbox)).json())[0]?.text)
    .toContain('Your code is ')
  const [{ text }] = await (await fetch(inbox)).json()
  expect(await device.ask(checkOtp, { otp: /\d{6}/.exec(text)?.[0] ?? '' })).toMatchObject({
    action: 'connected',
    user: { email: 'ann@example.com' },
  })
})

test('the API forwards requests to the started chains', async () => {
  const { api } = latchkey.addresses
  for (const [networkId, url] of evmEntries())
    expect(await ask(`${api}/v1?chainId=${networkId}`, 'eth_blockNumber')).toBe(
      await ask(url, 'eth_blockNumber'),
    )
})

async function priceIn(currency: string): Promise<number> {
  const response = await fetch(
    `${latchkey.addresses.api}/v1/account/${addressOf('everyday user')}/balance?currency=${currency}&chainId=eip155:31337`,
  )
  const { balances } = await response.json()
  return balances.find(({ symbol }: { symbol: string }) => symbol === 'ETH').price
}

test.each(currencies)('the API returns prices in %s', async (currency) => {
  const price = await priceIn(currency)
  expect(price).toBeGreaterThan(0)
  const rate = madeUpRates[currency]
  if (rate !== undefined) expect(price / (await priceIn('usd'))).toBeCloseTo(rate, 9)
})

test('a new payment is in the history before the API’s next regular read', {
  timeout: 120_000,
}, async () => {
  const { api, chains } = latchkey.addresses
  const [from, to] = [addressOf('everyday user'), addressOf('empty')]
  const hashes = async (): Promise<readonly string[]> =>
    (await (await fetch(`${api}/v1/account/${to}/history?chainId=31337`)).json()).data?.map(
      ({ metadata }: { metadata: { hash: string } }) => metadata.hash,
    ) ?? []
  await expect
    .poll(async () => (await fetch(`${api}/v1/account/${to}/history?chainId=31337`)).status, {
      timeout: 60_000,
    })
    .toBe(200)
  const begun = performance.now()
  for (let value = 1; value <= 10; value++) {
    const hash = await ask(chains['eip155:31337'] ?? '', 'eth_sendTransaction', [
      { from, to, value: `0x${value.toString(16)}` },
    ])
    await expect.poll(hashes, { timeout: 30_000, interval: 20 }).toContain(hash)
  }
  // without notices of new blocks, each payment would wait for the next regular read, two seconds
  expect(performance.now() - begun).toBeLessThan(15_000)
})

test('the Solana chain answers at its address', async () => {
  const url = latchkey.addresses.chains[solanaNetworkId] ?? ''
  expect(await ask(url, 'getHealth')).toBe('ok')
  expect(await ask(url, 'getGenesisHash')).toContain(solanaNetworkId.replace('solana:', ''))
})

test('the relay answers at its address', async () => {
  const { relay } = latchkey.addresses
  expect(relay).toMatch(/^ws:/)
  expect(await (await fetch(`${relay.replace('ws:', 'http:')}/health`)).json()).toMatchObject({
    status: 'ok',
  })
})

test('if the demo site cannot be built, the start fails and every started part ends', async () => {
  const children = () =>
    process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
  const before = children()
  await expect(
    startLatchkey({ demoFolder: Promise.reject(new Error('no build')), ports: 'free' }),
  ).rejects.toThrow('no build')
  await expect.poll(children).toBe(before)
})

async function expectEnded({
  demo,
  phone = '',
  api,
  checkout,
  relay,
  wallet = '',
  inbox = '',
  chains,
}: Latchkey['addresses']): Promise<void> {
  for (const url of [
    demo,
    phone,
    api,
    checkout.replace('checkout.localhost', '127.0.0.1'),
    wallet.replace('wallet.localhost', '127.0.0.1'),
    inbox,
    relay.replace('ws:', 'http:'),
    ...Object.values(chains),
  ])
    await expect(fetch(url)).rejects.toThrow('fetch failed')
}

test('`close` ends every part; the history survives a restart and is removed by a fresh start', {
  timeout: 120_000,
}, async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'latchkey-state-'))
  const account = addressOf('newcomer')
  const countAt = async (api: string): Promise<number | undefined> => {
    const response = await fetch(`${api}/v1/account/${account}/history?chainId=31337`)
    return response.ok ? (await response.json()).data.length : undefined
  }
  await expect.poll(() => countAt(latchkey.addresses.api), { timeout: 60_000 }).toBeDefined()
  const before = (await countAt(latchkey.addresses.api)) ?? NaN // the baked history
  const run = async (fresh: boolean, action?: (chain: string) => Promise<unknown>) => {
    const started = await startLatchkey({
      demoFolder,
      phoneFolder,
      walletFolder,
      ports: 'free',
      stateDir,
      fresh,
    })
    const count = () => countAt(started.addresses.api)
    let counted: number | undefined
    try {
      await action?.(started.addresses.chains['eip155:31337'] ?? '')
      if (action) await expect.poll(count, { timeout: 60_000 }).toBe(before + 1)
      await expect.poll(count, { timeout: 60_000 }).toBeDefined()
      counted = await count()
    } finally {
      await started.close()
    }
    await expectEnded(started.addresses)
    return counted
  }
  const send = (chain: string) =>
    fetch(chain, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_sendTransaction',
        params: [{ from: addressOf('everyday user'), to: account, value: '0x7' }],
      }),
    })
  expect(await run(false, send)).toBe(before + 1)
  expect(await run(false)).toBe(before + 1)
  expect(await run(true)).toBe(before)
  await rm(stateDir, { recursive: true })
})
