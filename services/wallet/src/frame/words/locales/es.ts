import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './es/approvals.ts'
import { screens } from './es/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
