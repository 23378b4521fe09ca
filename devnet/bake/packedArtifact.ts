import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uniswapArtifact, type Artifact } from './compile.ts'

/** An npm package with compiled contracts, and the hash of its archive in npm's notation. */
export type PackedPackage = { name: string; integrity: `sha512-${string}` }

/**
 * Reads compiled contracts of an npm package.
 * @param paths the paths of the artifacts inside the package
 * @throws Error when the archive has another hash
 */
export function packedArtifacts<const name extends string>(
  source: PackedPackage,
  paths: Readonly<Record<name, string>>,
): Record<name, Artifact> {
  const entries = Object.entries<string>(paths)
  const texts = packedTexts(
    source,
    entries.map(([, path]) => path),
  )
  const artifacts = entries.map(([key], index) => [
    key,
    uniswapArtifact(JSON.parse(texts[index] ?? '')),
  ])
  return Object.fromEntries(artifacts) as Record<name, Artifact> // the keys of `paths`
}

/**
 * Reads files of an npm package. The package is fetched without its dependencies, and then deleted,
 * because only the bake needs it.
 * @param paths the paths of the files inside the package
 * @throws Error when the archive has another hash
 */
export function packedTexts(
  { name, integrity }: PackedPackage,
  paths: readonly string[],
): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bake-'))
  try {
    const file = execFileSync('npm', ['pack', name, '--silent'], {
      cwd: folder,
      encoding: 'utf8',
    }).trim()
    const hash = createHash('sha512')
      .update(readFileSync(join(folder, file)))
      .digest('base64')
    if (`sha512-${hash}` !== integrity) throw new Error(`${name} has the hash sha512-${hash}.`)
    execFileSync('tar', ['-xzf', file], { cwd: folder })
    return paths.map((path) => readFileSync(join(folder, 'package', path), 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
