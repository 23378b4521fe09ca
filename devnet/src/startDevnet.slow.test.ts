import { createServer } from 'node:net'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWalletClient, http, parseEther, publicActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterEach, expect, test, vi } from 'vitest'
import { evmChains } from './chains.ts'
import { addressOf, developmentMnemonic } from './accounts.ts'
import { freePorts } from './ports.ts'
import { startDevnet, type Devnet, type DevnetOptions } from './startDevnet.ts'

const patience = 60_000
const closers: (() => Promise<unknown>)[] = []
const friend = '0x00000000000000000000000000000000000f1e4d'

afterEach(async () => {
  vi.unstubAllEnvs()
  while (closers.length > 0) await closers.pop()?.()
})

test('the devnet starts every EVM chain on a free port', { timeout: patience }, async () => {
  const devnet = await start()
  expect(devnet.chains.map((chain) => chain.networkId)).toEqual(
    evmChains.map(({ chainId }) => `eip155:${chainId}`),
  )
  for (const chain of devnet.chains)
    expect(await clientOf(devnet, chain.chainId).getChainId()).toBe(chain.chainId)
})

test('the devnet starts the Solana chain only with `solana: true`, and stores its state beside the other chains', {
  timeout: patience,
}, async () => {
  const stateDir = await folder()
  expect((await start()).solana).toBeUndefined()
  const devnet = await start({ solana: true, stateDir })
  expect(devnet.solana?.networkId).toBe(devnet.solana?.deployment.networkId)
  const url = devnet.solana?.url ?? ''
  const answer = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' }),
  })
  expect(await answer.json()).toMatchObject({ result: 'ok' })
  await devnet.close()
  await expect(fetch(url)).rejects.toThrow('fetch failed')
  expect(await readdir(join(stateDir, 'chains'))).toEqual([
    ...evmChains.map(({ chainId }) => String(chainId)),
    'solana',
  ])
})

test('the devnet starts the Bitcoin chain only with `bitcoin: true`', {
  timeout: patience,
}, async () => {
  const stateDir = await folder()
  expect((await start()).bitcoin).toBeUndefined()
  const devnet = await start({ bitcoin: true, stateDir })
  expect(devnet.bitcoin?.networkId).toBe(devnet.bitcoin?.deployment.networkId)
  const url = devnet.bitcoin?.url ?? ''
  expect(Number(await (await fetch(`${url}/blocks/tip/height`)).text())).toBeGreaterThan(100)
  await devnet.close()
  await expect(fetch(url)).rejects.toThrow('fetch failed')
  expect(await readdir(join(stateDir, 'chains'))).toContain('bitcoin')
})

test('a new block has the current time', { timeout: patience }, async () => {
  const devnet = await start()
  const before = Math.floor(Date.now() / 1_000)
  const { blockNumber } = await payFriend(devnet)
  const block = await clientOf(devnet).getBlock({ blockNumber })
  expect(Number(block.timestamp)).toBeGreaterThanOrEqual(before)
  expect(Number(block.timestamp)).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000) + 1)
})

