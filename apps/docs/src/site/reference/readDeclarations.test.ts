import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readDeclarations, readDoc } from './readDeclarations.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-types-'))
afterAll(() => rmSync(folder, { recursive: true }))

const files = (texts: Record<string, string>) => {
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text)
  return readDeclarations(join(folder, 'entry.d.ts'))
}

test('`readDeclarations` lists an entry’s exports and re-exports with their comments and overloads', () => {
  const found = files({
    'entry.d.ts': `export { useThing, Thing as Renamed } from './thing.ts';\nexport type { Options } from './thing.ts';\nexport * from './more.ts';\nexport { more } from './more.ts';\nexport declare const here: number;`,
    'thing.d.ts': `/** Says a thing. @throws KitError never\n * @default 'usd' */\nexport declare function useThing(): void;\nexport declare function useThing(a: string): void;\n/** A class. */\nexport declare class Thing {\n  a: string;\n}\n/** Not of the next one. */\ntype Hidden = 1;\nexport type Options = { /** Inside. */ a: Hidden };`,
    'more.d.ts': `export { more } from './deep.ts';`,
    'deep.d.ts': `/** Deep. */\nexport declare const more: (a: string) => number;`,
  })
  expect(found).toEqual([
    {
      name: 'useThing',
      kind: 'hook',
      doc: 'Says a thing.',
      tags: [
        { tag: 'throws', text: 'KitError never' },
        { tag: 'default', text: `'usd'` },
      ],
      code: 'function useThing(): void;\nfunction useThing(a: string): void;',
    },
    {
      name: 'Renamed',
      kind: 'class',
      doc: 'A class.',
      tags: [],
      code: 'class Thing {\n  a: string;\n}',
    },
    {
      name: 'Options',
      kind: 'type',
      doc: '',
      tags: [],
      code: 'type Options = { /** Inside. */ a: Hidden };',
    },
    {
      name: 'more',
      kind: 'function',
      doc: 'Deep.',
      tags: [],
      code: 'const more: (a: string) => number;',
    },
    { name: 'here', kind: 'value', doc: '', tags: [], code: 'const here: number;' },
  ])
})

test('an export without a declaration throws an error', () => {
  expect(() =>
    files({ 'entry.d.ts': `export { gone } from './deep.ts';`, 'deep.d.ts': '' }),
  ).toThrow('exports gone, whose declaration is nowhere')
})

test('a comment of several lines becomes one text', () => {
  expect(
    readDoc('*\n * First line,\n * second.\n * @param a - its `name`\n * @returns all\n '),
  ).toEqual({
    doc: 'First line,\nsecond.',
    tags: [
      { tag: 'param', text: 'a - its `name`' },
      { tag: 'returns', text: 'all' },
    ],
  })
  expect(readDoc('* Write to a@example.org, or {@link latchkey}. ')).toEqual({
    doc: 'Write to a@example.org, or `latchkey`.',
    tags: [],
  })
})
