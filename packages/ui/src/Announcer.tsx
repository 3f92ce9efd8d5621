export type AnnouncerProps = {
  /** Said once each time it changes. */
  message: string
}

/** The one live region: connecting, copied, connected, failed. Mount it once, before there is anything to say. */
export function Announcer({ message }: AnnouncerProps) {
  return (
    <div role="status" className="lk-hidden" part="announcer">
      {message}
    </div>
  )
}
