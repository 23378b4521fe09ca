import { isAbsolute, join } from 'node:path'
import { codeOf } from '@latchkey/server/causesOf'
import { parseFile } from './parseFile.ts'
import { SettingsError } from './settingsError.ts'

/** Where values stand that are not in the file of settings itself. */
export type Sources = {
  env: Readonly<Record<string, string | undefined>>
  /** The text of a file. */
  readText: (path: string) => Promise<string>
  /** The folder of the file of settings, from which relative paths begin. */
  folder: string
}

/** Names that every object has. As a key, such a name would be no setting of anybody's. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype))

/**
 * Replaces `{ "env": "NAME" }` by the variable, and `{ "file": "path" }` by the text of the file
 * without the newlines at its end, or by its JSON where the name ends in `.json`. A file's own
 * references stay as they are.
 * @returns the values, and the files that were read
 * @throws SettingsError which names all that is missing
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

  async function resolve(one: unknown, path: string): Promise<unknown> {
    if (Array.isArray(one))
      return Promise.all(one.map((item, index) => resolve(item, under(path, index))))
    if (typeof one !== 'object' || one === null) return one
    const entries = Object.entries(one)
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
