import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Shows the camera's picture until it contains a code. */
export function Camera({ onFound, onEnd }: { onFound: (text: string) => void; onEnd: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const found = useEffectEvent(onFound)

  useEffect(() => {
    const player = video.current
    if (!player) return
    const closing = new AbortController()
    scanFrames(player, closing.signal).then(
      (text) => text !== undefined && found(text),
      () =>
        closing.signal.aborted || setProblem('The camera can not be used. Paste the code instead.'),
    )
    return () => closing.abort()
  }, [])

  return (
    <div className="camera">
      {problem ? (
        <Alert level="danger" title={problem} />
      ) : (
        // no captions, because the camera's picture has no sound
        <video ref={video} muted playsInline aria-label="What the camera sees" />
      )}
      <Button onClick={onEnd}>Stop</Button>
    </div>
  )
}

/**
 * Returns the first code in the camera's picture; undefined if it was aborted. @throws if there is
 * no camera or no permission
 */
async function scanFrames(
  player: HTMLVideoElement,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { frameLoop, QRCanvas, rearCamera } = await import('qr/dom.js')
  const camera = await rearCamera(player)
  const canvas = new QRCanvas()
  try {
    return await new Promise((resolve) => {
      const stop = frameLoop(() => {
        void camera.readFrame(canvas).then((text) => {
          if (!signal.aborted && typeof text !== 'string') return
          stop()
          resolve(typeof text === 'string' && !signal.aborted ? text : undefined)
        })
      }, player)
      signal.addEventListener('abort', () => {
        stop()
        resolve(undefined)
      })
      if (signal.aborted) resolve(undefined)
    })
  } finally {
    camera.stop()
  }
}
