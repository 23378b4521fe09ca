import { readdir, readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { vaultKeyPair } from '../../../wallet/src/server/testing/startTestWallet.ts'
import { readSettings } from './readSettings.ts'

const root = new URL('../../../../', import.meta.url)
const textOf = (path: string) => readFile(new URL(path, root), 'utf8')
const deploy = 'services/serve/deploy'

/** The files and variables that the manual's examples of settings name. */
const chain = {
  networkId: 'eip155:1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://node.example.org'],
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  tokens: [],
}
const named: readonly (readonly [end: string, text: string])[] = [
  ['chains.json', JSON.stringify([chain])],
  ['wallet.keys', 'ab'.repeat(32)],
  ['smtp', 'smtps://mail.example.org'],
  ['vault.json', JSON.stringify(vaultKeyPair())],
]

test('every settings example in the manual is valid', async () => {
  const examples = [
    ...(await textOf('docs/operators.md')).matchAll(/^ *```jsonc\n(.*?)^ *```/gms),
  ].map(([, text = '']) => text)
  expect(examples.length).toBeGreaterThan(1)
  for (const example of examples) {
    const readText = async (path: string) =>
      path === '/latchkey.json'
        ? example
        : (named.find(([end]) => path.endsWith(end))?.[1] ?? Promise.reject(new Error(path)))
    await readSettings('/latchkey.json', {
      env: {
        LATCHKEY_TOKEN: 'x'.repeat(32),
        POSTGRES: 'postgres://db.example.org/latchkey',
        REDIS: 'redis://cache.example.org',
        EXECUTOR_KEY: `0x${'1'.repeat(64)}`,
        SPONSOR_KEY: `0x${'2'.repeat(64)}`,
      },
      readText,
    })
  }
})

test('the files for supervisors and proxies contain valid arguments and the program’s port', async () => {
  for (const name of await readdir(new URL(deploy, root))) {
    const text = await textOf(`${deploy}/${name}`)
    const started = [...text.matchAll(/latchkey-serve\.mjs"?,?\s*(?:\]\nCMD \[)?([^\]\n]*)/g)].map(
      ([, args = '']) => args.replace(/[",]/g, ' ').split(/\s+/).filter(Boolean),
    )
    for (const args of started)
      expect(
        parseArgs({ args, allowPositionals: true, options: { config: { type: 'string' } } }),
      ).toMatchObject({ positionals: ['start'], values: { config: '/etc/latchkey/latchkey.json' } })
    const ports = [...text.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port)
    expect([...new Set(ports)].filter((port) => port !== '8080')).toEqual([])
    expect(started.length + ports.length).toBeGreaterThan(0)
  }
})

test('every file that the manual links to exists', async () => {
  const links = [...(await textOf('docs/operators.md')).matchAll(/\]\((\.\.\/[^)#]+)/g)].map(
    ([, path = '']) => path,
  )
  const missing = await Promise.all(
    links.map((link) =>
      readFile(new URL(link, new URL('docs/', root))).then(
        () => '',
        () => link,
      ),
    ),
  )
  expect([links.length > 0, missing.filter(Boolean)]).toEqual([true, []])
})