test('the chain accepts requests from any origin', { timeout: patience }, async () => {
  const devnet = await start()
  const response = await fetch(urlOf(devnet), {
    method: 'OPTIONS',
    headers: { origin: 'https://site.example', 'access-control-request-method': 'POST' },
  })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

test('the devnet stores its state in `stateDir`, and stores no state without it', {
  timeout: patience,
}, async () => {
  const stateDir = await folder()
  const first = await start({ stateDir })
  const { transactionHash } = await payFriend(first)
  await first.close()

  const second = await start({ stateDir })
  expect(await friendsBalance(second)).toBe(parseEther('0.25'))
  expect((await clientOf(second).getTransactionReceipt({ hash: transactionHash })).status).toBe(
    'success',
  )
  expect(await friendsBalance(await start())).toBe(0n)
})

test('the devnet starts from the baked state if `fresh` is set', {
  timeout: patience,
}, async () => {
  const stateDir = await folder()
  const first = await start({ stateDir })
  await payFriend(first)
  await first.close()

  const notices: string[] = []
  const second = await start({ stateDir, fresh: true, onNotice: (text) => notices.push(text) })
  expect(await friendsBalance(second)).toBe(0n)
  expect(notices).toEqual([])
})

test.each([
  ['half written', '{"block":{"number":"0x1'],
  ['of another shape', '{"accounts":{},"block":{},"blocks":[],"transactions":[]}'],
])(
  'if the stored state is %s, the devnet starts from the baked state and reports that',
  { timeout: patience },
  async (_what, content) => {
    const stateDir = await folder()
    await (await start({ stateDir })).close()
    await writeFile(join(stateDir, 'chains/31337/state.json'), content)

    const notices: string[] = []
    const devnet = await start({ stateDir, onNotice: (text) => notices.push(text) })
    expect(notices).toEqual(['Latchkey Devnet begins anew: its kept state is damaged.'])
    expect(
      await clientOf(devnet).getTransactionCount({ address: addressOf('everyday user') }),
    ).toBeGreaterThan(50)
  },
)

test('if the stored state belongs to an older bake, the devnet starts from the baked state and reports that', {
  timeout: patience,
}, async () => {
  const stateDir = await folder()
  await (await start({ stateDir })).close()
  await writeFile(join(stateDir, 'chains/31338/bake-id'), 'older')

  const notices: string[] = []
  await start({ stateDir, onNotice: (text) => notices.push(text) })
  expect(notices).toEqual([
    'Latchkey Devnet 2 begins anew: its kept state belongs to an older bake.',
  ])
  expect(await readFile(join(stateDir, 'chains/31338/bake-id'), 'utf8')).toMatch(/^[0-9a-f]{16}$/)
})

test('a second devnet in the same folder stores nothing', { timeout: patience }, async () => {
  const stateDir = await folder()
  const first = await start({ stateDir })
  const notices: string[] = []
  const second = await start({ stateDir, onNotice: (text) => notices.push(text) })
  expect(notices).toHaveLength(evmChains.length)
  await payFriend(second)
  await second.close()
  await first.close()
  expect(await friendsBalance(await start({ stateDir }))).toBe(0n)
})

test('if its port is taken, the devnet uses another port and reports that', {
  timeout: patience,
}, async () => {
  const taken = await listen()
  const notices: string[] = []
  const [spare = 0] = await freePorts(1)
  const devnet = await start({ ports: [taken, spare], onNotice: (text) => notices.push(text) })
  expect(new URL(urlOf(devnet)).port).not.toBe(String(taken))
  expect(notices[0]).toBe(
    `Port ${taken} is taken: chain 31337 listens on ${new URL(urlOf(devnet)).port}.`,
  )
  expect(await clientOf(devnet).getChainId()).toBe(31_337)
})

test('after `close` no port answers and no file remains; a second `close` does nothing', {
  timeout: patience,
}, async () => {
  const temporary = await folder()
  vi.stubEnv('TMPDIR', temporary)
  const devnet = await start()
  await devnet.close()
  await devnet.close()
  await expect(fetch(urlOf(devnet))).rejects.toThrow('fetch failed')
  expect(await readdir(temporary)).toEqual([])
})

test('`startDevnet` rejects with the reason of its abort signal', {
  timeout: patience,
}, async () => {
  await expect(
    startDevnet({ ports: 'free', signal: AbortSignal.abort(new Error('no longer wanted')) }),
  ).rejects.toThrow('no longer wanted')
  const soon = new AbortController()
  const starting = startDevnet({ ports: 'free', signal: soon.signal })
  soon.abort(new Error('changed my mind'))
  await expect(starting).rejects.toThrow('changed my mind')
})

async function start(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await startDevnet({ ports: 'free', ...options })
  closers.push(devnet.close)
  return devnet
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'latchkey-devnet-test-'))
  closers.unshift(() => rm(path, { recursive: true, force: true }))
  return path
}

function urlOf(devnet: Devnet, chainId = 31_337): string {
  const chain = devnet.chains.find((candidate) => candidate.chainId === chainId)
  if (!chain) throw new Error(`chain ${chainId} does not run`)
  return chain.url
}

function clientOf(devnet: Devnet, chainId = 31_337) {
  const account = mnemonicToAccount(developmentMnemonic)
  const transport = http(urlOf(devnet, chainId))
  return createWalletClient({
    account,
    chain: { ...foundry, id: chainId },
    transport,
    pollingInterval: 50,
  }).extend(publicActions)
}

async function payFriend(devnet: Devnet) {
  const client = clientOf(devnet)
  const hash = await client.sendTransaction({ to: friend, value: parseEther('0.25') })
  return client.waitForTransactionReceipt({ hash })
}

function friendsBalance(devnet: Devnet): Promise<bigint> {
  return clientOf(devnet).getBalance({ address: friend })
}

function listen(): Promise<number> {
  const server = createServer()
  closers.push(() => new Promise((resolve) => server.close(resolve)))
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}
