import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './vi/approvals.ts'
import { screens } from './vi/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
