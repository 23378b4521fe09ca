import { expect, test } from 'vitest'
import type { SceneResult } from './playScene.ts'
import { lineOf, mergeInto, sectionOf } from './report.ts'

const [begin, end] = ['<!-- abuse: written by `npm run abuse` -->', '<!-- /abuse -->']
const result: SceneResult = {
  scene: {
    name: 'many-pings',
    title: 'pings',
    of: 'relay',
    seconds: 1,
    stage: () => ({ attack: async () => ({ did: '' }) }),
  },
  did: '9 pings',
  faults: [],
  memory: 1e6,
  disk: 2e6,
  counted: new Map([['latchkey_relay_refused_total{why="requests"}', 3]]),
  calm: [2],
  attacked: [4],
  failures: new Map(),
  answered: 10,
  lostMessages: 0,
  recoverySeconds: 1,
  busy: 0,
  isAlive: true,
  errors: '',
  why: [],
  seconds: 7,
}

test('a row has the scene’s name and its measured values', () => {
  const [head, line, row] = sectionOf([result], 'npm run abuse').split('\n')
  expect(head).toBe(
    '| scene | sent | memory | disk | p50 of somebody else | its worst | refused | lost | over after |',
  )
  expect(line?.split('|')).toHaveLength(head?.split('|').length ?? 0)
  expect(row).toBe(
    '| `many-pings` | pings | +1.0 MB | 2.0 MB | 2.0 → 4.0 ms | 2.0 → 4.0 ms | 3 requests | 0 of 10 | 1.0 s |',
  )
})

test('the row of a failed scene has a mark, and its line has the reasons', () => {
  const failed: SceneResult = {
    ...result,
    recoverySeconds: undefined,
    why: ['it was not over after 5 s'],
  }
  expect(sectionOf([failed], 'npm run abuse')).toContain('| `many-pings` | pings **fails** | ')
  expect(lineOf(failed)).toBe(
    '✗ relay many-pings: +1.0 MB memory, 2.0 MB disk; p50 2.0 → 4.0 ms, worst 2.0 → 4.0 ms; refused 3 requests; lost 0 of 10; over after **not over**; 9 pings (7 s)\n    it was not over after 5 s',
  )
})

test('`mergeInto` replaces the text between the markers and leaves the rest unchanged', () => {
  const readme = `before\n${begin}\nold\n${end}\nafter\n`
  const once = mergeInto(readme, 'new')
  expect(once).toBe(`before\n${begin}\nnew\n${end}\nafter\n`)
  expect(mergeInto(once, 'new')).toBe(once)
})

test('`mergeInto` refuses a README without markers', () => {
  expect(() => mergeInto('nothing', 'new')).toThrow('The README lacks')
})
