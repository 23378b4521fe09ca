import fc from 'fast-check'
import { SignatureErc6492 } from 'ox/erc6492'
import { SignatureErc8010 } from 'ox/erc8010'
import {
  concat,
  createClient,
  createTestClient,
  getContractAddress,
  http,
  numberToHex,
  pad,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
  toHex,
  zeroAddress,
} from 'viem'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { strangerOn } from '../../../../../../../devnet/src/strangerOn.ts'
import { startTestChains } from '../../../../testing/startTestChains.ts'
import { startTestServer, sendJson } from '../../../../core/testing/startTestServer.ts'
import { SiwxError } from '../SiwxError.ts'
import { createFor, factoryCode, initializeBy, smartAccountCode } from '../startTestContracts.ts'
import { verifySignature } from './verifySignature.ts'

let devnet: Awaited<ReturnType<typeof startTestChains>>
beforeAll(async () => void (devnet = await startTestChains()))
afterAll(() => devnet.close())

const chainId = 'eip155:31337'
const message = 'Let me in'
/** 65 bytes, as many as a signature has. */
const anything = `0x${'12'.repeat(65)}` as const
const owner = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
const nodes = () => ({ rpcUrls: { [chainId]: devnet.chains[0].rpcUrl } })
const isSigned = (address: Hex, signature: Hex, text = message) =>
  verifySignature({ chainId, address, message: text, signature }, nodes())
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

/** Deploys a factory, and computes the address of an account that the factory could deploy. */
async function deployFactory() {
  const { deploy, send } = await strangerOn(devnet.chains[0].rpcUrl)
  const factory = await deploy(factoryCode)
  const account = getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    salt: pad(owner.address),
    bytecode: smartAccountCode,
  })
  return { factory, account, send }
}

describe('the signature of a smart account', () => {
  test('a deployed account (ERC-1271) is verified', async () => {
    const { factory, account, send } = await deployFactory()
    await send(factory, createFor(owner.address))
    expect(await isSigned(account, await owner.signMessage({ message }))).toBe(true)
    expect(await isSigned(account, await owner.signMessage({ message }), 'Let me out')).toBe(false)
    expect(await isSigned(account, await stranger.signMessage({ message }))).toBe(false)
    expect(await isSigned(account, '0x00')).toBe(false)
  })

  test('an account that is not deployed yet (ERC-6492) is verified', async () => {
    const { factory, account } = await deployFactory()
    const wrap = (signature: Hex, by = owner.address) =>
      SignatureErc6492.wrap({ to: factory, data: createFor(by), signature })
    const signature = await owner.signMessage({ message })
    expect(await isSigned(account, wrap(signature))).toBe(true)
    expect(await isSigned(account, signature)).toBe(false) // the contract is not deployed yet
    expect(await isSigned(account, wrap(signature), 'Let me out')).toBe(false)
    expect(await isSigned(account, wrap(await stranger.signMessage({ message })))).toBe(false)
    expect(
      await isSigned(account, wrap(await stranger.signMessage({ message }), stranger.address)),
    ).toBe(false) // the wrapper deploys another account
    const client = createClient({ transport: http(devnet.chains[0].rpcUrl) })
    expect(await client.request({ method: 'eth_getCode', params: [account, 'latest'] })).toBe('0x')
  })

  test('a key that is not delegated yet (ERC-8010) is verified', async () => {
    const { deploy } = await strangerOn(devnet.chains[0].rpcUrl)
    const implementation = await deploy(smartAccountCode)
    const key = privateKeyToAccount(generatePrivateKey())
    const authorize = async (by: typeof key, nonce = 0) => {
      const {
        r,
        s,
        yParity = 0,
      } = await by.signAuthorization({ chainId: 31337, address: implementation, nonce })
      return {
        address: implementation,
        chainId: 31337,
        nonce: BigInt(nonce),
        r: BigInt(r),
        s: BigInt(s),
        yParity,
      }
    }
    const wrap = async (signature: Hex, authorization = authorize(key)) =>
      SignatureErc8010.wrap({
        authorization: await authorization,
        data: initializeBy(owner.address),
        signature,
        to: key.address,
      })
    const signature = await owner.signMessage({ message })
    expect(await isSigned(key.address, await wrap(signature))).toBe(true)
    expect(await isSigned(key.address, await wrap(signature), 'Let me out')).toBe(false)
    expect(await isSigned(key.address, await wrap(await stranger.signMessage({ message })))).toBe(
      false,
    )
    expect(await isSigned(key.address, await wrap(signature, authorize(stranger)))).toBe(false)
    // the authorization is invalid: it has a wrong nonce
    expect(await isSigned(key.address, await wrap(signature, authorize(key, 7)))).toBe(false)
    expect(await isSigned(key.address, await key.signMessage({ message }))).toBe(true)
  })

  test('a contract that accepts everything makes no signature of another account valid', async () => {
    const { deploy } = await strangerOn(devnet.chains[0].rpcUrl)
    // a contract that answers every call with the value that means "valid" in ERC-1271
    const trusting = await deploy(
      concat([
        '0x6027600a5f3960275ff3',
        '0x7f',
        pad('0x1626ba7e', { dir: 'right' }),
        '0x5f5260205ff3',
      ]),
    )
    // ERC-1271: the contract decides which signatures are valid
    expect(await isSigned(trusting, anything)).toBe(true)
    // a contract may accept an empty signature for a hash that it approved before
    expect(await isSigned(trusting, '0x')).toBe(true)
    expect(await isSigned(stranger.address, '0x')).toBe(false)
    expect(
      await isSigned(
        stranger.address,
        SignatureErc6492.wrap({ to: trusting, data: '0x', signature: anything }),
      ),
    ).toBe(false)
  })
})

