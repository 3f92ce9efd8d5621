/** An empty message is not announced. */
export type AnnouncerProps = {
  /** Said once each time it changes. */
  message: string
}

/**
 * The one live region: connecting, copied, connected, failed. Mount it before there is anything to say and, while a
 * Dialog is open, inside it: what is outside is inert and silent.
 */
export function Announcer({ message }: AnnouncerProps) {
  return (
    <div role="status" className="lk-hidden" part="announcer">
      {message}
    </div>
  )
}
