import { Picture } from '@latchkey/ui/Picture.tsx'
import { Row } from '@latchkey/ui/Row.tsx'
import type { Task, TaskStatus } from '../phone/phoneState.ts'

const words: Record<TaskStatus, string> = {
  waiting: 'Waiting for you',
  working: 'Answering…',
  done: 'Approved',
  refused: 'Refused',
  failed: 'Failed',
  expired: 'Over',
}

/** The requests of sites, the newest first. */
export function Activity({ tasks }: { tasks: readonly Task[] }) {
  if (tasks.length === 0)
    return <p className="hint">Nothing yet. What sites ask for is listed here.</p>
  return (
    <ol className="list" aria-label="What sites asked for, newest first">
      {tasks.map(({ id, site, title, status, problem, at }) => (
        <li key={id}>
          <Row
            isRaised
            wraps
            icon={<Picture name={site.name} size={40} />}
            title={title}
            detail={
              <>
                {site.name},{' '}
                <time dateTime={new Date(at).toISOString()}>
                  {new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}
                </time>
                {problem && <span className="problem">{problem}</span>}
              </>
            }
            end={
              <span className="status" data-status={status}>
                {words[status]}
              </span>
            }
          />
        </li>
      ))}
    </ol>
  )
}
