/** An empty message is not announced. */
export type AnnouncerProps = {
  /** Announced once each time it changes. */
  message: string
}

/**
 * The only live region: connecting, copied, connected, failed. Mount it before the first announcement and, while a Dialog is open, inside
 * it: anything outside is inert and silent.
 */
export function Announcer({ message }: AnnouncerProps) {
  return (
    <div role="status" className="lk-hidden" part="announcer">
      {message}
    </div>
  )
}
