import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { expect, onTestFinished, test } from 'vitest'
import { toBase58 } from '@latchkey/protocol/base58'
import { withKeys } from './deriveKeys.ts'
import { keystoreOf } from './keystore.ts'

const folder = fileURLToPath(new URL('../../..', import.meta.url))
const guide = new URL('../../../../../docs/recovery.md', import.meta.url)

/**
 * Runs a script of the guide in the folder with its packages, and types a line.
 * @returns the lines that it prints
 */
async function run(script: string, typed: string, ...args: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['--input-type=module', '-e', script, ...args],
      { cwd: folder },
      (error, output) => (error ? reject(error) : resolve(output.trim().split('\n'))),
    )
    child.stdin?.end(`${typed}\n`)
  })
}

/**
 * The scripts of the guide. With `-e` the arguments do not begin with the script's own name.
 */
async function scripts(): Promise<string[]> {
  return [...(await readFile(guide, 'utf8')).matchAll(/```js\n(.*?)```/gs)].map(([, script = '']) =>
    script.replace('process.argv[2]', 'process.argv[1]'),
  )
}

test('the guide’s scripts restore both accounts from the keystore and from the phrase', {
  timeout: 60_000,
}, async () => {
  const [fromKeystore = '', fromPhrase = ''] = await scripts()
  const entropy = crypto.getRandomValues(new Uint8Array(16))
  const phrase = entropyToMnemonic(entropy, wordlist)
  const own = await withKeys(entropy, async ({ addresses, evm, evmKey, solanaPair }) => {
    const privateKey = evmKey()
    return {
      addresses,
      key: `0x${Buffer.from(privateKey).toString('hex')}`,
      solana: toBase58(solanaPair()),
      json: await keystoreOf({
        privateKey,
        entropy,
        address: evm.address,
        password: 'nine green bottles',
      }),
    }
  })
  const files = await mkdtemp(join(tmpdir(), 'latchkey-keystore-'))
  onTestFinished(() => rm(files, { recursive: true, force: true }))
  const file = join(files, 'keystore.json')
  await writeFile(file, own.json)
  expect(await run(fromKeystore, 'nine green bottles', file)).toEqual([
    own.addresses.eip155,
    phrase,
  ])
  expect(await run(fromPhrase, phrase)).toEqual([
    `${own.addresses.eip155} ${own.key}`,
    `${own.addresses.solana} ${own.solana}`,
  ])
})
