/** A body that is JSON already, in pieces, with what is to be done once it is sent, or will never be. */
export class StreamedJson {
  readonly pieces: readonly Uint8Array[]
  readonly onEnd: () => void

  constructor(pieces: readonly Uint8Array[], onEnd: () => void) {
    this.pieces = pieces
    this.onEnd = onEnd
  }
}

/** Who reads no faster keeps memory that others wait for. */
const patienceMs = 30_000

/** Sends the pieces as fast as they are read. */
export function streamedJson({ pieces, onEnd }: StreamedJson, status: number): Response {
  let next = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = (): void => {
    clearTimeout(timer)
    onEnd()
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setTimeout(() => {
          onEnd()
          controller.error(new Error('the caller reads too slowly'))
        }, patienceMs)
      },
      pull(controller) {
        const piece = pieces[next++]
        if (piece !== undefined) return controller.enqueue(piece)
        end()
        controller.close()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return new Response(stream, {
    status,
    headers: { 'Content-Type': 'application/json', 'Content-Length': String(length) },
  })
}
