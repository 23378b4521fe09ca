import { readFileSync } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metrics } from './scene.ts'

/**
 * Private memory of a process, in bytes. It excludes file pages that the system caches, such as
 * those of a store. Source: proc(5), `RssAnon`.
 */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024
}

/** Measures the memory of a process again and again. */
export function watchMemory(pid: number): {
  peak: () => number
  reset: () => void
  stop: () => void
} {
  let peak = 0
  const look = setInterval(() => {
    memoryOf(pid).then(
      (bytes) => (peak = Math.max(peak, bytes)),
      () => {},
    ) // a process that has ended has no memory
  }, 50)
  return { peak: () => peak, reset: () => void (peak = 0), stop: () => clearInterval(look) }
}

/**
 * Milliseconds that `pid` and this process have waited for a processor that other processes used.
 * On a busy machine, a part of a client's waiting time is this delay. Source: Linux, sched-stats.
 */
export function waitedForProcessor(pid: number): number {
  return delayOf(pid) + delayOf(process.pid)
}

/** Milliseconds that one process has waited for a processor. */
export function delayOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0 // the system is not Linux, or the process has ended
  }
}

/** Bytes that a folder takes on its disk. */
export async function bytesOfFolder(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(
    names.map(async (name) => {
      const found = await lstat(join(folder, name)).catch(() => undefined) // the file is removed
      return found === undefined
        ? 0
        : found.isDirectory()
          ? bytesOfFolder(join(folder, name))
          : found.blocks * 512
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Reads `/metrics`; empty without an answer within 5 s. */
export async function readMetrics(http: string): Promise<Metrics> {
  try {
    const response = await fetch(`${http}/metrics`, { signal: AbortSignal.timeout(5_000) })
    return parseMetrics(await response.text())
  } catch {
    return new Map() // the bystander measures whether the service answers
  }
}

function parseMetrics(text: string): Metrics {
  return new Map(
    text.split('\n').flatMap((line): [string, number][] => {
      const [, name = '', value = ''] = /^([^#].*) ([-\d.e+]+)$/.exec(line) ?? []
      return name === '' ? [] : [[name, Number(value)]]
    }),
  )
}

/** The growth of each metric. */
export function increase(before: Metrics, after: Metrics): Metrics {
  return new Map([...after].map(([name, value]) => [name, value - (before.get(name) ?? 0)]))
}
