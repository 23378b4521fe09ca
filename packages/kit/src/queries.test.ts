import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The source text of the innermost object literal that contains a position. */
function literalAround(source: string, position: number): string {
  const ends = [...source.slice(position).matchAll(/[{}]/g)]
  const starts = [...source.slice(0, position).matchAll(/[{}]/g)].toReversed()
  const nearest = (braces: readonly RegExpMatchArray[], opening: string) => {
    let depth = 0
    return braces.find(([brace]) => (depth += brace === opening ? 1 : -1) > 0)?.index
  }
  return source.slice(
    nearest(starts, '{') ?? 0,
    position + (nearest(ends, '}') ?? source.length) + 1,
  )
}

/**
 * Every query in the kit's sources: an object with a `queryKey` and a `queryFn`. Without a
 * `queryFn`, a `queryKey` is only a filter.
 */
const queries = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .flatMap((file) => {
    const source = readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
    return [...source.matchAll(/\bqueryKey:/g)].map(({ index }) => ({
      file,
      source,
      literal: literalAround(source, index),
    }))
  })
  .filter(({ literal }) => literal.includes('queryFn'))

/** Whether a query, or an object of its file that it spreads, sets `networkMode` to 'always'. */
function runsOffline({ source, literal }: { source: string; literal: string }): boolean {
  const spread = [...literal.matchAll(/\.\.\.(\w+),/g)].map(
    ([, name]) => new RegExp(`const ${name} = \\{[^}]*\\}`).exec(source)?.[0] ?? '',
  )
  return [literal, ...spread].some((text) => /\bnetworkMode: (?:'always'|always\b)/.test(text))
}

/** Files whose queries wait for the network, with the reason. */
const waiting: { readonly [file: string]: string } = {
  'domains/wallets/walletsQuery.lazy.ts':
    'the screen of all wallets reads from the browser that it is offline, and the list comes with the network',
}

test('every query runs offline and fails, instead of waiting', () => {
  expect(queries.length).toBeGreaterThan(14)
  const paused = queries.filter((query) => !runsOffline(query))
  expect(
    paused
      .filter(({ file }) => !(file in waiting))
      .map(({ file, literal }) => `${file}: ${/queryKey: .*/.exec(literal)?.[0]}`),
  ).toEqual([])
  // `waiting` has no obsolete entry
  expect([...new Set(paused.map(({ file }) => file))]).toEqual(Object.keys(waiting))
})
