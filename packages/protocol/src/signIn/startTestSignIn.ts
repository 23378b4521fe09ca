import fc from 'fast-check'
import { toBase58 } from '../base58.ts'
import type { SignInMessage } from './signInMessage.ts'

const letters = (allowed: string, { min = 1, max = 30 } = {}) =>
  fc.string({ unit: fc.constantFrom(...allowed), minLength: min, maxLength: max })
const alphanumeric = 'ABCXYZabcxyz0189'
const label = letters('abz019', { max: 12 }).filter((text) => !/^\d+$/.test(text))
const domain = fc
  .tuple(label, label, fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined }))
  .map(([name, top, port]) => `${name}.${top}x${port === undefined ? '' : `:${port}`}`)
const uri = fc
  .tuple(domain, letters("ab/?@:!$&'()*+,;=-._~", { min: 0 }))
  .map(([host, path]) => `https://${host}/${path}`)
const time = fc
  .date({ min: new Date('1970-01-01'), max: new Date('9999-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
const hex32 = fc.string({
  unit: fc.constantFrom(...'0123456789abcdef'),
  minLength: 32,
  maxLength: 32,
})

/**
 * Generates an account and its network. The EIP-155 addresses are the published examples of EIP-55.
 */
const account = fc.oneof(
  fc.record({
    chainId: fc.integer({ min: 1 }).map((id) => `eip155:${id}`),
    accountAddress: fc.constantFrom(
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '0xde709f2102306220921060314715629080e2fb77',
    ),
  }),
  fc.record({
    chainId: fc.constantFrom(
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      'solana:localnet',
    ),
    accountAddress: key.map(toBase58),
  }),
  fc.record({
    chainId: hex32.map((hash) => `bip122:${hash}`),
    accountAddress: fc.constantFrom(
      'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
      '164P4mbDkPcyvRnFGAZd1ThjxSj7Fbsywz',
      'bc1p9cyuceaazr8cz46mvgkzl94wy397mwpqsrk84su37t72jvkg6wzqv52nfp',
    ),
  }),
  fc.record({
    chainId: hex32.map((hash) => `polkadot:${hash}`),
    accountAddress: key.map((bytes) => toBase58(Uint8Array.from([42, ...bytes, 0, 0]))),
  }),
)

/** Generates any valid sign-in message. */
export const anySignIn: fc.Arbitrary<SignInMessage> = fc
  .tuple(
    account,
    fc.record(
      {
        domain,
        uri,
        version: fc.constant('1' as const),
        nonce: letters(alphanumeric, { min: 8, max: 40 }),
        issuedAt: time,
        expirationTime: time,
        notBefore: time,
        statement: letters("aZ09-._~:/?#[]@!$&'()*+,;= "),
        requestId: letters("aZ09-._~!$&'()*+,;=:@", { min: 0 }),
        resources: fc.array(uri, { maxLength: 4 }),
        scheme: fc.constantFrom('https', 'http', 'web+a'),
      },
      { requiredKeys: ['domain', 'uri', 'version', 'nonce', 'issuedAt'] },
    ),
  )
  .map(([named, rest]) => ({ ...rest, ...named }))
