import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './tr/approvals.ts'
import { screens } from './tr/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
