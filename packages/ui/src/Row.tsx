import type { ComponentProps, ReactNode } from 'react'
import { useStyles } from './styles/useStyles.ts'
import css from './row.css?inline'

type Content = {
  icon: ReactNode
  title: string
  /** A second line below the title. */
  detail?: ReactNode
  /** Content at the end of the row: a tag, a value, or a tick. */
  end?: ReactNode
  endDetail?: ReactNode
  /** Whether long texts wrap instead of being cut off. */
  wraps?: boolean
}

/** A list row that is a button, 56 px high. */
export function RowButton({
  icon,
  title,
  detail,
  end,
  endDetail,
  wraps,
  ...rest
}: Content & ComponentProps<'button'>) {
  useStyles(css)
  return (
    <button type="button" className="row" data-action="" data-wraps={wraps} {...rest}>
      <RowContent icon={icon} title={title} detail={detail} end={end} endDetail={endDetail} />
    </button>
  )
}

/** A list row that is a link to another page, 56 px high. */
export function RowLink({
  icon,
  title,
  detail,
  end,
  endDetail,
  wraps,
  ...rest
}: Content & ComponentProps<'a'> & { href: string }) {
  useStyles(css)
  return (
    <a className="row" data-action="" data-wraps={wraps} {...rest}>
      <RowContent icon={icon} title={title} detail={detail} end={end} endDetail={endDetail} />
    </a>
  )
}

/** A list row without an action. `isRaised`: it has a surface, as a button has. */
export function Row({ isRaised, wraps, ...content }: Content & { isRaised?: boolean }) {
  useStyles(css)
  return (
    <div className="row" data-raised={isRaised} data-wraps={wraps}>
      <RowContent {...content} />
    </div>
  )
}

/** The content of a row, for a row that is another element, such as a label. */
export function RowContent({
  icon,
  title,
  detail,
  end,
  endDetail,
}: Omit<Content, 'wraps' | 'icon'> & { icon?: ReactNode }) {
  return (
    <>
      {icon && <span className="row-icon">{icon}</span>}
      <span className="row-text">
        <span className="row-title" dir="auto">
          {title}
        </span>
        {detail && (
          <span className="row-detail" dir={directionOf(detail)}>
            {detail}
          </span>
        )}
      </span>
      {(end || endDetail) && (
        <span className="row-end">
          {end && (
            <span className="row-value" dir={directionOf(end)}>
              {end}
            </span>
          )}
          {endDetail && (
            <span className="row-detail" dir={directionOf(endDetail)}>
              {endDetail}
            </span>
          )}
        </span>
      )}
    </>
  )
}

/** The direction of a plain text follows from its letters; other content sets its own direction. */
const directionOf = (content: ReactNode) => (typeof content === 'string' ? 'auto' : undefined)

/** Holds the place of a row that is loading. */
export function SkeletonRow({ plain }: { plain?: boolean }) {
  useStyles(css)
  return (
    <div className="row" data-skeleton="" data-plain={plain} aria-hidden="true">
      <span className="skeleton" data-shape="icon" />
      <span className="row-text">
        <span className="skeleton" data-shape="title" />
        {plain && <span className="skeleton" data-shape="detail" />}
      </span>
    </div>
  )
}

/** A short text in a weak colour at the end of a row. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="tag" dir={directionOf(children)}>
      {children}
    </span>
  )
}
