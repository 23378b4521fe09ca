import { isAbsolute, join } from 'node:path'
import { codeOf } from '@latchkey/server/causesOf'
import { parseFile } from './parseFile.ts'
import { SettingsError } from './settingsError.ts'

/** Where the values outside the file of settings come from. */
export type Sources = {
  env: Readonly<Record<string, string | undefined>>
  /** Reads a file as text. */
  readText: (path: string) => Promise<string>
  /** The folder of the file of settings, to which relative paths refer. */
  folder: string
}

/** Names of properties that every object inherits. No setting may have such a name. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype))

/**
 * Replaces `{ "env": "NAME" }` by the value of the environment variable. Replaces `{ "file": "path"
 * }` by the text of the file without newlines at its end. A file whose name ends in `.json` is
 * parsed instead. References inside such a file are not replaced.
 * @returns the values, and the paths of the files that were read
 * @throws SettingsError with the names of all missing variables and files
 */
export async function resolveReferences(
  value: unknown,
  sources: Sources,
): Promise<{ value: unknown; files: readonly string[] }> {
  const problems: string[] = []
  const files: string[] = []

  async function textOf(path: string, name: string): Promise<unknown> {
    const file = isAbsolute(name) ? name : join(sources.folder, name)
    files.push(file)
    try {
      const text = await sources.readText(file)
      return name.endsWith('.json')
        ? parseFile(text, `${path} (${name})`)
        : text.replace(/[\r\n]+$/, '')
    } catch (error) {
      problems.push(
        error instanceof SettingsError
          ? error.message
          : `${path}: ${name} cannot be read (${codeOf(error) ?? 'unknown'})`,
      )
      return undefined
    }
  }

  async function resolve(entry: unknown, path: string): Promise<unknown> {
    if (Array.isArray(entry))
      return Promise.all(entry.map((item, index) => resolve(item, under(path, index))))
    if (typeof entry !== 'object' || entry === null) return entry
    const entries = Object.entries(entry)
    const [first] = entries
    if (entries.length === 1 && first && typeof first[1] === 'string') {
      if (first[0] === 'file') return textOf(path, first[1])
      if (first[0] === 'env') {
        const found = sources.env[first[1]]
        if (!found)
          problems.push(`${path}: the environment variable ${first[1].slice(0, 64)} is not set`)
        return found
      }
    }
    const odd = entries.filter(([key]) => inherited.has(key))
    for (const [key] of odd) problems.push(`${under(path, key)}: is no setting`)
    return Object.fromEntries(
      await Promise.all(
        entries
          .filter(([key]) => !inherited.has(key))
          .map(async ([key, item]) => [key, await resolve(item, under(path, key))] as const),
      ),
    )
  }

  const resolved = await resolve(value, '')
  if (problems.length > 0) throw new SettingsError(problems)
  return { value: resolved, files }
}

const under = (path: string, key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