describe('an account without an owner', () => {
  /** Code that deploys a contract with this code of at most 255 bytes. */
  const initOf = (code: Hex): Hex =>
    concat([
      `0x60${((code.length - 2) / 2).toString(16).padStart(2, '0')}600a5f3960${((code.length - 2) / 2).toString(16).padStart(2, '0')}5ff3`,
      code,
    ])
  const deployed = async (code: Hex) =>
    (await strangerOn(devnet.chains[0].rpcUrl)).deploy(initOf(code))
  const answering = (word: Hex, size = 32): Hex =>
    concat(['0x7f', word, '0x5f5260', `0x${size.toString(16).padStart(2, '0')}`, '0x5ff3'])
  const right = pad('0x1626ba7e', { dir: 'right' })
  /** Code that returns its call data. */
  const echo = '0x365f5f37365ff3'
  const nothing = `0x${'00'.repeat(64)}` as const

  test('the zero address, precompiles and system addresses have no valid signature', async () => {
    const ownerless = [
      zeroAddress,
      ...Array.from({ length: 0x11 }, (_, index) => numberToHex(index + 1, { size: 20 })),
      numberToHex(0x100, { size: 20 }),
      numberToHex(0x8001, { size: 20 }),
      '0x4200000000000000000000000000000000000016',
      '0x0200000000000000000000000000000000000001',
      '0xc0D3C0d3C0d3C0D3c0d3C0d3c0D3C0d3c0d30016',
      '0xfffffffffffffffffffffffffffffffffffffffe',
    ] as const
    for (const address of ownerless)
      for (const signature of [
        `${nothing}1b`,
        `${nothing}1c`,
        `${nothing}00`,
        nothing,
        '0x',
        '0x00',
        anything,
        SignatureErc6492.wrap({ to: zeroAddress, data: '0x', signature: `${nothing}1b` }),
      ] as const)
        expect(await isSigned(address, signature), `${address} ${signature.slice(0, 12)}`).toBe(
          false,
        )
  })

  test('a system address with a contract has no valid signature either', async () => {
    const client = createTestClient({ mode: 'anvil', transport: http(devnet.chains[0].rpcUrl) })
    const address = '0x4200000000000000000000000000000000000999'
    await client.setCode({ address, bytecode: answering(right) })
    expect(await isSigned(address, anything)).toBe(false)
  })

  test.each<[string, Hex]>([
    ['returns its call data', echo],
    ['returns the first word of its call data', '0x5f355f5260205ff3'],
    [
      'answers with the right bytes and others behind them in the word',
      answering(`0x1626ba7e${'ff'.repeat(28)}`),
    ],
    [
      'answers with one wrong byte at the end of the word',
      answering(`0x1626ba7e${'00'.repeat(27)}01`),
    ],
    ['answers with four bytes', answering(right, 4)],
    ['answers with two words', answering(right, 64)],
    ['answers with "true"', answering(pad('0x01'))],
    ['answers with nothing', '0x00'],
    ['fails', '0x5f5ffd'],
  ])('a contract that %s has no valid signature', async (_, code) => {
    const address = await deployed(code)
    for (const signature of [
      anything,
      `${nothing}1b`,
      '0x',
      '0x00',
      `0x${'12'.repeat(200)}`,
    ] as const)
      expect(await isSigned(address, signature), signature.slice(0, 12)).toBe(false)
    // the same code, deployed by the wrapper of the signature
    const create2 = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
    const salt = pad(numberToHex(BigInt(address) & 0xffffn), { size: 32 })
    const planned = getContractAddress({
      opcode: 'CREATE2',
      from: create2,
      salt,
      bytecode: initOf(code),
    })
    const wrap = (to: Hex) =>
      SignatureErc6492.wrap({ to, data: concat([salt, initOf(code)]), signature: anything })
    expect(await isSigned(planned, wrap(create2))).toBe(false)
    expect(await isSigned(address, wrap(create2))).toBe(false)
  })

  test('a wrong signature of a key is refused, deployed or not', async () => {
    const forged = [
      `${nothing}1b`,
      `0x${'00'.repeat(31)}01${'00'.repeat(31)}011b`,
      `0x${'ff'.repeat(64)}1b`,
      '0x',
      nothing,
    ] as const
    for (const signature of forged)
      for (const to of [
        zeroAddress,
        stranger.address,
        '0x0000000000000000000000000000000000000004',
      ] as const) {
        expect(await isSigned(stranger.address, signature)).toBe(false)
        expect(
          await isSigned(
            stranger.address,
            SignatureErc6492.wrap({ to, data: '0x1626ba7e', signature }),
          ),
        ).toBe(false)
      }
  })

  test('a key delegated to a precompile or an echo contract has no valid contract signature', async () => {
    const client = createTestClient({ mode: 'anvil', transport: http(devnet.chains[0].rpcUrl) })
    const key = privateKeyToAccount(generatePrivateKey())
    for (const delegate of [
      '0x0000000000000000000000000000000000000004',
      zeroAddress,
      await deployed(echo),
    ] as const) {
      await client.setCode({ address: key.address, bytecode: concat(['0xef0100', delegate]) })
      for (const signature of ['0x', anything, `${nothing}1b`] as const)
        expect(await isSigned(key.address, signature)).toBe(false)
      // the key's own signature is valid
      expect(await isSigned(key.address, await key.signMessage({ message }))).toBe(true)
    }
  })
})

