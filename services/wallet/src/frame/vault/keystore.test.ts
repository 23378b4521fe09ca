import { HDNodeWallet, Wallet } from 'ethers'
import { expect, test } from 'vitest'
import { withKeys } from './deriveKeys.ts'
import { keystoreName, keystoreOf } from './keystore.ts'

const password = 'nine green bottles – é'

/** The keystore of an entropy, and the keys in it. */
async function make(entropy: Uint8Array<ArrayBuffer>, signal?: AbortSignal) {
  const steps: number[] = []
  let late = 0
  let last = performance.now()
  const ticks = setInterval(() => {
    late = Math.max(late, performance.now() - last)
    last = performance.now()
  }, 5)
  try {
    return await withKeys(entropy, async ({ evm }) => {
      const privateKey = Uint8Array.from(evm.getHdKey().privateKey ?? [])
      const json = await keystoreOf({ privateKey, entropy, address: evm.address, password, onProgress: (share) => steps.push(share), signal })
      return { json, privateKey: `0x${Buffer.from(privateKey).toString('hex')}`, address: evm.address, steps, late }
    })
  } finally {
    clearInterval(ticks)
  }
}

test('ethers opens it, and finds the key, the phrase and its path', { timeout: 60_000 }, async () => {
  const { json, privateKey, address, steps, late } = await make(new Uint8Array(16).fill(0x7f))
  const wallet = await Wallet.fromEncryptedJson(json, password)
  expect(wallet).toMatchObject({ address, privateKey })
  if (!(wallet instanceof HDNodeWallet)) throw new Error('ethers found no phrase')
  expect(wallet).toMatchObject({ path: "m/44'/60'/0'/0/0", mnemonic: { phrase: 'legal winner thank year wave sausage worth useful legal winner thank yellow' } })
  await expect(Wallet.fromEncryptedJson(json, 'nine green bottles')).rejects.toThrow(/password/)
  expect(steps.at(-1)).toBe(1)
  expect(late, 'milliseconds for which the page was not usable').toBeLessThan(400)
})

test('it says nothing of the key, and each is another', { timeout: 60_000 }, async () => {
  const entropy = crypto.getRandomValues(new Uint8Array(16))
  const [one, two] = [await make(entropy), await make(entropy)]
  expect(one.json).not.toContain(one.privateKey.slice(2))
  const parse = ({ json }: { json: string }) => JSON.parse(json) as { crypto: { mac: string; kdfparams: object; ciphertext: string } } // just written
  expect(parse(one).crypto.ciphertext).not.toBe(parse(two).crypto.ciphertext)
  expect(parse(one).crypto.kdfparams).toMatchObject({ n: 131_072, r: 8, p: 1, dklen: 32 })
})

test('ends when it is taken back', async () => {
  const over = new AbortController()
  over.abort(new Error('closed'))
  await expect(make(new Uint8Array(16), over.signal)).rejects.toThrow('closed')
})

test('its file is named as nodes name it', () => {
  expect(keystoreName(`0x${'Ab'.repeat(20)}`, new Date(0))).toBe(`UTC--1970-01-01T00-00-00.000Z--${'ab'.repeat(20)}.json`)
})
