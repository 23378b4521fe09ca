import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Hex } from '../runtime/chopsticks.ts'
import type { StoredBlock } from '../runtime/messages.ts'
import { openJournal, type Journal, type JournalOptions } from './openJournal.ts'

async function newFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'latchkey-polkadot-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

async function open(
  folder: string | undefined,
  more: Partial<JournalOptions> = {},
): Promise<Journal & { notices: string[] }> {
  const notices: string[] = []
  const journal = await openJournal({
    folder,
    genesisId: 'one',
    fresh: false,
    onNotice: (text) => notices.push(text),
    ...more,
  })
  onTestFinished(() => journal.close())
  return { ...journal, notices }
}

const hex = (value: number): Hex => `0x${value.toString(16).padStart(2, '0')}`

const block = (number: number, extrinsics: readonly Hex[] = []): StoredBlock => ({
  number,
  hash: hex(number),
  header: hex(number),
  extrinsics,
  changes: { '0xaa': hex(number), [hex(number)]: '0x01', [hex(number - 1)]: null },
})

/** Stores blocks with these numbers. */
async function store(folder: string, numbers: readonly number[]): Promise<void> {
  const journal = await open(folder)
  for (const number of numbers) journal.append({ kind: 'block', block: block(number) })
  await journal.close()
}

test('blocks and waiting transactions are there again', async () => {
  const folder = await newFolder()
  const first = await open(folder)
  expect(first.stored).toEqual({ blocks: [], waiting: [] })
  first.append({ kind: 'accepted', extrinsic: '0xe1' })
  first.append({ kind: 'accepted', extrinsic: '0xe2' })
  first.append({ kind: 'block', block: block(1, ['0xe1']) })
  first.append({ kind: 'accepted', extrinsic: '0xe3' })
  await first.close()
  const second = await open(folder)
  expect(second.stored).toEqual({ blocks: [block(1, ['0xe1'])], waiting: ['0xe2', '0xe3'] })
  expect(second.notices).toEqual([])
  await second.close()
  expect((await open(folder, { fresh: true })).stored.blocks).toEqual([])
})

test('a long chain is shortened, and its state stays', async () => {
  const folder = await newFolder()
  await store(folder, [1, 2, 3, 4, 5])
  const limits = { blocks: 2, bytes: 10_000 }
  const short = await open(folder, { limits })
  const { blocks } = short.stored
  expect(blocks.map(({ number }) => number)).toEqual([3, 4, 5])
  expect(blocks[0]?.changes).toEqual({
    '0xaa': '0x03',
    '0x00': null,
    '0x01': null,
    '0x02': null,
    '0x03': '0x01',
  })
  short.append({ kind: 'block', block: block(6) })
  await short.close()
  const again = await open(folder, { limits: { blocks: 10, bytes: 10_000 } })
  expect(again.stored.blocks.map(({ number }) => number)).toEqual([3, 4, 5, 6])
  expect(again.notices).toEqual([])
})

test('a partly written last line is cut off', async () => {
  const folder = await newFolder()
  await store(folder, [1, 2])
  const file = join(folder, 'journal.lines')
  const { size } = await stat(file)
  await appendFile(file, '01234567 {"kind":"blo')
  const second = await open(folder)
  expect(second.stored.blocks).toHaveLength(2)
  expect(second.notices).toEqual([])
  expect((await stat(file)).size).toBe(size)
})

test.each([
  ['a changed byte', (text: string) => text.replace('"kind":"block"', '"kind":"blork"')],
  ['a missing block', (text: string) => text.split('\n').toSpliced(2, 1).join('\n')],
  ['a missing head', (text: string) => text.split('\n').slice(1).join('\n')],
])('a journal with %s is set aside, and the chain begins anew', async (_, damage) => {
  const folder = await newFolder()
  await store(folder, [1, 2, 3])
  const file = join(folder, 'journal.lines')
  await writeFile(file, damage(await readFile(file, 'utf8')))
  const second = await open(folder)
  expect(second.stored.blocks).toEqual([])
  expect(second.notices).toEqual([expect.stringContaining('its kept state is damaged')])
  expect(await readdir(folder)).toContain('journal.lines.damaged')
  second.append({ kind: 'block', block: block(1) })
  await second.close()
  expect((await open(folder)).stored.blocks).toHaveLength(1)
})

test('the journal of another genesis is replaced, with a notice', async () => {
  const folder = await newFolder()
  await store(folder, [1])
  const other = await open(folder, { genesisId: 'two' })
  expect(other.stored.blocks).toEqual([])
  expect(other.notices).toEqual([expect.stringContaining('belongs to an older genesis')])
})

test('a journal that is full gets no more lines, and the user a notice', async () => {
  const folder = await newFolder()
  const journal = await open(folder, { limits: { blocks: 10, bytes: 400 } })
  for (let number = 1; number <= 5; number += 1)
    journal.append({ kind: 'block', block: block(number) })
  expect(journal.notices).toEqual([expect.stringContaining('can no longer keep its state')])
  expect((await stat(join(folder, 'journal.lines'))).size).toBeLessThanOrEqual(400)
  await journal.close()
  const again = await open(folder)
  expect(again.notices).toEqual([])
  expect(again.stored.blocks.length).toBeGreaterThan(0)
})

test('a second chain stores nothing in a folder that is in use', async () => {
  const folder = await newFolder()
  await open(folder)
  const second = await open(folder)
  expect(second.notices).toEqual([expect.stringContaining('another devnet is using')])
  second.append({ kind: 'block', block: block(1) })
  expect(await readFile(join(folder, 'journal.lines'), 'utf8')).not.toContain('block')
})
