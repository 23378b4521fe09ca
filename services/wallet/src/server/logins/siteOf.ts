import { readUrl } from '@latchkey/protocol/readUrl'
import { Refusal } from '../refusal.ts'
import type { CheckedOptions } from '../options.ts'

/**
 * The origins of the sites that may contain a project's frame; undefined for an unknown
 * project. `*`: any site.
 */
export function originsOf(
  { projects }: Pick<CheckedOptions, 'projects'>,
  projectId: string | null,
): readonly string[] | undefined {
  if (projects === 'any') return ['*']
  return projectId !== null && Object.hasOwn(projects, projectId)
    ? projects[projectId]?.origins
    : undefined
}

/** The name of a project; undefined if it has none. */
export function projectName(
  { projects }: Pick<CheckedOptions, 'projects'>,
  projectId: string | null,
): string | undefined {
  return projects !== 'any' && projectId !== null && Object.hasOwn(projects, projectId)
    ? projects[projectId]?.name
    : undefined
}

/**
 * The origins of a project's sites that are the operator's own. On these, visitors approve inside
 * the page.
 */
export function ownOrigins(
  { projects, own }: Pick<CheckedOptions, 'projects' | 'own'>,
  projectId: string | null,
): readonly string[] {
  if (projects === 'any') return own
  const project =
    projectId !== null && Object.hasOwn(projects, projectId) ? projects[projectId] : undefined
  return project?.own === true ? project.origins : []
}

/** Checks that a site belongs to the project. @throws Refusal `originRefused` */
export function checkSite(
  options: Pick<CheckedOptions, 'projects'>,
  projectId: string | null,
  origin: string,
): void {
  const origins = originsOf(options, projectId)
  if (!origins?.includes('*') && !origins?.includes(origin)) throw new Refusal('originRefused')
}

/** Control characters and backslashes, escaped. */
const forbiddenEscape = /%(?:[01][\da-f]|7f|5c)/i

/**
 * Whether a text is the address of a page of a site, exactly in a browser's notation: origin and
 * path. It may have no query, because some sites use it to send visitors anywhere. It may have no
 * user info, no `blob:`, and nothing that two parsers read differently.
 */
export function isPageOf(origin: string, text: string): boolean {
  const url = readUrl(text)
  if (!url || url.origin !== origin || !/^https?:$/.test(url.protocol)) return false
  return (
    (text === origin || text === url.origin + url.pathname) &&
    !url.pathname.startsWith('//') &&
    !forbiddenEscape.test(text)
  )
}
