import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** One export of an entry of the kit. */
export type Declaration = {
  name: string
  kind: 'function' | 'component' | 'hook' | 'type' | 'value' | 'class'
  /** The text of its doc comment in Markdown, without the tags. */
  doc: string
  /**
   * The tags of its doc comment, in their order: `@throws`, `@default`, `@param`, `@returns`,
   * `@example`.
   */
  tags: readonly { tag: string; text: string }[]
  /** The declaration as its type file contains it, with all overloads. */
  code: string
}

type Found = { texts: string[]; doc: string; type: string }
type Module = {
  declared: ReadonlyMap<string, Found>
  passedOn: ReadonlyMap<string, { from: string | undefined; name: string }>
  stars: readonly string[]
}

/** Reads a type file: its declarations at the top level, and its re-exports. */
function readModule(path: string): Module {
  const text = readFileSync(path, 'utf8')
  const { program, comments } = parseSync(path, text)
  const declared = new Map<string, Found>()
  const passedOn = new Map<string, { from: string | undefined; name: string }>()
  const stars: string[] = []
  const docBefore = (start: number) => {
    const doc = comments.findLast(
      ({ type, value, end }) =>
        type === 'Block' &&
        value.startsWith('*') &&
        end <= start &&
        /^\s*$/.test(text.slice(end, start)),
    )
    return doc ? doc.value : ''
  }
  for (const node of program.body) {
    if (node.type === 'ExportAllDeclaration') stars.push(node.source.value)
    const isExport = node.type === 'ExportNamedDeclaration'
    if (isExport)
      for (const { exported, local } of node.specifiers)
        passedOn.set(nameOf(exported), { from: node.source?.value, name: nameOf(local) })
    const declaration = isExport ? node.declaration : node
    if (!declaration || !('type' in declaration)) continue
    const [name, type] =
      declaration.type === 'VariableDeclaration'
        ? [idOf(declaration.declarations[0]), 'VariableDeclaration']
        : [idOf(declaration), declaration.type]
    if (name === undefined) continue
    const earlier = declared.get(name)
    const own = text
      .slice(declaration.start, declaration.end)
      .replace(/^(export\s+)?declare\s+/, '')
    declared.set(name, {
      texts: [...(earlier?.texts ?? []), own],
      doc: earlier?.doc || docBefore(node.start),
      type,
    })
  }
  return { declared, passedOn, stars }
}

const nameOf = (node: object): string =>
  'name' in node ? String(node.name) : 'value' in node ? String(node.value) : ''
const idOf = (node: object | undefined): string | undefined =>
  node && 'id' in node && typeof node.id === 'object' && node.id ? nameOf(node.id) : undefined

/** Returns the type file of an import; undefined if the import is from another package. */
function fileOf(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  const base = join(dirname(from), specifier).replace(/\.(d\.ts|tsx?|js)$/, '')
  return [`${base}.d.ts`, `${base}/index.d.ts`].find((path) => existsSync(path))
}

/** Splits a doc comment into its Markdown text and its tags. */
export function readDoc(comment: string): Pick<Declaration, 'doc' | 'tags'> {
  const text = comment
    .replace(/^\*+/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, ''))
    .join('\n')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .trim()
  const [doc = '', ...rest] = text.split(
    /(?:^|\s)@(?=(?:throws|default|param|returns?|example|see|deprecated)\b)/,
  )
  const tags = rest.map((one) => {
    const [, tag = '', body = ''] = /^(\w+)\s*([\s\S]*)$/.exec(one.trim()) ?? []
    return { tag: tag === 'return' ? 'returns' : tag, text: body.trim() }
  })
  return { doc: doc.trim(), tags }
}

/**
 * Lists the exports of an entry from the built type files, in the order of its file. @throws Error
 * for an export without a declaration
 */
export function readDeclarations(entry: string): readonly Declaration[] {
  const modules = new Map<string, Module>()
  const moduleAt = (path: string) => {
    const known = modules.get(path) ?? readModule(path)
    modules.set(path, known)
    return known
  }
  const find = (path: string, name: string): Found | undefined => {
    const { declared, passedOn, stars } = moduleAt(path)
    const next = passedOn.get(name)
    if (next?.from === undefined) {
      const own = declared.get(next?.name ?? name)
      if (own) return own
      for (const star of stars) {
        const file = fileOf(path, star)
        const found = file === undefined ? undefined : find(file, name)
        if (found) return found
      }
      return undefined
    }
    const file = fileOf(path, next.from)
    return file === undefined
      ? { texts: [`export { ${name} } from '${next.from}'`], doc: '', type: 'foreign' }
      : find(file, next.name)
  }
  const { declared, passedOn } = moduleAt(entry)
  const names = [...passedOn.keys(), ...[...declared.keys()].filter((name) => !passedOn.has(name))]
  return names.map((name) => {
    const found = find(entry, name)
    if (!found) throw new Error(`${entry} exports ${name}, whose declaration is nowhere`)
    return { name, kind: kindOf(name, found), ...readDoc(found.doc), code: found.texts.join('\n') }
  })
}

function kindOf(name: string, { type, texts }: Found): Declaration['kind'] {
  if (type === 'TSTypeAliasDeclaration' || type === 'TSInterfaceDeclaration') return 'type'
  if (type === 'ClassDeclaration') return 'class'
  if (/^use[A-Z]/.test(name)) return 'hook'
  const isFunction =
    type === 'TSDeclareFunction' ||
    type === 'FunctionDeclaration' ||
    /=>|^const \w+: \(/.test(texts[0]?.slice(0, 400) ?? '')
  if (isFunction)
    return /^[A-Z]/.test(name) && /JSX|ReactNode/.test(texts[0] ?? '') ? 'component' : 'function'
  return 'value'
}
