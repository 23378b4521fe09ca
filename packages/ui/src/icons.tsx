import { iconPaths } from './iconPaths.ts'
import type { IconName } from './iconPaths.ts'

export type { IconName }

/** Icons that point along the writing direction. */
const directed = /^(back|chevronRight|external|disconnect)$/

/**
 * An outline icon that several screens use. An icon that points in the writing direction is
 * mirrored in right-to-left languages. It is decoration and has no accessible name.
 */
export function Icon({ name }: { name: IconName }) {
  return <Outline d={iconPaths[name]} isDirected={directed.test(name)} />
}

/** Draws an outline icon from a path: 20 px, stroke 1.75, in the colour of the text around it. */
export function Outline({ d, isDirected }: { d: string; isDirected?: boolean }) {
  return (
    <svg
      className="icon"
      data-directed={isDirected || undefined}
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  )
}
