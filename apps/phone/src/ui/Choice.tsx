import type { ReactNode } from 'react'

type ChoiceProps = {
  type: 'radio' | 'checkbox'
  name: string
  checked: boolean
  onChange: (checked: boolean) => void
  icon?: ReactNode
  title: string
  detail?: string
}

/** One option of a choice. It is large enough for a thumb. */
export function Choice({ type, name, checked, onChange, icon, title, detail }: ChoiceProps) {
  return (
    <label className="choice">
      {icon}
      <span className="choice-text">
        <span>{title}</span>
        {detail !== undefined && <small>{detail}</small>}
      </span>
      <input
        type={type}
        name={name}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  )
}
