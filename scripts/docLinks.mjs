// Checks the links of Markdown files and comments, and finds citations of documents that are not
// public.
import { posix } from 'node:path'

/**
 * Whether citations such as "spec section 4" in sources are faults. Set it to false only while
 * sources still contain some.
 */
const refusesOldCitations = true

const markdownLink = /!?\[[^\]]*\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)?)(?:\s+"[^"]*")?\)/g
/**
 * `comment` matches a line with a comment. `docPath` matches the path of a documentation page from
 * the root, with or without an anchor.
 */
const comment = /^\s*\*|\/[/*]/
const docPath = /(?<![\w./-])docs\/[\w/-]+\.md(?:#[\w-]+)?/g
/**
 * Matches a file name in backticks on a page: a path that begins with a folder of the repository,
 * or a name with the extension of a source file.
 */
const namedFile =
  /`((?:[\w@.-]+\/)*[\w@-][\w@.-]*\.(?:tsx?|mjs|cjs|css|json)|(?:packages|services|apps|devnet|e2e|bench|abuse|examples|scripts|docs)\/[\w@./-]*)`/g
const oldCitation =
  /\bspec(?:ification)?(?:'s)?,? sections?\b|\bspec \d|\bof (?:the )?spec(?:ification)? \d|\b(?:api|relay|frame) \d+(?:\.\d+)?(?=[\s,;.)*]|$)|\b(?:API|relay|frame)(?:'s)? contract,? sections?\b|\bSource: (?:blockchain )?API contract\b|(?<!docs\/)\bcontracts\/(?:blockchain-api|chains|relay|frame)\.md|(?<![\w/-])(?:design|review|components|visual|screens|spec)\.md\b|\bdesign, (?:Budgets|Chunks)|\bscreens, [A-Z]/

/** Whether a page is about the code. Only on these pages, file names are checked. */
const isAboutCode = (path) =>
  /^(?:CONTRIBUTING\.md|docs\/(?:architecture|glossary)\.md|docs\/contracts\/[\w-]+\.md)$/.test(
    path,
  )
/**
 * Whether a file is code with comments. False for this check's own files, which contain examples of
 * faults.
 */
const hasComments = (path) =>
  /\.(?:ts|tsx|mjs|cjs|js|css|html|sol)$/.test(path) && !path.startsWith('scripts/docLinks.')
/** Whether a path is in a folder that a build or a start of the program makes. */
const isMade = (name) => /(?:^|\/)(?:dist|node_modules)(?:\/|$)|^\.latchkey\//.test(name)

/** The lines of a Markdown file. Lines of code blocks are replaced by empty lines. */
function prose(text) {
  let fence
  return text.split('\n').map((line) => {
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? []
    if (mark && fence === undefined) fence = mark
    else if (mark && line.trim().startsWith(fence) && line.trim().replace(/[`~]/g, '') === '') {
      fence = undefined
      return ''
    }
    return fence === undefined ? line : ''
  })
}

/**
 * The anchors of the headings of a Markdown file, as GitHub makes them: in lower case, without
 * punctuation, with hyphens for spaces. The second heading with the same text gets `-1` at the end.
 */
export function anchorsOf(text) {
  const seen = new Map()
  return new Set(
    prose(text).flatMap((line) => {
      const [, heading] = /^#{1,6}\s+(.+?)\s*#*\s*$/.exec(line) ?? []
      if (heading === undefined) return []
      const slug = heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation} -]/gu, '')
        .replaceAll(' ', '-')
      const count = seen.get(slug) ?? 0
      seen.set(slug, count + 1)
      return [count === 0 ? slug : `${slug}-${count}`]
    }),
  )
}

/** The links of a file to files of the repository. */
export function linksOf(path, text) {
  const isPage = path.endsWith('.md')
  if (!isPage && !hasComments(path)) return []
  const lines = isPage ? prose(text) : text.split('\n')
  return lines.flatMap((line, index) => {
    const found = isPage
      ? [...line.replace(/`[^`]*`/g, '').matchAll(markdownLink)].map(([, href]) => href)
      : [...line.matchAll(docPath)]
          .filter(({ index: at }) => comment.test(line.slice(0, at)))
          .map(([href]) => `/${href}`)
    return found
      .filter((href) => !/^[a-z][a-z+.-]*:|^\/\//i.test(href))
      .map((href) => ({ line: index + 1, href }))
  })
}

/** The file names on a page about the code, with their lines. Empty for any other file. */
export function namesOf(path, text) {
  if (!isAboutCode(path)) return []
  return prose(text).flatMap((line, index) =>
    [...line.matchAll(namedFile)].map(([, name]) => ({ line: index + 1, name })),
  )
}

/**
 * The target of a link: a path from the root, and an anchor. Links in comments start at the root.
 * @returns {{ target: string, anchor: string }}
 */
function resolve(path, href) {
  const [way = '', anchor = ''] = href.split('#')
  if (way === '') return { target: path, anchor }
  const target = way.startsWith('/')
    ? way.slice(1)
    : posix.normalize(posix.join(posix.dirname(path), decodeURIComponent(way)))
  return { target: target.replace(/\/$/, ''), anchor }
}

/**
 * The faults of all files, one line each.
 * @param {ReadonlyMap<string, string>} texts of Markdown and code, by path from the root
 * @param {readonly string[]} paths of all files
 */
export function faultsOfLinks(texts, paths, { isStrict = refusesOldCitations } = {}) {
  const known = new Set(paths.flatMap((path) => [path, ...foldersOf(path)]))
  const anchors = new Map()
  const hasAnchor = (target, anchor) => {
    if (!anchors.has(target)) anchors.set(target, anchorsOf(texts.get(target) ?? ''))
    return anchors.get(target).has(anchor)
  }
  const isFile = (name) =>
    known.has(name.replace(/\/$/, '')) || paths.some((path) => path.endsWith(`/${name}`))
  return [...texts].flatMap(([path, text]) => [
    ...linksOf(path, text).flatMap(({ line, href }) => {
      const { target, anchor } = resolve(path, href)
      if (!known.has(target)) return [`${path}:${line}: the link ${href} leads to no file`]
      return anchor && target.endsWith('.md') && !hasAnchor(target, anchor)
        ? [`${path}:${line}: ${target} has no heading #${anchor}`]
        : []
    }),
    ...namesOf(path, text).flatMap(({ line, name }) =>
      isFile(name) || isMade(name) ? [] : [`${path}:${line}: there is no file ${name}`],
    ),
    ...(isStrict ? citationsIn(path, text) : []),
  ])
}

/** Citations of documents that are not in the repository, one line each. */
export function citationsIn(path, text) {
  if (!hasComments(path)) return []
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    // the next line is added, because a citation may continue there
    const next = (lines[index + 1] ?? '').replace(/^\s*(?:\*(?!\/)|\/\/)\s?/, '')
    const match = oldCitation.exec(`${line} ${next}`)
    return !match || match.index >= line.length || /\b(?:RFC|whitepaper|WebAuthn)\b/.test(line)
      ? []
      : [`${path}:${index + 1}: "${match[0]}" cites what nobody can open: link docs/….md#anchor`]
  })
}

/** The folders above a file, from the root down. */
function foldersOf(path) {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
