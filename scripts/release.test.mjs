import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unreleasedIn, versionsIn, withRelease } from './release/changelog.mjs'
import { provenanceText } from './release/provenance.mjs'
import { sbomOf } from './release/sbom.mjs'
import { isNewer, isVersion, withVersion } from './release/versions.mjs'
import { root } from './root.mjs'

const changelog = `# Changelog

## [Unreleased]

### Added

- A button.

## [0.1.0] - 2026-11-28

- The first version.
`

describe('the changelog', () => {
  test('gets an empty section "Unreleased" above the new version, and its other text stays', () => {
    expect(withRelease(changelog, '0.2.0', '2026-12-01')).toBe(
      changelog.replace('## [Unreleased]', '## [Unreleased]\n\n## [0.2.0] - 2026-12-01'),
    )
    expect(versionsIn(withRelease(changelog, '0.2.0', '2026-12-01'))).toEqual(['0.2.0', '0.1.0'])
    expect(unreleasedIn(changelog)).toBe('### Added\n\n- A button.')
    expect(unreleasedIn('# Changelog\n\n## [Unreleased]\n- The last.\n')).toBe('- The last.')
  })

  test.each([
    ['no heading "Unreleased"', '# Changelog\n'],
    ['no entry under "Unreleased"', changelog.replace('- A button.', '')],
  ])('is refused if it has %s', (_, text) => {
    expect(() => withRelease(text, '0.2.0', '2026-12-01')).toThrow(/Unreleased/)
  })

  test('of this repository has an entry under "Unreleased" and valid versions', () => {
    const own = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
    expect(unreleasedIn(own)).toBeDefined()
    expect(versionsIn(own).every(isVersion)).toBe(true)
  })
})

test.each([
  ['0.2.0', '0.1.9'],
  ['0.10.0', '0.9.0'],
  ['1.0.0', '1.0.0-rc.1'],
  ['1.0.0-rc.10', '1.0.0-rc.9'],
  ['1.0.0-rc.1', '1.0.0-beta.3'],
  ['1.0.0-rc.1.1', '1.0.0-rc.1'],
  ['1.0.0-a', '1.0.0-1'],
])('%s is newer than %s', (newer, older) => {
  expect([isNewer(newer, older), isNewer(older, newer), isNewer(newer, newer)]).toEqual([
    true,
    false,
    false,
  ])
})

test.each(['', '1', '1.0', 'v1.0.0', '01.0.0', '1.0.0-', '1.0.0 '])(
  '%j is not a version',
  (text) => {
    expect(isVersion(text)).toBe(false)
  },
)

describe('the version', () => {
  const versions = {
    from: '0.1.0',
    to: '0.2.0',
    names: new Set(['latchkey', '@latchkey/protocol']),
  }

  test('is set in our packages’ manifests and their dependencies, and the format stays', () => {
    const text = `{
  "name": "latchkey", "version": "0.1.0",
  "dependencies": { "@latchkey/protocol": "0.1.0", "other": "0.1.0" }
}
`
    expect(withVersion('packages/kit/package.json', text, versions)).toBe(`{
  "name": "latchkey", "version": "0.2.0",
  "dependencies": { "@latchkey/protocol": "0.2.0", "other": "0.1.0" }
}
`)
  })

  test('of an example site stays, and its dependency on latchkey gets the new version with the same range sign', () => {
    const text = '{ "name": "site", "version": "0.1.0", "dependencies": { "latchkey": "^0.1.0" } }'
    expect(withVersion('examples/vue/package.json', text, versions)).toBe(
      '{ "name": "site", "version": "0.1.0", "dependencies": { "latchkey": "^0.2.0" } }',
    )
  })

  test('is set in package-lock.json only for workspaces', () => {
    const text = (kit, other) =>
      `${JSON.stringify(
        {
          name: 'workspace',
          version: kit,
          packages: {
            '': { version: kit },
            'node_modules/latchkey': { resolved: 'packages/kit', link: true },
            'node_modules/other': { version: other, dependencies: { latchkey: other } },
            'packages/kit': {
              name: 'latchkey',
              version: kit,
              devDependencies: { '@latchkey/protocol': kit },
            },
          },
        },
        undefined,
        2,
      )}\n`
    expect(withVersion('package-lock.json', text('0.1.0', '0.1.0'), versions)).toBe(
      text('0.2.0', '0.1.0'),
    )
  })

  test('is set in `kitVersion` and in file names of packages, and nowhere else', () => {
    expect(
      withVersion(
        'packages/kit/src/core/kit/version.ts',
        "export const kitVersion = '0.1.0'",
        versions,
      ),
    ).toContain("'0.2.0'")
    expect(
      withVersion('README.md', '`latchkey-0.1.0.tgz`, latchkey-serve-0.1.0.tgz, 0.1.0', versions),
    ).toBe('`latchkey-0.2.0.tgz`, latchkey-serve-0.2.0.tgz, 0.1.0')
    expect(withVersion('docs/a.json', '"0.1.0"', versions)).toBe('"0.1.0"')
  })
})

