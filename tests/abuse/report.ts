import { arch, availableParallelism, platform, totalmem } from 'node:os'
import { median } from '../bench/statistics.ts'
import { maxBusy, refusedIn, worstOf } from './judge.ts'
import type { SceneResult } from './playScene.ts'

const mb = (bytes: number) =>
  `${Math.max(0, bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`
const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)}`
const count = (value: number) => Math.round(value).toLocaleString('en')

const middle = (values: readonly number[]) => (values.length > 0 ? median(values) : 0)

/**
 * The cells of a scene: memory, disk, the bystander's p50 and slowest request before and under
 * attack, refusals, lost messages, recovery.
 */
function cellsOf(result: SceneResult): readonly string[] {
  const {
    memory,
    disk,
    calm,
    attacked,
    counted,
    failures,
    answered,
    lostMessages: lost,
    recoverySeconds: rested,
  } = result
  const refused = [...refusedIn(counted)]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 4)
    .map(([why, times]) => `${count(times)} ${why}`)
    .join(', ')
  const otherFailures = [...failures.values()].reduce((sum, one) => sum + one, 0)
  return [
    `+${mb(memory)}`,
    mb(disk),
    `${ms(middle(calm))} → ${ms(middle(attacked))} ms`,
    `${ms(worstOf(calm))} → ${ms(worstOf(attacked))} ms`,
    refused || 'nothing',
    `${count(lost)} of ${count(answered)}${otherFailures > 0 ? `; ${count(otherFailures)} refused` : ''}`,
    rested === undefined ? '**not over**' : `${rested.toFixed(1)} s`,
  ]
}

/** The result of a scene as one line for the terminal. */
export function lineOf(result: SceneResult): string {
  const [memory, disk, half, worst, refused, lost, rested] = cellsOf(result)
  const { scene, did, why, busy, seconds } = result
  const mark = why.length > 0 ? '✗' : '✓'
  return [
    `${mark} ${scene.of} ${scene.name}: ${memory} memory, ${disk} disk; p50 ${half}, worst ${worst}; refused ${refused}; lost ${lost}; over after ${rested}; ${did}${busy > maxBusy ? `; without a processor ${Math.round(busy * 100)} % of the time` : ''} (${seconds.toFixed(0)} s)`,
    ...why.map((one) => `    ${one}`),
  ].join('\n')
}

/** Formats scenes as a Markdown table, with time and machine. */
export function sectionOf(result: readonly SceneResult[], command: string): string {
  const rows = result.map(
    (one) =>
      `| \`${one.scene.name}\` | ${one.scene.of === 'nats' ? 'nats-server: ' : ''}${one.scene.title}${one.why.length > 0 ? ' **fails**' : ''} | ${cellsOf(one).join(' | ')} |`,
  )
  const busy = result.filter((one) => one.busy > maxBusy).length
  return [
    [
      '| scene | sent | memory | disk | p50 of somebody else | its worst | refused | lost | over after |',
      '|---|---|---|---|---|---|---|---|---|',
      ...rows,
    ].join('\n'),
    `\`${command}\`, ${new Date().toISOString().slice(0, 10)}: Node ${process.versions.node}; ${availableParallelism()} cores (${arch()}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()}${busy > 0 ? `; **the machine was busy with other work in ${busy} scenes**` : ''}.`,
  ].join('\n\n')
}

const [begin, end] = ['<!-- abuse: written by `npm run abuse` -->', '<!-- /abuse -->']

/** Replaces the section between the markers of a README. @throws when the README has no markers */
export function mergeInto(readme: string, section: string): string {
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The README lacks ${begin} … ${end}.`)
  return `${readme.slice(0, from + begin.length)}\n${section}\n${readme.slice(to)}`
}
