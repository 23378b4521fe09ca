import { useEffect, useState } from 'react'
import type { Social } from '../../../core/socials.ts'
import type { CompanyMark } from '../../companies/CompanyMark.tsx'
import { Mark } from '../../ui/Mark.tsx'

/** The mark of the company that one comes in by. Its code is there since the Connect screen; without it the place stays empty. */
export function CompanyPicture({ social }: { social: Social }) {
  const [Company, setCompany] = useState<typeof CompanyMark>()
  useEffect(() => void import('../../companies/CompanyMark.tsx').then((module) => setCompany(() => module.CompanyMark), () => {}), [])
  return <Mark isQuiet isLarge>{Company && <Company social={social} />}</Mark>
}
