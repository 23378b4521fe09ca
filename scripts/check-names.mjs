// Checks names and comments for the retired words of docs/glossary.md, and that no comment line is
// longer than the formatter allows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { parseSync as parseComments } from 'vite'
import { root } from './root.mjs'
import { trackedFiles } from './trackedFiles.mjs'

const columns = 100
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')

/** The first column of the table below a heading of the glossary. */
function wordsUnder(heading) {
  const [, section = ''] = glossary.split(`\n## ${heading}\n`)
  const [table = ''] = section.split('\n## ')
  const rows = [...table.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell]) => cell.replaceAll('`', ''))
  return rows.slice(1) // the first row is the table's head
}

const retired = wordsUnder('Retired words').map((word) => word.toLowerCase())
const retiredTypes = new Set(wordsUnder('Retired names of types'))
const inComments = wordsUnder('Retired in comments')
const staying = new Set(wordsUnder('Names that stay'))
if (!retired.length || !inComments.length)
  throw new Error('docs/glossary.md has no table of retired words')
const retiredParts = new Set(retired)
const commentWords = new RegExp(`\\b(?:${inComments.join('|')})\\b`, 'i')

/** Splits a name into its words: `maxFeePerGas` has four. */
const wordsOf = (name) => name.split(/(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])|[_\d]+/)

/** All names in a syntax tree. */
function* namesIn(node) {
  if (Array.isArray(node)) for (const part of node) yield* namesIn(part)
  else if (node && typeof node === 'object') {
    if (node.type === 'Identifier') yield node.value
    else for (const part of Object.values(node)) yield* namesIn(part)
  }
}

function retiredNames(path, text) {
  const tree = parseSync(text, {
    syntax: 'typescript',
    tsx: path.endsWith('x'),
    target: 'es2022',
  })
  const found = new Set()
  for (const name of namesIn(tree.body))
    if (
      !staying.has(name) &&
      (retiredTypes.has(name) ||
        retiredParts.has(name.toLowerCase()) ||
        wordsOf(name).some((word) => retiredParts.has(word.toLowerCase())))
    )
      found.add(name)
  return [...found].map((name) => `${path}: the name "${name}" has a retired word`)
}

/** Matches a line that begins with a comment. */
const comment = /^\s*(?:\/\/|\/\*|\*)(?!\s*(?:@ts-|oxlint|biome|#region|#endregion))/

/** The numbers of the lines that a comment touches, from 0: text in a string is no comment. */
function commentLines(path, text) {
  const lineOf = (position) => text.slice(0, position).split('\n').length - 1
  return new Set(
    parseComments(path, text).comments.flatMap(({ start, end }) => {
      const first = lineOf(start)
      return Array.from({ length: lineOf(end) - first + 1 }, (_, index) => first + index)
    }),
  )
}

function commentFaults(path, text) {
  const touched = commentLines(path, text)
  return text.split('\n').flatMap((line, index) => {
    if (!touched.has(index) || !comment.test(line)) return []
    const place = `${path}:${index + 1}`
    // lines with drawings or code may be longer
    const isLong = [...line].length > columns && !/[│`]|^\s*\*\s{3}/.test(line)
    const word = commentWords.exec(line)?.[0]
    return [
      ...(isLong ? [`${place}: a comment of ${line.length} columns`] : []),
      ...(word ? [`${place}: "${word}" in a comment: ${line.trim().slice(0, 90)}`] : []),
    ]
  })
}

const code = trackedFiles().filter(
  (path) => /\.(tsx?|mts|mjs)$/.test(path) && !path.startsWith('examples/'),
)
const findings = code.flatMap((path) => {
  const text = readFileSync(join(root, path), 'utf8')
  return [...(/\.tsx?$/.test(path) ? retiredNames(path, text) : []), ...commentFaults(path, text)]
})
findings.forEach((finding) => console.error(finding))
console.log(`${code.length} files, ${findings.length} findings`)
process.exitCode = findings.length ? 1 : 0