describe('a signature of a key', () => {
  test('a key’s signature is accepted in one form; other `s`, `v` and lengths are refused', async () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), async (text) => {
        const signature = await owner.signMessage({ message: text })
        const { r, s, yParity } = parseSignature(signature)
        const of = (y: number, by = s, more = '') =>
          `${concat([r, by])}${y.toString(16).padStart(2, '0')}${more}` as Hex // the parts are hex
        const verify = (one: Hex) =>
          verifySignature(
            { chainId, address: owner.address, message: text, signature: one },
            {},
          ).catch((error: unknown) => error instanceof SiwxError && error.code)
        expect(await verify(of(27 + yParity))).toBe(true)
        expect(await verify(of(yParity))).toBe(true) // older Ledgers sign in this form
        const twin = numberToHex(order - BigInt(s), { size: 32 })
        for (const wrong of [
          of(28 - yParity, twin),
          of(27 + yParity, twin),
          of(1 - yParity, twin),
          of(28 - yParity),
          of(29 + yParity),
          of(35 + yParity),
          of(31 + yParity),
          of(37 + yParity),
          of(27 + yParity, s, '00'),
          concat([r, s]),
          serializeCompactSignature(
            signatureToCompactSignature({ r, s, yParity: yParity as 0 | 1 }),
          ),
        ])
          expect(await verify(wrong)).toBe('rpcMissing') // not a key's signature: a node is needed
      }),
      { numRuns: 30 },
    )
  })
})

