import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './Icon.tsx'
import './row.css'

type Content = {
  icon: IconName
  title: string
  /** A second line. */
  detail?: ReactNode
  /** At the far end. */
  end?: ReactNode
}

/** A list row, 56 px high. */
export function Row(content: Content) {
  return (
    <div className="row">
      <RowContent {...content} />
    </div>
  )
}

/** A list row that is a button. */
export function RowButton({
  icon,
  title,
  detail,
  end,
  ...rest
}: Content & ComponentProps<'button'>) {
  return (
    <button type="button" className="row" data-action="" {...rest}>
      <RowContent
        icon={icon}
        title={title}
        detail={detail}
        end={end ?? <Icon name="chevronRight" />}
      />
    </button>
  )
}

function RowContent({ icon, title, detail, end }: Content) {
  return (
    <>
      <span className="row-mark">
        <Icon name={icon} />
      </span>
      <span className="row-text">
        <span className="row-title" dir="auto">
          {title}
        </span>
        {detail && <span className="row-detail">{detail}</span>}
      </span>
      {end && <span className="row-end">{end}</span>}
    </>
  )
}
