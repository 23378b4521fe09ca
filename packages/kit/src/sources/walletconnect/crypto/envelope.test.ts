/** Tests that compare the kit's envelopes with those of the published client. */
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { createPrimitives } from './crypto.ts'
import { fromUtf8 } from './encoding.ts'
import { openText, readEnvelope, sealText, wrapText } from './envelope.ts'
import { createKeyPair, deriveTopic, randomHex } from './keys.ts'

/**
 * The parts of the published client's tools that the tests use. The tools are a dependency of the
 * relay's package.
 */
type Tools = {
  encrypt(given: {
    message: string
    symKey: string
    type?: number
    senderPublicKey?: string
    encoding?: string
  }): string
  decrypt(given: { symKey: string; encoded: string }): string
  encodeTypeTwoEnvelope(message: string, encoding?: string): string
  decodeTypeTwoEnvelope(encoded: string, encoding?: string): string
}
const relay = new URL(
  '../../../../../../services/relay/src/interop.alone.slow.test.ts',
  import.meta.url,
)
const client = createRequire(relay).resolve('@walletconnect/sign-client')
const theirs: Tools = createRequire(client)('@walletconnect/utils')

const use = createPrimitives()
const texts = [
  '{}',
  JSON.stringify({
    id: 1,
    jsonrpc: '2.0',
    method: 'wc_sessionAuthenticate',
    params: { statement: 'Grüße? >>> ~~~ 👋' },
  }),
  'x'.repeat(5_000),
]

test.for(texts)(
  'the public client and the kit read each other’s type 0 envelopes: %.20s',
  async (text) => {
    const symKey = randomHex()
    expect(theirs.decrypt({ symKey, encoded: await sealText(use, text, symKey) })).toBe(text)
    expect(await openText(use, theirs.encrypt({ message: text, symKey }), { symKey })).toEqual({
      text,
    })
  },
)

test.for(texts)(
  'the public client and the kit read each other’s type 1 envelopes with the sender’s key: %.20s',
  async (text) => {
    const [site, wallet] = [await createKeyPair(use), await createKeyPair(use)]
    const { symKey } = await deriveTopic(use, wallet.secretKey, site.publicKey)
    const senderPublicKey = wallet.publicKey
    expect(
      await openText(use, theirs.encrypt({ message: text, symKey, type: 1, senderPublicKey }), {
        secretKey: site.secretKey,
      }),
    ).toEqual({ text, senderPublicKey })
    expect(
      theirs.decrypt({ symKey, encoded: await sealText(use, text, symKey, senderPublicKey) }),
    ).toBe(text)
  },
)

test.for(texts)(
  'the public client and the kit read each other’s type 2 envelopes: %.20s',
  (text) => {
    expect(wrapText(text)).toBe(theirs.encodeTypeTwoEnvelope(text, 'base64url'))
    expect(theirs.decodeTypeTwoEnvelope(wrapText(text), 'base64url')).toBe(text)
    for (const encoding of ['base64url', 'base64pad']) {
      const envelope = readEnvelope(theirs.encodeTypeTwoEnvelope(text, encoding))
      expect(envelope.type === 2 && fromUtf8(envelope.plain)).toBe(text)
    }
  },
)

test('a type 2 envelope from a relay is rejected, even if keys are known', async () => {
  const keys = { symKey: randomHex(), secretKey: randomHex() }
  for (const message of [wrapText('{}'), theirs.encodeTypeTwoEnvelope('{}')])
    await expect(openText(use, message, keys)).rejects.toThrow('not sealed')
})

test.for([
  '',
  '!',
  'AA',
  Buffer.alloc(29).toString('base64').slice(0, 36),
  Buffer.from([1, ...new Uint8Array(59)]).toString('base64'),
  Buffer.from([3, ...new Uint8Array(80)]).toString('base64'),
])('the message %j is rejected as an envelope', async (message) => {
  await expect(
    openText(use, message, { symKey: randomHex(), secretKey: randomHex() }),
  ).rejects.toThrow()
})

test('a message with another key or with changed bytes is rejected', async () => {
  const symKey = randomHex()
  const sealed = await sealText(use, '{}', symKey)
  await expect(openText(use, sealed, { symKey: randomHex() })).rejects.toThrow()
  const bytes = Buffer.from(sealed, 'base64')
  for (const index of [0, 1, 13, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    await expect(openText(use, changed.toString('base64'), { symKey })).rejects.toThrow()
  }
  await expect(openText(use, sealed, {})).rejects.toThrow('no key')
})
