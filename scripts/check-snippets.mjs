// Type-checks every ts and tsx block of every Markdown file as customers read it, and the code that
// the docs' playground writes. A block that begins with ```tsx continues belongs to the block
// before it. A block that begins with ```ts of <path> has to be that file, which is checked with
// the other sources.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { runTool } from './run.mjs'
import { trackedFiles } from './trackedFiles.mjs'

const folder = join(root, 'node_modules/.latchkey/snippets')

/**
 * The code blocks of one file. Each block keeps its line numbers in the Markdown file, so that the
 * compiler's messages name these lines.
 */
function snippetsOf(markdown) {
  const snippets = []
  let open
  markdown.split('\n').forEach((line, index) => {
    const fence = /^\s*```(\w*)\s*(\w*)/.exec(line)
    if (fence && open) open = undefined
    else if (fence && /^tsx?$/.test(fence[1]) && fence[2] !== 'of') {
      open = fence[2] === 'continues' ? snippets.at(-1) : undefined
      if (!open) snippets.push((open = []))
    } else if (fence) open = []
    else if (open) open[index] = line
  })
  return snippets.map((lines) => Array.from(lines, (line) => line ?? '').join('\n'))
}

/** The files that a Markdown file shows in other words than they have. */
const outdatedCopies = (markdown) =>
  [...markdown.matchAll(/^```tsx? of (\S+)\n(.*?)^```$/gms)]
    .filter(([, path, text]) => readFileSync(join(root, path), 'utf8') !== text)
    .map(([, path]) => path)

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
let count = 0
for (const path of trackedFiles().filter((path) => path.endsWith('.md'))) {
  const markdown = readFileSync(join(root, path), 'utf8')
  for (const file of outdatedCopies(markdown)) {
    console.error(`${path}: its copy of ${file} differs from the file`)
    process.exitCode = 1
  }
  snippetsOf(markdown).forEach((text, index) => {
    writeFileSync(
      join(folder, `${path.replaceAll('/', '__')}.${index + 1}.tsx`),
      `${text}\nexport {}\n`,
    )
    count++
  })
}

const { register } = await import('tsx/esm/api')
register()
const { sampleCode } = await import('../apps/docs/src/playground/state/sampleCode.ts')
for (const [index, text] of sampleCode().entries()) {
  writeFileSync(join(folder, `playground.${index + 1}.tsx`), text)
  count++
}

if (count > 0) {
  const compilerOptions = {
    noUnusedLocals: false,
    noUnusedParameters: false,
    types: ['node', 'vite/client'],
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions,
      include: ['*.tsx'],
    }),
  )
  const { code, output } = await runTool('typescript/bin/tsc', ['-p', folder], {
    cwd: folder,
    capture: true,
  })
  if (code !== 0)
    console.error(
      output.replace(/^(\S+?\.md)\.\d+\.tsx/gm, (_, name) => name.replaceAll('__', '/')),
    )
  if (code !== 0) process.exitCode = code
}
console.log(`${count} snippets`)
