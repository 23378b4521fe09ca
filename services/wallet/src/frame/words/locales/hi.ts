import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './hi/approvals.ts'
import { screens } from './hi/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
