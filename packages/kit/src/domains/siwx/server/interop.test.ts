import {
  createSignInMessageText,
  parseSignInMessageText,
  verifySignIn as verifyOnSolana,
} from '@solana/wallet-standard-util'
import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { SiweMessage } from 'siwe'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage, parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { toBase58 } from '@latchkey/protocol/base58'
import { formatSignIn } from '@latchkey/protocol/signIn/formatSignIn'
import { parseSignIn } from '@latchkey/protocol/signIn/parseSignIn'
import type { SignInMessage } from '@latchkey/protocol/signIn/signInMessage'
import { verifySignIn } from './verifySignIn.ts'

const account = privateKeyToAccount(generatePrivateKey())
const clock = { now: () => Date.UTC(2026, 0, 1, 12) }
const plain: SignInMessage = {
  domain: 'shop.example',
  uri: 'https://shop.example/login',
  version: '1',
  nonce: 'abcdefgh12345678',
  issuedAt: '2026-01-01T11:59:00.000Z',
  chainId: 'eip155:8453',
  accountAddress: account.address,
}
const whole: SignInMessage = {
  ...plain,
  statement: 'I accept the terms: https://shop.example/tos',
  expirationTime: '2026-01-01T13:00:00.000Z',
  notBefore: '2026-01-01T11:00:00.000Z',
  requestId: 'some_id',
  resources: [
    'ipfs://Qme7ss3ARVgxv6rXqVPiikMJ8u2NLgmgszg13pYrDKEoiu',
    'https://shop.example/claim.json',
  ],
}
const rules = { domain: 'shop.example', clock }

describe.each([
  ['without options', plain],
  ['with all of them', whole],
])('a message %s', (_, message) => {
  const { chainId: _chainId, accountAddress: _address, ...rest } = message
  const inViem = {
    ...rest,
    chainId: 8453,
    address: account.address,
    issuedAt: new Date(message.issuedAt),
    expirationTime: date(message.expirationTime),
    notBefore: date(message.notBefore),
    resources: message.resources && [...message.resources],
  }

  test('the formatted message equals the message of viem, and viem can read it', () => {
    expect(formatSignIn(message)).toBe(createSiweMessage(inViem))
    const read = parseSiweMessage(formatSignIn(message))
    expect(read).toMatchObject({ address: account.address, chainId: 8453, nonce: message.nonce })
    expect(
      validateSiweMessage({
        message: read,
        domain: 'shop.example',
        nonce: message.nonce,
        time: new Date(clock.now()),
      }),
    ).toBe(true)
    expect(parseSignIn(createSiweMessage(inViem))).toEqual(message)
  })

  test('the formatted message equals the message of siwe, and siwe accepts its signature', async () => {
    const siwe = new SiweMessage({
      ...rest,
      chainId: 8453,
      address: account.address,
      resources: message.resources && [...message.resources],
    })
    expect(formatSignIn(message)).toBe(siwe.prepareMessage())
    const read = new SiweMessage(formatSignIn(message))
    const signature = await account.signMessage({ message: formatSignIn(message) })
    expect(
      (
        await read.verify({
          signature,
          domain: 'shop.example',
          nonce: message.nonce,
          time: new Date(clock.now()).toISOString(),
        })
      ).success,
    ).toBe(true)
    expect(
      await verifySignIn(
        { message: siwe.prepareMessage(), signature },
        { ...rules, nonce: message.nonce },
      ),
    ).toEqual(message)
    await expect(
      verifySignIn(
        { message: siwe.prepareMessage(), signature },
        { ...rules, nonce: 'another12345678' },
      ),
    ).rejects.toMatchObject({ code: 'nonceRefused' })
  })

  test('the formatted message equals the message of Solana’s wallet standard, which accepts its signature', async () => {
    const secret = ed25519.utils.randomSecretKey()
    const publicKey = ed25519.getPublicKey(secret)
    const address = toBase58(publicKey)
    const onSolana: SignInMessage = {
      ...message,
      chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      accountAddress: address,
    }
    const { scheme: _scheme, accountAddress: _own, ...input } = onSolana
    const standard = { ...input, chainId: 'mainnet', address }
    const text = formatSignIn(onSolana)
    expect(text).toBe(createSignInMessageText(standard))
    expect(parseSignInMessageText(text)).toMatchObject(standard)
    const signedMessage = new TextEncoder().encode(text)
    const signature = ed25519.sign(signedMessage, secret)
    expect(
      verifyOnSolana(standard, {
        account: { address, publicKey, chains: ['solana:mainnet'], features: [] },
        signedMessage,
        signature,
      }),
    ).toBe(true)
    expect(
      await verifySignIn(
        { message: createSignInMessageText(standard), signature: toBase58(signature) },
        rules,
      ),
    ).toEqual(onSolana)
  })
})

test('siwe accepts every message that the kit accepts', () => {
  const text = formatSignIn(whole)
  const accepted: boolean[] = []
  fc.assert(
    fc.property(
      fc.nat(text.length - 1),
      fc.constantFrom('', '\n', ' ', ':', '-', 'a', '0', 'Z', '%', 'é', '\r', '/', '@'),
      fc.nat(2),
      (at, foreign, length) => {
        const changed = text.slice(0, at) + foreign + text.slice(at + length)
        // the reverse is not true: `SiweMessage` accepts users in domains, invalid hosts and times,
        // and values of any length
        if (doesAccept(() => parseSignIn(changed)))
          accepted.push(doesAccept(() => new SiweMessage(changed)))
      },
    ),
    { numRuns: 400 },
  )
  expect(accepted.length).toBeGreaterThan(20)
  expect(accepted).not.toContain(false)
})

function doesAccept(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}

function date(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text)
}
