import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Drawing } from './Drawing.tsx'
import type { DrawingName } from './Drawing.tsx'
import css from './help.css?inline'

type Point = { drawing: DrawingName; title: string; text: string }

/** An explanation in a few points, each with a drawing. */
export function Points({ points }: { points: readonly Point[] }) {
  useStyles(css)
  return (
    <ul className="points">
      {points.map(({ drawing, title, text }) => (
        <li key={drawing}>
          <span className="points-drawing">
            <Drawing name={drawing} />
          </span>
          <span>
            <span className="points-title">{title}</span>
            <span className="points-text">{text}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
