// Finds exported constants, and members of constant objects, that only tests read.
import { posix } from 'node:path'
import swc from '@swc/core'

/**
 * Kinds of initial values that do not count as constants. knip finds unused exports with such
 * values.
 */
const made = new Set([
  'ArrowFunctionExpression',
  'FunctionExpression',
  'ClassExpression',
  'CallExpression',
  'AwaitExpression',
])

/** The expression inside TypeScript's wrappers, such as `as const` and `satisfies …`. */
function bare(node) {
  return /^Ts(As|ConstAssertion|Satisfies|Const|NonNull|TypeAssertion)/.test(node?.type ?? '') ||
    node?.type === 'ParenthesisExpression'
    ? bare(node.expression)
    : node
}

const nameOf = (key) =>
  key?.type === 'Identifier' || key?.type === 'StringLiteral' ? key.value : undefined

/** The names of an object's members. Undefined if a name is computed. */
function membersOf(node) {
  if (node?.type !== 'ObjectExpression') return undefined
  const names = node.properties.map((one) => nameOf(one.type === 'Identifier' ? one : one.key))
  return names.includes(undefined) ? undefined : names
}

/**
 * Calls `report` for each use of a name in a syntax tree. It gets the name, and the member that is
 * read from it, or `all` if the value is used as a whole.
 */
function walk(node, report) {
  if (Array.isArray(node)) return node.forEach((one) => walk(one, report))
  if (typeof node !== 'object' || node === null) return
  switch (node.type) {
    case 'ImportDeclaration':
      return
    case 'Identifier':
      return report(node.value, 'all')
    case 'MemberExpression': {
      const { object, property } = node
      const member =
        property.type === 'Computed'
          ? property.expression.type === 'StringLiteral'
            ? property.expression.value
            : 'all'
          : property.value
      if (property.type === 'Computed') walk(property.expression, report)
      return object.type === 'Identifier'
        ? report(object.value, member)
        : object.type === 'MemberExpression' &&
            object.object.type === 'Identifier' &&
            object.property.type === 'Identifier'
          ? report(object.object.value, object.property.value, member)
          : walk(object, report)
    }
    case 'TsQualifiedName':
      return node.left.type === 'Identifier'
        ? report(node.left.value, node.right.value)
        : walk(node.left, report)
    case 'VariableDeclarator': {
      if (node.id.type === 'ObjectPattern' && node.init?.type === 'Identifier') {
        const names = node.id.properties.map((one) =>
          one.type === 'RestElement' ? 'all' : (nameOf(one.key) ?? 'all'),
        )
        walk(node.id, report) // for default values in the pattern
        return names.forEach((name) => report(node.init.value, name))
      }
      return [node.id.type === 'Identifier' ? node.id.typeAnnotation : node.id, node.init].forEach(
        (one) => walk(one, report),
      )
    }
    case 'KeyValueProperty':
    case 'KeyValuePatternProperty': {
      if (node.key.type === 'Computed') walk(node.key, report)
      return walk(node.value, report)
    }
    case 'TsPropertySignature':
      return walk(node.typeAnnotation, report)
    case 'JSXMemberExpression':
      return walk(node.object, report)
    default:
      for (const [name, value] of Object.entries(node))
        if (name !== 'span' && name !== 'ctxt') walk(value, report)
  }
}