test('a bill of materials lists the installed and the bundled packages, without those for development', () => {
  const integrity = `sha512-${Buffer.from('ab', 'hex').toString('base64')}`
  const lock = {
    packages: {
      '': {},
      'node_modules/own': { resolved: 'packages/own', link: true },
      'node_modules/a': { version: '1.0.0', license: 'MIT', integrity, dependencies: { b: '2' } },
      'node_modules/a/node_modules/b': { version: '2.0.0', license: '(MIT OR Apache-2.0)' },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/@x/c': { version: '3.0.0', optionalDependencies: { missing: '1' } },
      'node_modules/dev': { version: '1.0.0' },
      'packages/kit': {
        name: 'kit',
        version: '0.2.0',
        dependencies: { a: '1' },
        devDependencies: { dev: '1', own: '1' },
      },
      'packages/own': {
        name: 'own',
        version: '0.2.0',
        dependencies: { '@x/c': '3' },
        devDependencies: { dev: '1' },
      },
    },
  }
  const bill = sbomOf(lock, {
    folder: 'packages/kit',
    inside: ['packages/own', 'b'],
    time: '2026-12-01T00:00:00.000Z',
  })
  expect(bill.metadata.component).toMatchObject({ name: 'kit', version: '0.2.0' })
  expect(bill.components.map((one) => one.purl)).toEqual([
    'pkg:npm/%40x/c@3.0.0',
    'pkg:npm/a@1.0.0',
    'pkg:npm/b@1.0.0',
    'pkg:npm/b@2.0.0',
    'pkg:npm/own@0.2.0',
  ])
  expect(bill.components[1]).toMatchObject({
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-512', content: 'ab' }],
  })
  expect(bill.components[3]).toMatchObject({ licenses: [{ expression: '(MIT OR Apache-2.0)' }] })
  expect(bill.dependencies).toEqual([
    { ref: '@x/c@3.0.0', dependsOn: [] },
    { ref: 'a@1.0.0', dependsOn: ['b@2.0.0'] },
    { ref: 'b@1.0.0', dependsOn: [] },
    { ref: 'b@2.0.0', dependsOn: [] },
    { ref: 'kit@0.2.0', dependsOn: ['a@1.0.0', 'b@1.0.0', 'own@0.2.0'] },
    { ref: 'own@0.2.0', dependsOn: ['@x/c@3.0.0'] },
  ])
  const make = (options) =>
    sbomOf(lock, { folder: 'packages/kit', inside: [], time: '', ...options })
  expect(() => make({ inside: ['gone'] })).toThrow(/gone/)
  expect(make({ outside: ['a'] }).components).toEqual([])
  lock.packages['packages/kit'].dependencies.a = '1.0.1'
  expect(() => make()).toThrow('packages/kit needs a 1.0.1, and package-lock.json has 1.0.0.')
})

test('the provenance text has the commit and the digest of each file', () => {
  const text = provenanceText({
    version: '0.2.0',
    commit: 'c0ffee',
    tag: 'v0.2.0',
    time: '2026-12-01T00:00:00.000Z',
    builder: 'Ada',
    node: 'v20.20.2',
    npm: '11.0.0',
    system: 'linux x64',
    files: [{ file: 'latchkey-0.2.0.tgz', bytes: 5, sha512: 'q83v' }],
  })
  expect(text).toContain('commit:  c0ffee\n')
  expect(text).toContain('latchkey-0.2.0.tgz\n  bytes:  5\n  sha512: q83v\n')
})
