import { Refusal } from '../refusal.ts'
import type { CheckedOptions } from '../options.ts'

/** The origins of the sites that may hold a project's frame; undefined for an unknown project. `*`: any site. */
export function originsOf({ projects }: Pick<CheckedOptions, 'projects'>, projectId: string | null): readonly string[] | undefined {
  if (projects === 'any') return ['*']
  return projectId !== null && Object.hasOwn(projects, projectId) ? projects[projectId]?.origins : undefined
}

/** The name of a project; undefined where projects have none. */
export function projectName({ projects }: Pick<CheckedOptions, 'projects'>, projectId: string | null): string | undefined {
  return projects !== 'any' && projectId !== null && Object.hasOwn(projects, projectId) ? projects[projectId]?.name : undefined
}

/** The origins of a project's sites that are the operator's own: there visitors approve in the page. */
export function ownOrigins({ projects, own }: Pick<CheckedOptions, 'projects' | 'own'>, projectId: string | null): readonly string[] {
  if (projects === 'any') return own
  const project = projectId !== null && Object.hasOwn(projects, projectId) ? projects[projectId] : undefined
  return project?.own === true ? project.origins : []
}

/** Checks that a site is one of the project. @throws Refusal `originRefused` */
export function checkSite(options: Pick<CheckedOptions, 'projects'>, projectId: string | null, origin: string): void {
  const origins = originsOf(options, projectId)
  if (!origins?.includes('*') && !origins?.includes(origin)) throw new Refusal('originRefused')
}
