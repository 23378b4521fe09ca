import { useId } from 'react'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { useStyles } from '../styles/useStyles.ts'
import css from './field.css?inline'

type Labels = {
  label: string
  /** What is wrong with the text. Screen readers announce it. */
  fault?: string | undefined
  /** Shown below the field if there is no fault. */
  note?: string | undefined
}

type Described = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A labelled text field. */
export function Field({
  label,
  fault,
  note,
  ...rest
}: Labels & ComponentProps<'input'> & { ref?: Ref<HTMLInputElement> }) {
  return (
    <Labelled label={label} fault={fault} note={note} id={rest.id}>
      {(described) => <input {...described} {...rest} />}
    </Labelled>
  )
}

/** A labelled field for a text of several lines. */
export function AreaField({ label, fault, note, ...rest }: Labels & ComponentProps<'textarea'>) {
  return (
    <Labelled label={label} fault={fault} note={note} id={rest.id}>
      {(described) => <textarea {...described} {...rest} />}
    </Labelled>
  )
}

/** The label above a field, and the fault or the note below it. */
function Labelled({
  label,
  fault,
  note,
  id: givenId,
  children,
}: Labels & {
  id: string | undefined
  /** The field, with its id and what describes it. */
  children: (described: Described) => ReactNode
}) {
  useStyles(css)
  const ownId = useId()
  const id = givenId ?? ownId
  const below = fault ?? note
  const isInvalid = fault !== undefined || undefined
  return (
    <div className="field" data-invalid={isInvalid}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': isInvalid,
        'aria-describedby': below === undefined ? undefined : `${id}-note`,
      })}
      {below !== undefined && (
        <p className="field-note" id={`${id}-note`} role={isInvalid && 'alert'}>
          {below}
        </p>
      )}
    </div>
  )
}
