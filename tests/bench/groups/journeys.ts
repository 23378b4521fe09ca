import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WatchedStory } from '../../e2e/fixtures/watchInteractions.ts'
import type { Group, Row } from '../group.ts'

/** Folders of `tests/e2e` whose stories use the demo as a visitor does. */
const folders = [
  'account',
  'connect',
  'demo',
  'history',
  'onramp',
  'phones',
  'screens',
  'send',
  'siwx',
  'solana',
  'swap',
]
/** Milliseconds of an interaction that a visitor does not notice. */
const budget = 100
/** The number of stories that are listed, those with the longest interactions. */
const listed = 10

/** Measures every interaction of the demo's journeys on a slow phone. */
export const group: Group = {
  title: 'Interactions',
  needsBrowser: true,
  how: `The browser stories of \`tests/e2e\` that use the demo (${folders.join(', ')}; without the slow ones), one after another in headless Chromium,
whose pages run scripts 4× slower. An interaction is a press or a key, from the input to the end of its frame (Event Timing, in steps of 8 ms; shorter
ones than 16 ms are not reported). The e-mail wallet's frame has a process of its own, which is not slower: the group \`phone\` has it. Animations run twenty times faster, as in all tests.`,
  async measure(signal) {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
    try {
      const stories = await runStories(join(folder, 'interactions.jsonl'), signal)
      return rowsOf(stories)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Runs the stories. @throws Error if none of them has reported its interactions */
async function runStories(file: string, signal: AbortSignal): Promise<readonly WatchedStory[]> {
  const script = fileURLToPath(new URL('../../../scripts/test.mjs', import.meta.url))
  const quick = String.raw`e2e/(${folders.join('|')})/\w+\.spec`
  const child = spawn(
    process.execPath,
    [script, 'e2e', quick, '--workers', '1', '--timeout', '240000', '--retries', '0'],
    { env: { ...process.env, LATCHKEY_INTERACTIONS: file }, stdio: 'inherit', signal },
  )
  await once(child, 'exit')
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as WatchedStory)
}

function rowsOf(stories: readonly WatchedStory[]): readonly Row[] {
  const longestOf = ({ interactions }: WatchedStory) =>
    Math.max(0, ...interactions.map(({ duration }) => duration))
  const all = stories.flatMap(({ interactions }) => interactions.map(({ duration }) => duration))
  const slowest = stories.toSorted((a, b) => longestOf(b) - longestOf(a))
  return [
    { label: 'stories', unit: 'count', measured: stories.length },
    { label: 'interactions of at least 16 ms', unit: 'count', measured: all.length },
    {
      label: 'interactions over 100 ms',
      unit: 'count',
      measured: all.filter((ms) => ms > budget).length,
    },
    { label: 'the longest interaction', unit: 'ms', measured: Math.max(0, ...all), budget },
    ...slowest.slice(0, listed).map(
      (story): Row => ({
        label: `longest of “${story.title}”`,
        unit: 'ms',
        measured: longestOf(story),
      }),
    ),
  ]
}
