import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './pt/approvals.ts'
import { screens } from './pt/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
