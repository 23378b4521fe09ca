import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b as blake } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import * as btc from '@scure/btc-signer'
import { toBase58 } from '@latchkey/protocol/base58'
import { polkadotKeyOf } from '@latchkey/protocol/chains/polkadotKeys'
import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test, vi } from 'vitest'
import { sha256x2 } from './bitcoin/hash160.ts'
import { scriptOf } from './bitcoin/scriptOf.ts'
import { verifySignature } from './verifySignature.ts'

const toHex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const bytes = (text: string) => new TextEncoder().encode(text)

describe('Bitcoin', () => {
  const main = 'bip122:000000000019d6689c085ae165831e93'
  const isSigned = (address: string, message: string, signature: string, chainId = main) =>
    verifySignature({ chainId, address, message, signature }, {})
  const own = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
  const ofThree =
    'BQBHMEQCIFX9aaqPJWq2Ff2kpen5bFDTid+ehgUOpHV0LfjncXy4AiA3GNicF7aKPzdpa9PCpmaYQs3pHd+qbvvhXdxOCKCAMAFIMEUCIQD/ELXg6CNYyUQijCg96JtgvgjZb9dsl1Ctof4QAeyTcQIgVM/1AAblFl/DCt6A1gJg+T/i2qU5SQD09+chFJzolRwBSDBFAiEAlqRfSFyWNVQhvaCnmeV5tyneiCWMTcFbuujoD/pFa3wCIGnZjfQb8NolSYq9asV+ZeBSkCGHJcqnaV4JYS5MYPEGAWlTIQJ1aLEfEi/4p7wcV+XHZCBVvGGJZ7L3v+jhH+mZA8lN0yECCovfec+kIdllXpKCgA8RX/HZ2x5yHOtCSKP8/sf6pnwhAwxSng6kCgCXXSAmJOOZFdr3vdK3HzGqCFloOHgc5fM6U64='

  /** The test vectors of BIP-322, `basic-test-vectors.json` and `generated-test-vectors.json`. */
  const vectors: [kind: string, address: string, message: string, signature: string][] = [
    [
      'p2wpkh',
      own,
      '',
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      'p2wpkh',
      own,
      '',
      'smpAkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    ],
    [
      'p2wpkh',
      own,
      'Hello World',
      'smpAkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      'p2wpkh',
      own,
      'Hello World',
      'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    ],
    [
      'p2wpkh',
      'bc1qkntwc3c4dzxh9xh6875l03fn3vkk023jgak3u7',
      'ESHJI7MWUL64AXHBI42L3UR4QA',
      'AkcwRAIgCYHF/vn67iZX5WBimh84kqD6pTME6eNCMGhfFnnwCNECIAF3nMCk/RfLit+uv8a8FgfQIw0f0ASE21GSz7rX17PsASEDTA2vM8bOtUFgvenSDUmvkq7aWNwoTB0CMiM6carHY1s=',
    ],
    [
      'p2tr',
      'bc1pss0zhytly75awhm6x2hhvd5lnzv3vssgrf9axfheq8ldyzn88ges79fler',
      'No prefix fallback',
      'AUCJYOwOjxYAvatTAGYaVlNXBVyFuc4MwNQkOuK2tl8xhfKDONd0NjfYyNSYcRqeCp8hsAnCEPHAVEkO9h6vbQ/R',
    ],
    [
      'p2tr',
      'bc1p9cyuceaazr8cz46mvgkzl94wy397mwpqsrk84su37t72jvkg6wzqv52nfp',
      'TPIZPITUIHEUHO5ACOL6W6MBVD',
      'AUBay6NwR4LEYedkTG+vE9F7C0RTOCB5NH6ZAqf+3hudjHIkOzSZk1jW/5Kt0wRKX3llJ25os+0qktdou4/Y8516',
    ],
    [
      'p2wsh, three of three keys',
      'bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9',
      'This will be a p2wsh 3-of-3 multisig BIP 322 signed message',
      `smp${ofThree}`,
    ],
    [
      'p2pkh, full',
      '164P4mbDkPcyvRnFGAZd1ThjxSj7Fbsywz',
      'GI2SVNWVCWTEEIMFZFFZYAQNSA',
      'AgAAAAGEmHuloQANVIqnpMegGLNFKwAGE0Urv0a/uMiHnJ+FQwAAAABrSDBFAiEAr8VdqPCZU/oVqKKj2WwHfeCX/lzp+Rfk8d59cS9xdGECIAar0nievDdeVstmIgjfM7kzMepL6HrecBuJtgEitFxBASECzgU8WF30ffzpbdClcw/0NBkTCkuRbiEzr+CTXePjiPfgBwAAAQAAAAAAAAAAAWrgBwAA',
    ],
    [
      'p2wpkh, full',
      'bc1qkwzsslep5elkuat4608v7tpntpr3d9n7w5cwwq',
      'YGIAANMREUXLFRI4HIEOCE4T23',
      'fulAgAAAAABAaVatLF3wpACTG5XowFYPJPv65lgTlZypjUV9d1DNduCAAAAAADgBwAAAQAAAAAAAAAAAWoCRzBEAiB+SJdR6bVLpv5+kK8pOXSUDS24rU53YkTQEvelQJ22uwIgEfqM8eYTupu4LtA0Tz7z1LIbhpP2PrUxWEt9osnrxFEBIQMasC7JaIHbbAUt1kU81yx7S4QHScnEDBs4GsdHDPMPSuAHAAA=',
    ],
    [
      'p2tr, full',
      'bc1psmjelwjtg7lz26jhd4kkf35v0xp3u7ffc6p4n4869s0hxkrrrtkqkpqvmg',
      'K276VUM3MXP56DGNVICQR5XWRT',
      'AgAAAAABAY+B3hhlrps+S2YaxSvL3HxZKdfT+8XCCtZ4KQc5N+AaAAAAAADgBwAAAQAAAAAAAAAAAWoBQEHQoT3HfPKw4WNiQySblfcRX2gnha/mrpFxUoYlkJxuQFXNN3sS+XbJsNAoXRlvQitk0tVEFpsUGRcCdZ7bWPHgBwAA',
    ],
    [
      'p2sh around p2wpkh, full',
      '37HVPoc7ZsU5C9Z2VKcCkSLzEknYXCzm3s',
      'OQXDXSR5SN5N7WRXSPTI462HKH',
      'AgAAAAABAbtjBsUTHnoyuNG4NGbx6cI1Z01QLlfGHJX/WIRCAU6/AAAAABcWABTGXFmsgRqCkic6D+eE4AKm1iyVhuAHAAABAAAAAAAAAAABagJHMEQCIBp/IMJTnnhI6YrHJwIQbfucoizq0esZ35QRxtpXuk7fAiAGx6kSd9BuPDY+R0sHTJU0ZFtScJI8ASojEHwrClKxDQEhAl3boe/68fHvtuYzRkaS3GOSxnUTJwejjrubm+czK+Yi4AcAAA==',
    ],
  ]

  test.each(vectors)(
    'the test vector of BIP-322 is valid: %s',
    async (_, address, message, signature) => {
      expect(await isSigned(address, message, signature)).toBe(true)
      expect(await isSigned(address, `${message}.`, signature)).toBe(false)
      const other = vectors.find(([, one]) => one !== address)?.[1] ?? ''
      expect(await isSigned(other, message, signature)).toBe(false)
      expect(
        await isSigned(address, message, signature, 'bip122:000000000933ea01ad0ee984209779ba'),
      ).toBe(false)
    },
  )

  test('a proof with a changed byte is refused', async () => {
    for (const [, address, message, signature] of vectors) {
      const prefix = /^(?:smp|ful)/.exec(signature)?.[0] ?? ''
      const proof = Buffer.from(signature.slice(prefix.length), 'base64')
      for (let at = 0; at < proof.length; at += 7) {
        const changed = Uint8Array.from(proof, (byte, index) => (index === at ? byte ^ 1 : byte))
        expect(
          await isSigned(address, message, prefix + toBase64(changed)),
          `${address} at ${at}`,
        ).toBe(false)
      }
    }
  })

  test.each([
    ['invalid base64', own, '', 'not-valid-base64!!!'],
    ['empty', own, '', ''],
    ['of an empty witness', own, '', 'smpAA=='],
    ['of an unknown kind', own, '', 'fooAA=='],
    [
      'marked as full, but is simple',
      'bc1pyrgrm6cu6n54jrvkdjd9rvyd3xfyu84s2623awu2srn6mxhscwpsm5644w',
      'incorrect prefix',
      'fulAUDZwFXUp+adN+/UZj5dVrGAbB3zKs1Vcalz5fCF9srxS63eSWNGvH1NYbrBkPt1BJDUyWUz9zgUxfc63/QheT6M',
    ],
  ])('a proof that is %s is refused', async (_, address, message, signature) => {
    expect(await isSigned(address, message, signature)).toBe(false)
  })

  test('a proof is valid for the address of its own key, and not for the address of another key', async () => {
    const [own, victim] = [1, 2].map((first) =>
      Uint8Array.from({ length: 32 }, (_, index) => index + first),
    )
    if (!own || !victim) throw new Error('There are two keys')
    const [mine, theirs] = [secp256k1.getPublicKey(own, true), secp256k1.getPublicKey(victim, true)]
    const script = (key: Uint8Array) => btc.p2wsh(btc.p2ms(1, [key]))
    const kinds = [
      {
        of: (key: Uint8Array) => btc.p2wpkh(key),
        proof: (signedHash: Uint8Array) =>
          signBip322(own, signedHash, 'me', (tx) => {
            const hash = btc.OutScript.decode(signedHash)
            if (hash?.type !== 'wpkh') throw new Error('It is p2wpkh')
            return [
              tx.preimageWitnessV0(
                0,
                btc.OutScript.encode({ type: 'pkh', hash: hash.hash }),
                1,
                0n,
              ),
              (signature) => [signature, mine],
            ]
          }),
      },
      {
        of: script,
        proof: (signedHash: Uint8Array) =>
          signBip322(own, signedHash, 'me', (tx) => {
            const inner = script(mine).witnessScript ?? new Uint8Array()
            return [
              tx.preimageWitnessV0(0, inner, 1, 0n),
              (signature) => [new Uint8Array(), signature, inner],
            ]
          }),
      },
      {
        of: (key: Uint8Array) => btc.p2pkh(key),
        proof: (signedHash: Uint8Array) =>
          signBip322(own, signedHash, 'me', (tx) => {
            const raw = (unlock: Uint8Array) =>
              btc.RawTx.encode({
                version: 0,
                segwitFlag: false,
                inputs: [
                  {
                    txid: tx.getInput(0).txid ?? new Uint8Array(),
                    index: 0,
                    finalScriptSig: unlock,
                    sequence: 0,
                  },
                ],
                outputs: [{ amount: 0n, script: Uint8Array.of(0x6a) }],
                witnesses: [],
                lockTime: 0,
              })
            return [
              sha256x2(Uint8Array.from([...raw(signedHash), 1, 0, 0, 0])),
              (signature) => raw(btc.Script.encode([signature, mine])),
            ]
          }),
      },
    ]
    for (const { of, proof } of kinds) {
      const [right, wrong] = [of(mine), of(theirs)]
      expect(await isSigned(right.address ?? '', 'me', proof(right.script)), right.type).toBe(true)
      expect(await isSigned(wrong.address ?? '', 'me', proof(wrong.script)), right.type).toBe(false)
    }
  })

  test('"simple" proofs of nested segwit addresses are valid only for their keys', async () => {
    const [own, victim] = [1, 2].map((first) =>
      Uint8Array.from({ length: 32 }, (_, index) => index + first),
    )
    if (!own || !victim) throw new Error('There are two keys')
    const [mine, theirs] = [secp256k1.getPublicKey(own, true), secp256k1.getPublicKey(victim, true)]
    const ofKey = (signedHash: Uint8Array) =>
      signBip322(own, signedHash, 'me', (tx) => [
        tx.preimageWitnessV0(0, btc.p2pkh(mine).script, 1, 0n),
        (signature) => [signature, mine],
      ])
    const inner = btc.p2wsh(btc.p2ms(1, [mine])).witnessScript ?? new Uint8Array()
    const ofKeys = (signedHash: Uint8Array) =>
      signBip322(own, signedHash, 'me', (tx) => [
        tx.preimageWitnessV0(0, inner, 1, 0n),
        (signature) => [new Uint8Array(), signature, inner],
      ])
    const addresses = (key: Uint8Array) => ({
      ofKey: btc.p2sh(btc.p2wpkh(key)),
      ofKeys: btc.p2sh(btc.p2wsh(btc.p2ms(1, [key]))),
    })
    for (const [kind, sign] of Object.entries({ ofKey, ofKeys })) {
      const [right, wrong] = [addresses(mine), addresses(theirs)].map(
        (pair) => pair[kind as 'ofKey' | 'ofKeys'],
      ) // the cast: the kinds are the names of `addresses`
      if (!right || !wrong) throw new Error('There are both')
      for (const prefix of ['', 'smp'])
        expect(await isSigned(right.address ?? '', 'me', prefix + sign(right.script)), kind).toBe(
          true,
        )
      expect(await isSigned(right.address ?? '', 'you', sign(right.script)), kind).toBe(false)
      expect(await isSigned(right.address ?? '', 'me', `ful${sign(right.script)}`), kind).toBe(
        false,
      )
      expect(await isSigned(wrong.address ?? '', 'me', sign(wrong.script)), kind).toBe(false)
      expect(await isSigned(right.address ?? '', 'me', sign(btc.p2wpkh(mine).script)), kind).toBe(
        false,
      ) // the signature is for the address bc1q…
      expect(await isSigned(btc.p2wpkh(mine).address ?? '', 'me', sign(right.script)), kind).toBe(
        false,
      )
    }
  })

  test('a signature of BIP-137 is valid only for the addresses of its key', async () => {
    const key = Uint8Array.from({ length: 32 }, (_, index) => index + 1)
    const message = 'Let me in'
    const hash = sha256x2(
      Uint8Array.from([
        ...bytes('\x18Bitcoin Signed Message:\n'),
        message.length,
        ...bytes(message),
      ]),
    )
    const [recovery = 0, ...rest] = secp256k1.sign(hash, key, {
      prehash: false,
      format: 'recovered',
    })
    const signed = (header: number) => toBase64(Uint8Array.from([header + recovery, ...rest]))
    const short = secp256k1.getPublicKey(key, true)
    const long = btc.p2pkh(secp256k1.getPublicKey(key, false)).address ?? ''
    const legacy = btc.p2pkh(short).address ?? ''
    const nested = btc.p2sh(btc.p2wpkh(short)).address ?? ''
    const segwit = btc.p2wpkh(short).address ?? ''
    expect(await isSigned(long, message, signed(27))).toBe(true)
    expect(await isSigned(legacy, message, signed(31))).toBe(true)
    expect(await isSigned(nested, message, signed(35))).toBe(true)
    expect(await isSigned(segwit, message, signed(39))).toBe(true)
    expect(await isSigned(segwit, message, signed(31))).toBe(true)
    for (const [address, header] of [
      [long, 31],
      [legacy, 27],
      [legacy, 39],
      [nested, 27],
      [segwit, 27],
      [own, 39],
      [segwit, 43],
      [segwit, 23],
    ] as const)
      expect(await isSigned(address, message, signed(header)), `${address} ${header}`).toBe(false)
    expect(await isSigned(segwit, 'Let me out', signed(39))).toBe(false)
    const twin = secp256k1.Point.Fn.ORDER - BigInt(toHex(Uint8Array.from(rest.slice(32))))
    const twinOf = (header: number) =>
      toBase64(
        Uint8Array.from([
          header + (1 - recovery),
          ...rest.slice(0, 32),
          ...Buffer.from(twin.toString(16).padStart(64, '0'), 'hex'),
        ]),
      )
    for (const [address, header] of [
      [long, 27],
      [legacy, 31],
      [nested, 35],
      [segwit, 39],
    ] as const)
      expect(await isSigned(address, message, twinOf(header)), address).toBe(false)
    const onTest = btc.p2wpkh(short, btc.TEST_NETWORK).address ?? ''
    expect(await isSigned(onTest, message, signed(39))).toBe(false)
    expect(
      await isSigned(onTest, message, signed(39), 'bip122:000000000933ea01ad0ee984209779ba'),
    ).toBe(true)
    expect(scriptOf(btc, onTest, 'main')).toBeUndefined()
  })
})

describe('Polkadot', () => {
  const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
  const chainId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
  const isSigned = (address: string, message: string, signature: string) =>
    verifySignature({ chainId, address, message, signature }, {})
  /**
   * A signature by a browser extension, which puts the text between `<Bytes>` and `</Bytes>`. From
   * the test "sr25519_verification" of ink!.
   */
  const published =
    '0x0a7da2b631704cdcfe93c740e41217b9ac667a0c8755d8da1a8232db527f487c87e780d2edc1896aeb6b1bef0bc7c38d9df2135b633eab8bfb1777e82fad3a8f'

  test('the published signature of a Polkadot extension is valid', async () => {
    const message = '0x46fb7408d4f285228f4af516ea25851b'
    expect(await isSigned(alice, message, published)).toBe(true)
    expect(await isSigned(alice, `<Bytes>${message}</Bytes>`, published)).toBe(true)
    expect(await isSigned(alice, message, published.replace('0x0a', '0x0b'))).toBe(false)
    expect(await isSigned(alice, `${message}0`, published)).toBe(false)
    expect(
      await isSigned('15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', message, published),
    ).toBe(true) // the address of the same key on the network Polkadot
    expect(
      await isSigned('5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty', message, published),
    ).toBe(false) // the address of another key
  })

  test('a signature is valid with or without its key type, and not for an address with a wrong checksum', async () => {
    const secret = secretFromSeed(Uint8Array.from({ length: 32 }, (_, index) => index))
    const { address } = ss58(getPublicKey(secret))
    const signature = sign(secret, bytes('Let me in'))
    expect(await isSigned(address, 'Let me in', toHex(signature))).toBe(true)
    expect(await isSigned(address, 'Let me in', toHex(Uint8Array.from([1, ...signature])))).toBe(
      true,
    )
    expect(await isSigned(address, 'Let me in', toHex(Uint8Array.from([0, ...signature])))).toBe(
      false,
    )
    expect(await isSigned(address, 'Let me in', toHex(signature.slice(1)))).toBe(false)
    expect(await isSigned(address, 'Let me in', toBase64(signature))).toBe(false)
    expect(
      await isSigned(ss58(getPublicKey(secret), 1).address, 'Let me in', toHex(signature)),
    ).toBe(false)
  })

  /** Addresses of the public accounts "Alice" of each type. Source: subkey, polkadot-js */
  const published42 = {
    ed25519: '5FA9nQDVg267DEd8m1ZypXLBnvN7SFxYwV7ndqSYGiN9TTpu',
    ecdsa: '5C7C2Z5sWbytvHpuLTvzKunnnRwQxft1jiqrLD5rhucQ5S9X',
  }
  const seed = Uint8Array.from(
    'fac7959dbfe72f052e5a0c3c8d6530f202b02fd8f9f5ca3580ec8deb7797479e'.match(/../g) ?? [],
    (pair) => Number.parseInt(pair, 16),
  )

  test.each([
    ['ed25519', 0],
    ['ecdsa', 2],
  ] as const)('%s: the published account signs with and without its type', async (type, byte) => {
    const key = polkadotKeyOf(seed, '//Alice', type)
    for (const text of ['Let me in', '<Bytes>Let me in</Bytes>']) {
      const signature = key.sign(bytes(text))
      for (const spelling of [signature, Uint8Array.from([byte, ...signature])])
        expect(await isSigned(published42[type], 'Let me in', toHex(spelling))).toBe(true)
      expect(await isSigned(alice, 'Let me in', toHex(signature))).toBe(false)
      expect(
        await isSigned(published42[type], 'Let me in', toHex(Uint8Array.from([1, ...signature]))),
      ).toBe(false)
    }
  })

  test('ecdsa: some wallets write the number of the key as 27 or 28', async () => {
    const signature = polkadotKeyOf(seed, '//Alice', 'ecdsa').sign(bytes('Let me in'))
    const older = Uint8Array.from([...signature.slice(0, 64), (signature[64] ?? 0) + 27])
    expect(await isSigned(published42.ecdsa, 'Let me in', toHex(older))).toBe(true)
    const wrong = Uint8Array.from([...signature.slice(0, 64), 4])
    expect(await isSigned(published42.ecdsa, 'Let me in', toHex(wrong))).toBe(false)
  })

  test('signatures of any keys and texts are accepted, and a changed byte is not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.constantFrom('sr25519', 'ed25519', 'ecdsa'),
        fc.string(),
        fc.boolean(),
        fc.nat(),
        async (secret, type, text, hasType, at) => {
          if (type === 'ecdsa' && secret.every((byte) => byte === 0)) return
          const key = polkadotKeyOf(secret, '', type)
          const { address } = ss58(key.accountId)
          const number = { ed25519: 0, sr25519: 1, ecdsa: 2 }[type]
          const signature = Uint8Array.from([
            ...(hasType ? [number] : []),
            ...key.sign(bytes(`<Bytes>${text}</Bytes>`)),
          ])
          expect(await isSigned(address, text, toHex(signature))).toBe(true)
          expect(await isSigned(address, `${text}.`, toHex(signature))).toBe(false)
          const index = at % signature.length
          const changed = signature.with(index, (signature[index] ?? 0) ^ 0x40)
          expect(await isSigned(address, text, toHex(changed))).toBe(false)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('nobody signs in with the key of zeros, for which signatures can be made up', async () => {
    const { address } = ss58(new Uint8Array(32))
    const zeros = new Uint8Array(64)
    for (const made of [
      zeros,
      zeros.with(63, 0x80), // a signature of schnorrkel has this bit
      zeros.with(0, 1),
      Uint8Array.from([0, ...zeros.with(0, 1)]),
      Uint8Array.from([1, ...zeros.with(63, 0x80)]),
      Uint8Array.from([2, ...zeros, 0]),
    ])
      expect(await isSigned(address, 'Let me in', toHex(made))).toBe(false)
  })

  test('an address of the network itself, or of no network, is accepted; one of another network is not', async () => {
    const secret = secretFromSeed(Uint8Array.from({ length: 32 }, (_, index) => index))
    const signature = toHex(sign(secret, bytes('Let me in')))
    const verify = (network: string, ...prefix: number[]) =>
      verifySignature(
        {
          chainId: `polkadot:${network}`,
          address: ss58(getPublicKey(secret), 0, prefix).address,
          message: 'Let me in',
          signature,
        },
        {},
      )
    const [polkadot, kusama, westend, unknown] = [
      '91b171bb158e2d3848fa23a9f1c25182',
      'b0a8d493285c2df73290dfb7e61f870f',
      'e143f23803ac50e8f6f8e62695d1ce9e',
      '00000000000000000000000000000000',
    ] as const
    for (const [network, own] of [
      [polkadot, 0],
      [kusama, 2],
      [westend, 42],
    ] as const) {
      for (const prefix of [own, 42])
        expect(await verify(network, prefix), `${network} ${prefix}`).toBe(true)
      for (const prefix of [0, 2, 5, 10, 63].filter((one) => one !== own))
        expect(await verify(network, prefix), `${network} ${prefix}`).toBe(false)
      expect(await verify(network, 0x50, 0xc5), network).toBe(false) // the prefix 1348, in two bytes
    }
    expect(await verify(unknown, 5)).toBe(true)
    expect(await verify(unknown, 0x50, 0xc5)).toBe(true)
    // invalid prefixes, and prefixes in a second encoding
    for (const spelling of [[64], [127], [128], [0x40, 0], [0x4a, 0x80], [0x80, 1]])
      expect(await verify(unknown, ...spelling), String(spelling)).toBe(false)
  })

  test('the error for a missing package has the name of the package', async () => {
    vi.resetModules()
    vi.doMock('@scure/sr25519', () => {
      throw new Error('Cannot find package')
    })
    try {
      const { verifySignature: verify } = await import('./verifySignature.ts')
      await expect(
        verify({ chainId, address: alice, message: '', signature: published }, {}),
      ).rejects.toMatchObject({
        name: 'SiwxError',
        code: 'packageMissing',
        details: '@scure/sr25519',
        status: 501,
      })
    } finally {
      vi.doUnmock('@scure/sr25519')
      vi.resetModules()
    }
  })
})

describe('Solana', () => {
  const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const isSigned = (address: string, message: string, signature: string) =>
    verifySignature({ chainId, address, message, signature }, {})

  test('the test vectors of RFC 8032 are valid, in base58 and base64', async () => {
    // section 7.1, test 2: the message is the letter r
    const address = toBase58(
      Buffer.from('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c', 'hex'),
    )
    const signature = Buffer.from(
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
      'hex',
    )
    expect(await isSigned(address, 'r', toBase58(signature))).toBe(true)
    expect(await isSigned(address, 'r', toBase64(signature))).toBe(true)
    expect(await isSigned(address, 's', toBase58(signature))).toBe(false)
    expect(await isSigned(address, 'r', toHex(signature))).toBe(false)
    expect(await isSigned(address, 'r', toBase58(signature.subarray(1)))).toBe(false)
  })

  test('a weak key that fits every signature is refused', async () => {
    const neutral = Uint8Array.from([1, ...Array.from({ length: 31 }, () => 0)])
    const forged = Uint8Array.from([...neutral, ...Array.from({ length: 32 }, () => 0)])
    // a lenient check accepts this forged signature
    expect(ed25519.verify(forged, bytes('anything'), neutral, { zip215: true })).toBe(true)
    expect(await isSigned(toBase58(neutral), 'anything', toBase58(forged))).toBe(false)
  })
})

describe('Ethereum', () => {
  /** The signatures in the tests of the siwe package. */
  const signed = [
    [
      'login.xyz',
      '0x9D85ca56217D2bb651b00f15e694EB7E713637D4',
      'Sign-In With Ethereum Example Statement',
      'https://login.xyz',
      'bTyXgcQxn2htgkjJn',
      '2022-01-27T17:09:38.578Z\nExpiration Time: 2100-01-07T14:31:43.952Z',
      '0xdc35c7f8ba2720df052e0092556456127f00f7707eaa8e3bbff7e56774e7f2e05a093cfc9e02964c33d86e8e066e221b7d153d27e5a2e97ccd5ca7d3f2ce06cb1b',
    ],
    [
      'login.xyz',
      '0xE6D3Aa1F561A215E5eb1f02Ba8705385F03fCaFB',
      'Sign-In With Ethereum Example Statement',
      'https://login.xyz',
      'lx2nx4so',
      '2022-01-05T14:27:30.883Z\nNot Before: 2100-01-07T14:31:43.952Z',
      '0xc2539ace78f13c7eb8c0852d38d269a6f97bebd9f7872097d2e3137b541f8bf50176062a46eeea83086bd2721423fb5755a932ff6ccc046ed482d14e4576042f1c',
    ],
    [
      'www.tally.xyz',
      '0xc95EB884FE852e241D409234bfC7045CB9E31BD7',
      'Sign in with Ethereum to Tally',
      'https://tally.xyz',
      '15050747',
      '2022-06-30T14:08:51.382Z',
      '0x8c46b6eb8505939892d8e9b075f89f8277321b17b993151f37810cdda38cce6f4a85909d2b53e6a14629c74c0ac38bf4becde78ee5b2529812bf6cceaf7b2a2501',
    ],
  ] as const

  test.each(signed)(
    'the published signature for %s of %s is valid',
    async (domain, address, statement, uri, nonce, issuedAt, signature) => {
      const message = `${domain} wants you to sign in with your Ethereum account:\n${address}\n\n${statement}\n\nURI: ${uri}\nVersion: 1\nChain ID: 1\nNonce: ${nonce}\nIssued At: ${issuedAt}`
      expect(await verifySignature({ chainId: 'eip155:1', address, message, signature }, {})).toBe(
        true,
      )
      await expect(
        verifySignature(
          {
            chainId: 'eip155:1',
            address,
            message: message.replace('Version: 1', 'Version: 2'),
            signature,
          },
          {},
        ),
      ).rejects.toMatchObject({ code: 'rpcMissing' })
    },
  )

  test('a signature that is not hex is refused', async () => {
    const { address } = privateKeyToAccount(`0x${'1'.repeat(64)}`)
    for (const signature of ['', 'x', '0x1', `0x${'z'.repeat(130)}`])
      expect(
        await verifySignature({ chainId: 'eip155:1', address, message: '', signature }, {}),
      ).toBe(false)
  })
})

/**
 * Makes a BIP-322 proof by a key for any script. `how` computes the signed data, and the form of
 * the proof: a witness or a whole transaction.
 */
function signBip322(
  key: Uint8Array,
  script: Uint8Array,
  message: string,
  how: (
    toSign: btc.Transaction,
  ) => [hash: Uint8Array, proof: (signature: Uint8Array) => Uint8Array | Uint8Array[]],
): string {
  const lax = {
    version: 0,
    lockTime: 0,
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
    allowLegacyWitnessUtxo: true,
  }
  const tag = sha256(bytes('BIP0322-signed-message'))
  const toSpend = new btc.Transaction(lax)
  toSpend.addOutput({ script, amount: 0n })
  toSpend.addInput({
    txid: new Uint8Array(32),
    index: 0xffff_ffff,
    sequence: 0,
    finalScriptSig: Uint8Array.from([
      0,
      32,
      ...sha256(Uint8Array.from([...tag, ...tag, ...bytes(message)])),
    ]),
  })
  const toSign = new btc.Transaction(lax)
  toSign.addInput({ txid: toSpend.id, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } })
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  const [hash, proofOf] = how(toSign)
  const proof = proofOf(
    Uint8Array.from([...secp256k1.sign(hash, key, { prehash: false, format: 'der' }), 1]),
  )
  return toBase64(proof instanceof Uint8Array ? proof : btc.RawWitness.encode(proof))
}

/** Makes a Polkadot address. With `damage`, its checksum is wrong. @default prefix: generic */
function ss58(key: Uint8Array, damage = 0, prefix: readonly number[] = [42]) {
  const plain = Uint8Array.from([...prefix, ...key])
  const [first = 0, second = 0] = blake(Uint8Array.from([...bytes('SS58PRE'), ...plain]))
  return { address: toBase58(Uint8Array.from([...plain, first ^ damage, second])) }
}
