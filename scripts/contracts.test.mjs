// Tests that the pages of docs/contracts name all options, errors, events and other names of the
// code.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultFeatures } from '../packages/kit/src/core/kit/features.ts'
import { sentenceOf } from '../packages/kit/src/core/errors/errors.ts'
import { storedKeys } from '../packages/kit/src/core/storage/storedKeys.ts'
import { signMethods } from '../packages/kit/src/sources/walletconnect/methods.ts'
import * as counts from '../packages/protocol/src/counts.ts'
import { frameMethods } from '../packages/protocol/src/frame/frame.ts'
import { locales } from '../packages/protocol/src/locale.ts'
import { relayErrors } from '../packages/protocol/src/relay.ts'
import { signingMethods, walletErrors } from '../packages/protocol/src/rpc.ts'
import * as times from '../packages/protocol/src/times.ts'
import { walletErrorCodes } from '../packages/protocol/src/walletServer.ts'
import * as walletServer from '../packages/protocol/src/walletServer.ts'
import { root } from './root.mjs'

const page = (name) => readFileSync(join(root, `docs/contracts/${name}.md`), 'utf8')
const source = (path) => readFileSync(join(root, path), 'utf8')

/** The text under a heading, up to the next heading of any level. */
const section = (text, heading) => {
  const [, found] = new RegExp(`^#+ ${heading}\\n([^]*?)(?=^#+ |(?![^]))`, 'm').exec(text) ?? []
  if (found === undefined) throw new Error(`There is no heading "${heading}".`)
  return found
}
const namesIn = (text) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name)
/** The names that a text does not contain as a whole word. */
const missing = (text, names) =>
  names.filter(
    (name) =>
      !new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![\\w-])`).test(
        text,
      ),
  )

test('the tables of product.md name only constants of the code', () => {
  const product = page('product')
  const known = new Set([...Object.keys(times), ...Object.keys(counts)])
  for (const heading of ['Times', 'Limits', 'Relay client']) {
    const firstCells = [...section(product, heading).matchAll(/^\| (`[^|]+) \|/gm)].map(
      ([, cell]) => cell,
    )
    const named = firstCells.flatMap(namesIn)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  }
})

test('product.md lists every error code with the same sentence as the code', () => {
  const product = page('product')
  const table = source('packages/kit/src/core/errors/errors.ts')
  const own = table.slice(
    table.indexOf('const sentences'),
    table.indexOf('/** A code of the table'),
  )
  const codes = [...own.matchAll(/^ {2}(\w+)(?::|,)/gm)].map(([, code]) => code)
  expect(missing(section(product, 'Errors'), codes)).toEqual([])
  const rows = [...product.matchAll(/^\|(?: [^|]+ \|)? `(\w+)` \| ([^|]+) \|$/gm)]
  const told = new Map(rows.map(([, code, sentence]) => [code, sentence.replaceAll('`', '')]))
  for (const code of [...codes, ...Object.values(walletErrors), 'unknown'])
    expect([code, told.get(code)]).toEqual([code, sentenceOf(code)])
})

test('product.md lists every stored key, feature, language, event and signing method', () => {
  const product = page('product')
  const keys = Object.keys(storedKeys).filter((key) => !key.startsWith('walletconnect.'))
  expect(missing(section(product, 'Stored keys'), keys)).toEqual([])
  expect(missing(section(product, 'Features'), Object.keys(defaultFeatures))).toEqual([])
  expect(missing(section(product, 'Languages'), locales)).toEqual([])
  expect(missing(section(product, 'Signing methods'), [...signingMethods])).toEqual([])
  const events = [...source('packages/kit/src/core/kit/events.ts').matchAll(/name: '(\w+)'/g)]
  expect(
    missing(
      section(product, 'Events'),
      events.map(([, name]) => name),
    ),
  ).toEqual([])
})

test('guide.md lists every screen that a site may open', () => {
  const folder = 'packages/kit/src/react/features'
  const openable = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => source(`${folder}/${name}/index.ts`))
    .flatMap((manifest) => /^ {2}opens: \[([^\]]*)\],$/m.exec(manifest)?.[1] ?? [])
    .flatMap((text) => [...text.matchAll(/'(\w+)'/g)].map(([, name]) => name))
  expect(openable.length).toBeGreaterThan(15)
  expect(missing(section(source('docs/guide.md'), 'Opening a screen'), openable)).toEqual([])
})

test('api.md lists every route', () => {
  const api = page('api')
  const paths = [
    'api',
    'convert',
    'history',
    'identity',
    'nfts',
    'profile',
    'onramp',
    'walletList',
    'images',
  ]
    .map((name) => source(`packages/protocol/src/${name}.ts`))
    .flatMap((text) => [...text.matchAll(/'(\/(?:v1|getWallet|public)[\w/{}-]*)'/g)])
    .map(([, path]) => path)
  expect(paths.length).toBeGreaterThan(25)
  // in a table, routes may be written without their common beginning, with `…` in its place
  expect(
    paths.filter(
      (path) => !api.includes(path) && !api.includes(`…${path.slice(path.lastIndexOf('/'))}`),
    ),
  ).toEqual([])
})

test('relay.md lists every method, error and tag', () => {
  const relay = page('relay')
  const methods = readdirSync(join(root, 'services/relay/src/methods'))
    .filter((name) => /^(?:irn|wc)_\w+\.ts$/.test(name))
    .map((name) => name.replace('.ts', ''))
  expect(methods.length).toBeGreaterThan(12)
  expect(missing(relay, methods)).toEqual([])
  const tags = Object.entries(relayErrors).map(([tag, [, , data = tag]]) => data)
  expect(missing(section(relay, 'Errors'), tags)).toEqual([])
  const own = Object.entries(signMethods).flatMap(([name, { tags: both }]) => [
    name,
    ...both.map(String),
  ])
  expect(missing(section(relay, 'Tags and lifetimes'), own)).toEqual([])
})

test('frame.md lists every request, and wallet-server.md every call and error code', () => {
  expect(
    missing(
      page('frame'),
      frameMethods.map(({ name }) => name),
    ),
  ).toEqual([])
  const calls = Object.values(walletServer).flatMap((one) =>
    one?.needsLogin === undefined ? [] : [one.path],
  )
  expect(calls.length).toBeGreaterThan(20)
  expect(missing(page('wallet-server'), calls)).toEqual([])
  expect(missing(section(page('wallet-server'), 'Errors'), walletErrorCodes)).toEqual([])
})
