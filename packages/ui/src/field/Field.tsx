import { useId } from 'react'
import type { ComponentProps, Ref } from 'react'
import { useStyles } from '../styles/useStyles.ts'
import css from './field.css?inline'

type Props = ComponentProps<'input'> & {
  label: string
  /** What is wrong with the text. Screen readers announce it. */
  fault?: string
  /** Shown below the field if there is no fault. */
  note?: string
  ref?: Ref<HTMLInputElement>
}

/** A labelled text field. */
export function Field({ label, fault, note, ...rest }: Props) {
  useStyles(css)
  const id = useId()
  const below = fault ?? note
  return (
    <div className="field" data-invalid={fault !== undefined || undefined}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={below === undefined ? undefined : `${id}-note`}
        {...rest}
      />
      {below !== undefined && (
        <p
          className="field-note"
          id={`${id}-note`}
          role={fault === undefined ? undefined : 'alert'}
        >
          {below}
        </p>
      )}
    </div>
  )
}