/** The exports, imports and uses of a module. */
function readModule(path, text) {
  const { body } = swc.parseSync(text, {
    syntax: 'typescript',
    tsx: path.endsWith('x'),
    target: 'es2022',
  })
  const module = {
    constants: new Map(),
    imports: new Map(),
    spaces: new Map(),
    uses: [],
    dynamic: [...text.matchAll(/import\(\s*'([^']+)'\s*\)/g)].map(([, from]) => from),
  }
  for (const node of body) {
    if (node.type === 'ImportDeclaration') {
      for (const { type, local, imported } of node.specifiers)
        module.imports.set(local.value, {
          from: node.source.value,
          name:
            type === 'ImportNamespaceSpecifier'
              ? '*'
              : type === 'ImportDefaultSpecifier'
                ? 'default'
                : (imported?.value ?? local.value),
        })
      continue
    }
    if (node.type === 'ExportNamedDeclaration' && node.source) {
      for (const { type, name, orig, exported } of node.specifiers)
        module.spaces.set((type === 'ExportNamespaceSpecifier' ? name : (exported ?? orig)).value, {
          from: node.source.value,
          name: type === 'ExportNamespaceSpecifier' ? '*' : orig.value,
        })
      continue
    }
    const declaration =
      node.type === 'ExportDeclaration' && node.declaration.type === 'VariableDeclaration'
        ? node.declaration
        : undefined
    if (!declaration) {
      walk(node, (...use) => module.uses.push({ by: undefined, use }))
      continue
    }
    for (const one of declaration.declarations) {
      const value = bare(one.init)
      const by =
        one.id.type === 'Identifier' && value && !made.has(value.type) ? one.id.value : undefined
      if (by) module.constants.set(by, membersOf(value))
      walk(one, (...use) => module.uses.push({ by, use }))
    }
  }
  return module
}

/**
 * Exported constants, and members of constant objects, that only tests read.
 * @param {ReadonlyMap<string, string>} files the text of each file that is not a test, by its path
 * @param {(path: string) => boolean} isWatched whether the constants of a file are checked
 * @param {(from: string, path: string) => string | undefined} [resolve] finds the file that an
 *   import from another package names
 * @returns {string[]} `path: name` or `path: name.member`
 */
export function unreadConstants(files, isWatched, resolve = () => undefined) {
  const modules = new Map([...files].map(([path, text]) => [path, readModule(path, text)]))
  const targetOf = (from, path) =>
    from.startsWith('.')
      ? posix.normalize(posix.join(posix.dirname(path), from))
      : resolve(from, path)
  /** The constants that are read, as `path name` and `path name member`. */
  const read = new Set()
  const note = (path, name, member = 'all') =>
    [`${path} ${name}`, `${path} ${name} ${member}`].forEach((one) => read.add(one))

  /**
   * Records that a file uses an export of another file. In a namespace import (`*`), the member is
   * the export.
   */
  function follow(path, { from, name }, [member, inner]) {
    const target = targetOf(from, path)
    const module = modules.get(target)
    if (!module) return
    if (name === '*') {
      if (member === 'all') {
        for (const one of module.constants.keys()) note(target, one)
        for (const space of module.spaces.values()) follow(target, space, ['all'])
      } else follow(path, { from, name: member }, [inner ?? 'all'])
      return
    }
    const space = module.spaces.get(name)
    if (space) follow(target, space, [member, inner])
    else note(target, name, member)
  }

  for (const [path, { dynamic }] of modules)
    for (const from of dynamic) follow(path, { from, name: '*' }, ['all'])
  const waiting = [...modules].flatMap(([path, { uses, imports, constants }]) =>
    uses
      .map(({ by, use: [name, ...members] }) => ({
        path,
        by,
        name,
        members,
        imported: imports.get(name),
        isOwn: constants.has(name),
      }))
      .filter(({ imported, isOwn }) => imported || isOwn),
  )
  // a use inside an unread constant does not count, so this repeats until no more reads are found
  for (let size = -1; size !== read.size; ) {
    size = read.size
    for (const { path, by, name, members, imported, isOwn } of waiting) {
      if (by === name || (by !== undefined && isWatched(path) && !read.has(`${path} ${by}`)))
        continue
      if (imported) follow(path, imported, [members[0] ?? 'all', members[1]])
      else if (isOwn) note(path, name, members[0])
    }
  }
  return [...modules]
    .filter(([path]) => isWatched(path))
    .flatMap(([path, { constants }]) =>
      [...constants].flatMap(([name, members]) => {
        if (!read.has(`${path} ${name}`)) return [`${path}: ${name}`]
        if (!members || read.has(`${path} ${name} all`)) return []
        return members
          .filter((member) => !read.has(`${path} ${name} ${member}`))
          .map((member) => `${path}: ${name}.${member}`)
      }),
    )
}
