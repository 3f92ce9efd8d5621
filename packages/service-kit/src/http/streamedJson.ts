/** A response body of ready-made JSON, in pieces, with callbacks as they are sent and once all are sent or never will be. */
export class StreamedJson {
  readonly pieces: readonly Uint8Array[]
  readonly onEnd: () => void
  readonly onSent: (bytes: number) => void

  constructor(pieces: readonly Uint8Array[], onEnd: () => void, onSent: (bytes: number) => void = () => {}) {
    this.pieces = pieces
    this.onEnd = onEnd
    this.onSent = onSent
  }
}

/** A slow reader holds memory that other calls wait for. */
const leastBytesPerSecond = 1024 * 1024
/** For this long at the start, no minimum applies. */
const graceSeconds = 5
/** A reader that takes nothing for this long has stopped. */
const idleSeconds = 3
/** Bytes per write. */
const pieceBytes = 64 * 1024

/** Sends the pieces as fast as they are read, and ends when that is too slow. */
export function streamedJson({ pieces, onEnd, onSent }: StreamedJson, status: number): Response {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const left = cut(pieces)
  let handedOver = 0
  let sent = 0
  let seconds = 0
  let lastTaken = 0
  let timer: ReturnType<typeof setInterval> | undefined
  const end = (): void => {
    clearInterval(timer)
    left.length = 0
    onEnd()
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setInterval(() => {
          seconds++
          const isSlow = sent < (seconds - graceSeconds) * leastBytesPerSecond
          if (!isSlow && seconds - lastTaken < idleSeconds) return
          end()
          controller.error(new Error('the caller reads too slowly'))
        }, 1_000)
        timer.unref()
      },
      pull(controller) {
        // A request for more means that everything before was sent.
        onSent(handedOver)
        sent += handedOver
        lastTaken = seconds
        const piece = left.shift()
        handedOver = piece?.length ?? 0
        if (piece !== undefined) return controller.enqueue(piece)
        end()
        controller.close()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
  return new Response(stream, {
    status,
    headers: { 'Content-Type': 'application/json', 'Content-Length': String(length) },
  })
}

const cut = (pieces: readonly Uint8Array[]): Uint8Array[] =>
  pieces.flatMap((piece) =>
    Array.from({ length: Math.ceil(piece.length / pieceBytes) }, (_, index) =>
      piece.subarray(index * pieceBytes, (index + 1) * pieceBytes),
    ),
  )
