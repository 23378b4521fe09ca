import { SignatureErc6492 } from 'ox/erc6492'
import { SignatureErc8010 } from 'ox/erc8010'
import { concat, createClient, getContractAddress, http, pad } from 'viem'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { strangerOn } from '../../../../../../devnet/src/strangerOn.ts'
import { startTestChains } from '../../../testing/startTestChains.ts'
import { startTestServer, sendJson } from '../../../core/startTestServer.ts'
import { SiwxError } from '../SiwxError.ts'
import { createFor, factoryCode, initializeBy, smartAccountCode } from '../startTestContracts.ts'
import { verifySignature } from './verifySignature.ts'

let devnet: Awaited<ReturnType<typeof startTestChains>>
beforeAll(async () => void (devnet = await startTestChains()))
afterAll(() => devnet.close())

const chainId = 'eip155:31337'
const message = 'Let me in'
/** As long as a signature. */
const anything = `0x${'12'.repeat(65)}` as const
const owner = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
const nodes = () => ({ rpcUrls: { [chainId]: devnet.chains[0].rpcUrl } })
const isSigned = (address: Hex, signature: Hex, text = message) => verifySignature({ chainId, address, message: text, signature }, nodes())
const reasonOf = (work: Promise<unknown>) => work.then(() => undefined, (error: unknown) => error)

/** A deployed factory, and the address of an account that it would deploy. */
async function deployFactory() {
  const { deploy, send } = await strangerOn(devnet.chains[0].rpcUrl)
  const factory = await deploy(factoryCode)
  const account = getContractAddress({ opcode: 'CREATE2', from: factory, salt: pad(owner.address), bytecode: smartAccountCode })
  return { factory, account, send }
}

describe('a smart account', () => {
  test('that is deployed, ERC-1271', async () => {
    const { factory, account, send } = await deployFactory()
    await send(factory, createFor(owner.address))
    expect(await isSigned(account, await owner.signMessage({ message }))).toBe(true)
    expect(await isSigned(account, await owner.signMessage({ message }), 'Let me out')).toBe(false)
    expect(await isSigned(account, await stranger.signMessage({ message }))).toBe(false)
    expect(await isSigned(account, '0x00')).toBe(false)
  })

  test('that is not deployed yet, ERC-6492', async () => {
    const { factory, account } = await deployFactory()
    const wrap = (signature: Hex, by = owner.address) => SignatureErc6492.wrap({ to: factory, data: createFor(by), signature })
    const signature = await owner.signMessage({ message })
    expect(await isSigned(account, wrap(signature))).toBe(true)
    expect(await isSigned(account, signature)).toBe(false) // there is no contract to ask
    expect(await isSigned(account, wrap(signature), 'Let me out')).toBe(false)
    expect(await isSigned(account, wrap(await stranger.signMessage({ message })))).toBe(false)
    expect(await isSigned(account, wrap(await stranger.signMessage({ message }), stranger.address))).toBe(false) // deploys another account
    const client = createClient({ transport: http(devnet.chains[0].rpcUrl) })
    expect(await client.request({ method: 'eth_getCode', params: [account, 'latest'] })).toBe('0x')
  })

  test('to which a key is not delegated yet, ERC-8010', async () => {
    const { deploy } = await strangerOn(devnet.chains[0].rpcUrl)
    const implementation = await deploy(smartAccountCode)
    const key = privateKeyToAccount(generatePrivateKey())
    const authorize = async (by: typeof key, nonce = 0) => {
      const { r, s, yParity = 0 } = await by.signAuthorization({ chainId: 31337, address: implementation, nonce })
      return { address: implementation, chainId: 31337, nonce: BigInt(nonce), r: BigInt(r), s: BigInt(s), yParity }
    }
    const wrap = async (signature: Hex, authorization = authorize(key)) => SignatureErc8010.wrap({ authorization: await authorization, data: initializeBy(owner.address), signature, to: key.address })
    const signature = await owner.signMessage({ message })
    expect(await isSigned(key.address, await wrap(signature))).toBe(true)
    expect(await isSigned(key.address, await wrap(signature), 'Let me out')).toBe(false)
    expect(await isSigned(key.address, await wrap(await stranger.signMessage({ message })))).toBe(false)
    expect(await isSigned(key.address, await wrap(signature, authorize(stranger)))).toBe(false)
    expect(await isSigned(key.address, await wrap(signature, authorize(key, 7)))).toBe(false) // an authorization that does not hold
    expect(await isSigned(key.address, await key.signMessage({ message }))).toBe(true)
  })

  test('that trusts everybody proves nothing of another account', async () => {
    const { deploy } = await strangerOn(devnet.chains[0].rpcUrl)
    // a contract that answers every question with the magic value of ERC-1271
    const trusting = await deploy(concat(['0x6027600a5f3960275ff3', '0x7f', pad('0x1626ba7e', { dir: 'right' }), '0x5f5260205ff3']))
    expect(await isSigned(trusting, anything)).toBe(true) // that is what ERC-1271 means: the contract decides
    expect(await isSigned(trusting, '0x')).toBe(true) // as a contract says that was told before what is signed
    expect(await isSigned(stranger.address, '0x')).toBe(false)
    expect(await isSigned(stranger.address, SignatureErc6492.wrap({ to: trusting, data: '0x', signature: anything }))).toBe(false)
  })
})

describe('a node', () => {
  test('is needed for what is no signature of the key itself', async () => {
    const signature = await owner.signMessage({ message })
    expect(await verifySignature({ chainId, address: owner.address, message, signature }, {})).toBe(true)
    expect(await reasonOf(verifySignature({ chainId, address: stranger.address, message, signature }, {}))).toMatchObject({ name: 'SiwxError', code: 'rpcMissing', details: chainId })
  })

  test('of another network, or one that does not answer, decides nothing', async () => {
    const claim = { chainId, address: stranger.address, message, signature: await owner.signMessage({ message }) }
    expect(await reasonOf(verifySignature(claim, { rpcUrls: { [chainId]: devnet.chains[1].rpcUrl } }))).toMatchObject({ code: 'rpcFailed' })
    expect(await reasonOf(verifySignature(claim, { rpcUrls: { [chainId]: 'http://127.0.0.1:1' } }))).toMatchObject({ code: 'rpcFailed' })
    const half = await startTestServer((response, { body }) => (body.includes('eth_chainId') ? sendJson(response, { jsonrpc: '2.0', id: 1, result: '0x7a69' }) : sendJson(response, 'busy', 503)))
    const reason = await reasonOf(verifySignature(claim, { rpcUrls: { [chainId]: half.url } }))
    expect(reason).toBeInstanceOf(SiwxError)
    expect(reason).toMatchObject({ code: 'rpcFailed' })
    expect(half.requests.length).toBeGreaterThan(1)
  })
})
