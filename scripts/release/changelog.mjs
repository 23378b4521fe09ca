// Reads and writes CHANGELOG.md, in the form of https://keepachangelog.com.

const unreleased = /^## \[Unreleased\][ \t]*$/im
const heading = /^## \[([^\]]+)\]/gm

/** The versions in a changelog, newest first. */
export const versionsIn = (changelog) =>
  [...changelog.matchAll(heading)]
    .map(([, name]) => name)
    .filter((name) => !/^unreleased$/i.test(name))

/** The text under "Unreleased", without its heading; undefined where there is no such heading. */
export function unreleasedIn(changelog) {
  const start = unreleased.exec(changelog)
  if (!start) return undefined
  const rest = changelog.slice(start.index + start[0].length)
  const next = /^## /m.exec(rest)
  return (next ? rest.slice(0, next.index) : rest).trim()
}

/**
 * The changelog in which the section "Unreleased" became the section of this version, below a new,
 * empty "Unreleased".
 * @param {string} date as `2026-11-29`
 * @throws when there is nothing to release
 */
export function withRelease(changelog, version, date) {
  const news = unreleasedIn(changelog)
  if (news === undefined) throw new Error('CHANGELOG.md has no heading "## [Unreleased]".')
  // a section with headings alone counts as empty
  if (news.replace(/^###.*$/gm, '').trim() === '')
    throw new Error('CHANGELOG.md says nothing under "Unreleased": write what is new.')
  return changelog.replace(unreleased, `## [Unreleased]\n\n## [${version}] - ${date}`)
}
