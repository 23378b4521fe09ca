// Compares versions, and writes a new version into every file that names the current one.

const form = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/
const fields = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** Whether a text is a version, such as `0.2.0` or `1.0.0-rc.1`. */
export const isVersion = (text) => form.test(text)

/** Whether a version is newer than another one. Source: https://semver.org, 11 */
export function isNewer(version, other) {
  const [first, second] = [partsOf(version), partsOf(other)]
  const at = [0, 1, 2].find((index) => first.numbers[index] !== second.numbers[index])
  if (at !== undefined) return first.numbers[at] > second.numbers[at]
  if (first.tags.length === 0 || second.tags.length === 0)
    return first.tags.length === 0 && second.tags.length > 0
  const length = Math.max(first.tags.length, second.tags.length)
  for (let index = 0; index < length; index += 1) {
    const [a, b] = [first.tags[index], second.tags[index]]
    if (a !== b) return isTagNewer(a, b)
  }
  return false
}

function isTagNewer(a, b) {
  if (a === undefined || b === undefined) return b === undefined
  const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (isNumber && isOtherNumber) return Number(a) > Number(b)
  return isNumber === isOtherNumber ? a > b : isOtherNumber
}

function partsOf(version) {
  const [, major, minor, patch, tags] = form.exec(version) ?? []
  if (major === undefined) throw new Error(`"${version}" is no version, such as 0.2.0.`)
  return { numbers: [major, minor, patch].map(Number), tags: tags?.split('.') ?? [] }
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/**
 * The text of a file with the new version in place of the current one. A text without the current
 * version stays unchanged. It handles manifests, the lock, the kit's own constant, and names of
 * packed files in texts.
 * @param {ReadonlySet<string>} names of the packages of this repository
 */
export function withVersion(path, text, { from, to, names }) {
  if (/(?:^|\/)package-lock\.json$/.test(path)) return withVersionInLock(text, { from, to, names })
  if (/(?:^|\/)package\.json$/.test(path)) return withVersionInManifest(text, { from, to, names })
  if (path === 'packages/kit/src/core/kit/version.ts')
    return text.replace(`kitVersion = '${from}'`, `kitVersion = '${to}'`)
  if (/\.md$|(?:^|\/)Containerfile$/.test(path))
    return text.replaceAll(
      new RegExp(`(latchkey(?:-serve)?-)${escaped(from)}(\\.tgz)`, 'g'),
      `$1${to}$2`,
    )
  return text
}

function withVersionInManifest(text, { from, to, names }) {
  const { name, version, ...rest } = JSON.parse(text)
  let next = text
  if (names.has(name) && version === from)
    next = next.replace(new RegExp(`("version"\\s*:\\s*")${escaped(from)}"`), `$1${to}"`)
  for (const dependency of new Set(fields.flatMap((field) => Object.keys(rest[field] ?? {}))))
    if (names.has(dependency))
      next = next.replaceAll(
        new RegExp(`("${escaped(dependency)}"\\s*:\\s*"[\\^~]?)${escaped(from)}"`, 'g'),
        `$1${to}"`,
      )
  return next
}

function withVersionInLock(text, { from, to, names }) {
  const lock = JSON.parse(text)
  if (lock.version === from) lock.version = to
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path.includes('node_modules/')) continue
    if (entry.version === from) entry.version = to
    for (const field of fields)
      for (const [name, wanted] of Object.entries(entry[field] ?? {}))
        if (names.has(name) && wanted === from) entry[field][name] = to
  }
  return `${JSON.stringify(lock, undefined, 2)}\n`
}
