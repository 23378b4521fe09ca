// Makes a release: `npm run release -- 0.2.0`, or with `--dry-run`, which changes nothing. Sets the
// version everywhere, dates the changelog, builds, packs, writes a bill of materials and a
// provenance text for each package, then commits and tags. Publishes nothing.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { unreleasedIn, versionsIn, withRelease } from './release/changelog.mjs'
import { provenanceText } from './release/provenance.mjs'
import { packagesIn } from './projects.mjs'
import { sbomOf } from './release/sbom.mjs'
import { isNewer, isVersion, withVersion } from './release/versions.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'
import { trackedFiles } from './trackedFiles.mjs'

/**
 * The published packages. `inside`: packages that the build bundles. Packages of this repository
 * are named by their folder, all others by name. `outside`: packages that only the sources need.
 */
const published = [
  {
    folder: 'packages/kit',
    // `latchkey/browser` bundles React and viem; every build has the logos of companies
    inside: [...packagesIn('packages/kit'), 'react', 'react-dom', 'viem', 'simple-icons'],
  },
  {
    folder: 'services/serve',
    inside: packagesIn('services/serve'),
    outside: ['tsx'],
  },
]

const read = (path) => readFileSync(join(root, path), 'utf8')
const write = (path, text) => writeFileSync(join(root, path), text)

/** Runs a program and returns its output. @throws with the output if the program fails */
async function output(command, args, options) {
  const { code, output: text } = await run(command, args, { capture: true, ...options })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${text.trim()}`)
  return text.trim()
}
const git = (...args) => output('git', args)

/** Checks the preconditions of a release. @throws when one is not met */
async function check(version, current, changelog) {
  if (!version || !isVersion(version)) throw new Error('Name the version: npm run release -- 0.2.0')
  if (versionsIn(changelog).includes(version) || (await git('tag', '--list', `v${version}`)))
    throw new Error(`There is a version ${version} already.`)
  if (!isNewer(version, current)) throw new Error(`${version} is not newer than ${current}.`)
  const changed = await git('status', '--porcelain')
  if (changed) throw new Error(`There are changes that are not committed:\n${changed}`)
  // fails if a language lacks a text
  await output(process.execPath, ['scripts/words.mjs', '--complete'])
}

/** The files that a release changes, with their new texts. */
function changesOf({ from, to, date }) {
  const paths = trackedFiles()
  const names = new Set(
    paths
      .filter((path) =>
        /^(?:packages|services|apps)\/[^/]+\/package\.json$|^[a-z0-9]+\/package\.json$|^package\.json$/.test(
          path,
        ),
      )
      .map((path) => JSON.parse(read(path)).name),
  )
  const known =
    /(?:^|\/)package(?:-lock)?\.json$|\.md$|(?:^|\/)Containerfile$|^packages\/kit\/src\/core\/kit\/version\.ts$/
  return paths
    .filter((path) => known.test(path))
    .flatMap((path) => {
      const before = read(path)
      const after =
        path === 'CHANGELOG.md'
          ? withRelease(before, to, date)
          : withVersion(path, before, { from, to, names })
      return after === before ? [] : [{ path, before, after }]
    })
}

/** Packs a package into a folder; in a dry run, lists what would be packed. */
async function pack(folder, target, isDry) {
  const [packed] = JSON.parse(
    await output(
      'npm',
      [
        'pack',
        '--json',
        '--ignore-scripts',
        ...(isDry ? ['--dry-run'] : ['--pack-destination', target]),
      ],
      { cwd: join(root, folder) },
    ),
  )
  return { file: packed.filename.replace('@', '').replace('/', '-'), count: packed.files.length }
}

const digestOf = (file) => createHash('sha512').update(readFileSync(file)).digest('base64')

async function build(say) {
  say('Builds the kit and the services …')
  const { ensureBuilt, ensureServeBuilt } = await import('./build.mjs')
  await ensureBuilt()
  await ensureServeBuilt()
}

/** The SBOM of a published package. */
const billOf = (part, time) => sbomOf(JSON.parse(read('package-lock.json')), { ...part, time })

/** Builds as for a release, and lists what would be packed (dry run). */
async function rehearse(target, time, say) {
  await build(say)
  for (const part of published) {
    const { count } = await pack(part.folder, target, true)
    const { length } = billOf(part, time).components
    say(`Would pack ${part.folder}: ${count} files, ${length} packages inside or beside it.`)
  }
  say('Nothing was changed.')
}

/** Packs the published packages, and writes an SBOM for each. @returns the names of the files */
async function packAll(target, time, say) {
  const files = []
  for (const part of published) {
    const { file, count } = await pack(part.folder, target, false)
    const bill = billOf(part, time)
    const bom = file.replace(/\.tgz$/, '.cdx.json')
    writeFileSync(join(target, bom), `${JSON.stringify(bill, undefined, 2)}\n`)
    files.push(file, bom)
    say(`Packed ${file}: ${count} files; ${bom}: ${bill.components.length} packages.`)
  }
  return files
}

/** Writes the changes, packs, commits and tags. After a failure, it restores all files. */
async function commitAndTag({ version, changes, target, time, say }) {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  try {
    for (const { path, after } of changes) write(path, after)
    await build(say)
    const files = await packAll(target, time, say)
    await git('add', '--', ...changes.map(({ path }) => path))
    await git('commit', '--quiet', '-m', `release: ${version}`)
    await git('tag', '-a', `v${version}`, '-m', `Latchkey ${version}`)
    return files
  } catch (error) {
    // the tree had no other changes, so this restores it
    for (const { path, before } of changes) write(path, before)
    await git('reset', '--quiet').catch(() => {})
    rmSync(target, { recursive: true, force: true })
    throw error
  }
}

async function writeProvenance({ version, target, time, builder, files }) {
  const text = provenanceText({
    version,
    commit: await git('rev-parse', 'HEAD'),
    tag: `v${version}`,
    time,
    builder,
    node: process.version,
    npm: await output('npm', ['--version']),
    system: `${platform()} ${arch()}`,
    files: files.map((file) => ({
      file,
      bytes: statSync(join(target, file)).size,
      sha512: digestOf(join(target, file)),
    })),
  })
  writeFileSync(join(target, 'PROVENANCE.txt'), text)
}

async function release(version, { isDry, builder, say = console.log }) {
  const { version: current } = JSON.parse(read('package.json'))
  const changelog = read('CHANGELOG.md')
  await check(version, current, changelog)
  const time = new Date().toISOString()
  const changes = changesOf({ from: current, to: version, date: time.slice(0, 10) })
  say(`${current} → ${version}, in ${changes.length} files:`)
  for (const { path } of changes) say(`  ${path}`)
  say(`\nNew in ${version}:\n\n${unreleasedIn(changelog)}\n`)

  const target = join(root, '.latchkey/release', version)
  if (isDry) return rehearse(target, time, say)
  const files = await commitAndTag({ version, changes, target, time, say })
  await writeProvenance({ version, target, time, builder, files })
  say(`Committed and tagged v${version}. In ${relative(dirname(root), target)}:`)
  for (const file of [...files, 'PROVENANCE.txt']) say(`  ${file}`)
  say(`\nNext: git push --follow-tags, then npm publish of each .tgz.`)
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, builder: { type: 'string' } },
  })
  await release(positionals[0], {
    isDry: values['dry-run'] === true,
    builder: values.builder ?? (await git('config', 'user.name')),
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
