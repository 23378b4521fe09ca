import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './th/approvals.ts'
import { screens } from './th/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