describe('a wrapped signature', () => {
  test('a wrapped signature has one valid encoding, without extra bytes', async () => {
    const { factory, account } = await deployFactory()
    const wrapped = SignatureErc6492.wrap({
      to: factory,
      data: createFor(owner.address),
      signature: await owner.signMessage({ message }),
    })
    expect(await isSigned(account, wrapped)).toBe(true)
    const digits = wrapped.slice(2)
    const body = digits.slice(0, -64)
    const magic = digits.slice(-64)
    const spoiled = {
      'a dirty address': `01${body.slice(2)}`,
      'a word more': body + '0'.repeat(64),
      'a dirty end': `${body.slice(0, -2)}01`,
      'another place of the data':
        body.slice(0, 64) + pad(numberToHex(0x61), { size: 32 }).slice(2) + body.slice(128),
      'a length beyond its end': body.slice(0, 192) + 'f'.repeat(64) + body.slice(256),
      'no body': '',
      'one byte less': body.slice(2),
    }
    for (const [name, one] of Object.entries(spoiled))
      expect(await isSigned(account, `0x${one}${magic}`), name).toBe(false)
    expect(
      await isSigned(
        account,
        SignatureErc6492.wrap({ to: factory, data: createFor(owner.address), signature: wrapped }),
      ),
    ).toBe(false) // a signature that is wrapped twice is invalid
  })

  test('the call in a wrapper runs only for an account that is not deployed', async () => {
    const { deploy, send } = await strangerOn(devnet.chains[0].rpcUrl)
    const factory = await deploy(factoryCode)
    const account = await deploy(smartAccountCode)
    // the account has no key yet. The wrapper's call would set a stranger's key
    const wrapped = SignatureErc6492.wrap({
      to: account,
      data: initializeBy(stranger.address),
      signature: await stranger.signMessage({ message }),
    })
    expect(await isSigned(account, wrapped)).toBe(false)
    await send(account, initializeBy(owner.address))
    expect(
      await isSigned(
        account,
        SignatureErc6492.wrap({
          to: factory,
          data: '0x',
          signature: await owner.signMessage({ message }),
        }),
      ),
    ).toBe(true) // the account is deployed, so the inner signature is checked, without the wrapper
  })

  test.each(['6492', '8010'])(
    'a signature with any bytes before the end mark of ERC-%s is refused',
    async (magic) => {
      await fc.assert(
        fc.asyncProperty(
          fc.uint8Array({ maxLength: 700 }),
          fc.constantFrom<Hex>(
            owner.address,
            zeroAddress,
            '0x0000000000000000000000000000000000000004',
          ),
          async (bytes, address) => {
            expect(await isSigned(address, concat([toHex(bytes), `0x${magic.repeat(16)}`]))).toBe(
              false,
            )
          },
        ),
        { numRuns: 100 },
      )
    },
  )
})

describe('a node', () => {
  test('a node is needed only if the signature is not of the key itself', async () => {
    const signature = await owner.signMessage({ message })
    expect(await verifySignature({ chainId, address: owner.address, message, signature }, {})).toBe(
      true,
    )
    expect(
      await reasonOf(
        verifySignature({ chainId, address: stranger.address, message, signature }, {}),
      ),
    ).toMatchObject({ name: 'SiwxError', code: 'rpcMissing', details: chainId })
  })

  test('if the node is of another network, or fails, the check fails with `rpcFailed`', async () => {
    const claim = {
      chainId,
      address: stranger.address,
      message,
      signature: await owner.signMessage({ message }),
    }
    expect(
      await reasonOf(verifySignature(claim, { rpcUrls: { [chainId]: devnet.chains[1].rpcUrl } })),
    ).toMatchObject({ code: 'rpcFailed' })
    expect(
      await reasonOf(verifySignature(claim, { rpcUrls: { [chainId]: 'http://127.0.0.1:1' } })),
    ).toMatchObject({ code: 'rpcFailed' })
    const half = await startTestServer((response, { body }) =>
      body.includes('eth_chainId')
        ? sendJson(response, { jsonrpc: '2.0', id: 1, result: '0x7a69' })
        : sendJson(response, 'busy', 503),
    )
    const reason = await reasonOf(verifySignature(claim, { rpcUrls: { [chainId]: half.url } }))
    expect(reason).toBeInstanceOf(SiwxError)
    expect(reason).toMatchObject({ code: 'rpcFailed' })
    expect(half.requests.length).toBeGreaterThan(1)
  })
})
